// A loop, atomic additions to its last element, a plain subtraction from it: with a wait between each two.
// drb: DRB172-critical2-orig-no
// race: no
// run: @main() = 93.0 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %f0 = arith.constant 0.0 : f64
  %f1 = arith.constant 1.0 : f64
  %q = memref.alloc() : memref<10xf64>
  %qq = memref.alloc() : memref<10xf64>
  scf.for %i = %c0 to %c10 step %c1 {
    %n = arith.index_cast %i : index to i64
    %x = arith.sitofp %n : i64 to f64
    memref.store %x, %q[%i] : memref<10xf64>
    memref.store %x, %qq[%i] : memref<10xf64>
  }
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %q[%i] : memref<10xf64>
      %y = memref.load %qq[%i] : memref<10xf64>
      %z = arith.addf %x, %y : f64
      memref.store %z, %q[%i] : memref<10xf64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %group2 = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %old = memref.atomic_rmw addf %f1, %q[%c9] : (f64, memref<10xf64>) -> f64
      async.yield
    }
    %rank = async.add_to_group %task, %group2 : !async.token
  }
  async.await_all %group2
  %single = async.execute {
    %x = memref.load %q[%c9] : memref<10xf64>
    %y = arith.subf %x, %f1 : f64
    memref.store %y, %q[%c9] : memref<10xf64>
    async.yield
  }
  async.await %single : !async.token
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %f0) -> (f64) {
    %x = memref.load %q[%i] : memref<10xf64>
    %y = arith.addf %s, %x : f64
    scf.yield %y : f64
  }
  memref.dealloc %q : memref<10xf64>
  memref.dealloc %qq : memref<10xf64>
  return %r : f64
}
