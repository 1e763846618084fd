// Each task fills a slice of a cube by way of an intermediate value that is its own.
// drb: DRB170-nestedloops-orig-no
// race: no
// run: @main() = 162.0 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f64
  %f3 = arith.constant 3.0 : f64
  %f4 = arith.constant 4.0 : f64
  %f6 = arith.constant 6.0 : f64
  %a = memref.alloc() : memref<3x3x3xf64>
  %group = async.create_group %c3 : !async.group
  scf.for %i = %c0 to %c3 step %c1 {
    %task = async.execute {
      %own = memref.alloc() : memref<f64>
      scf.for %j = %c0 to %c3 step %c1 {
        scf.for %k = %c0 to %c3 step %c1 {
          %q = arith.divf %f6, %f3 : f64
          memref.store %q, %own[] : memref<f64>
          %x = memref.load %own[] : memref<f64>
          %y = arith.addf %x, %f4 : f64
          memref.store %y, %a[%i, %j, %k] : memref<3x3x3xf64>
        }
      }
      memref.dealloc %own : memref<f64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %f0) -> (f64) {
    %slice = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %s) -> (f64) {
      %row = scf.for %k = %c0 to %c3 step %c1 iter_args(%u = %t) -> (f64) {
        %x = memref.load %a[%i, %j, %k] : memref<3x3x3xf64>
        %y = arith.addf %u, %x : f64
        scf.yield %y : f64
      }
      scf.yield %row : f64
    }
    scf.yield %slice : f64
  }
  memref.dealloc %a : memref<3x3x3xf64>
  return %r : f64
}
