// A function gets two arrays; each task reads an element of one and writes an element of the other.
// drb: DRB050-functionparameter-orig-no
// race: no
// run: @main() = 22.5 : f64
func.func @half(%out: memref<10xf64>, %in: memref<10xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %f0_5 = arith.constant 0.5 : f64
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %in[%i] : memref<10xf64>
      %y = arith.mulf %x, %f0_5 : f64
      memref.store %y, %out[%i] : memref<10xf64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %f0 = arith.constant 0.0 : f64
  %in = memref.alloc() : memref<10xf64>
  %out = memref.alloc() : memref<10xf64>
  scf.for %i = %c0 to %c10 step %c1 {
    %n = arith.index_cast %i : index to i64
    %x = arith.sitofp %n : i64 to f64
    memref.store %x, %in[%i] : memref<10xf64>
  }
  func.call @half(%out, %in) : (memref<10xf64>, memref<10xf64>) -> ()
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %f0) -> (f64) {
    %x = memref.load %out[%i] : memref<10xf64>
    %y = arith.addf %s, %x : f64
    scf.yield %y : f64
  }
  memref.dealloc %in : memref<10xf64>
  memref.dealloc %out : memref<10xf64>
  return %r : f64
}
