// Each task computes its position in the result from its number.
// drb: DRB112-linear-orig-no
// race: no
// run: @main() = 1.25 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %f0 = arith.constant 0.0 : f64
  %f0_25 = arith.constant 0.25 : f64
  %f0_5 = arith.constant 0.5 : f64
  %a = memref.alloc() : memref<10xf64>
  %b = memref.alloc() : memref<10xf64>
  %c = memref.alloc() : memref<10xf64>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0_5, %a[%i] : memref<10xf64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0_25, %b[%i] : memref<10xf64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0, %c[%i] : memref<10xf64>
  }
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<10xf64>
      %y = memref.load %b[%i] : memref<10xf64>
      %p = arith.mulf %x, %y : f64
      %z = memref.load %c[%i] : memref<10xf64>
      %s = arith.addf %z, %p : f64
      memref.store %s, %c[%i] : memref<10xf64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %f0) -> (f64) {
    %x = memref.load %c[%i] : memref<10xf64>
    %y = arith.addf %s, %x : f64
    scf.yield %y : f64
  }
  memref.dealloc %a : memref<10xf64>
  memref.dealloc %b : memref<10xf64>
  memref.dealloc %c : memref<10xf64>
  return %r : f64
}
