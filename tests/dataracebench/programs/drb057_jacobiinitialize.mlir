// Each task sets a row of two grids, with coordinates that are its own.
// drb: DRB057-jacobiinitialize-orig-no
// race: no
// run: @main() = 0.0 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f0 = arith.constant 0.0 : f64
  %f0_5 = arith.constant 0.5 : f64
  %f1 = arith.constant 1.0 : f64
  %u = memref.alloc() : memref<5x5xf64>
  %f = memref.alloc() : memref<5x5xf64>
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c0 to %c5 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c5 step %c1 {
        %n = arith.index_cast %i : index to i64
        %m = arith.index_cast %j : index to i64
        %nf = arith.sitofp %n : i64 to f64
        %mf = arith.sitofp %m : i64 to f64
        %xs = arith.mulf %nf, %f0_5 : f64
        %ys = arith.mulf %mf, %f0_5 : f64
        %x = arith.subf %xs, %f1 : f64
        %y = arith.subf %ys, %f1 : f64
        memref.store %f0, %u[%i, %j] : memref<5x5xf64>
        %xx = arith.mulf %x, %x : f64
        %yy = arith.mulf %y, %y : f64
        %p = arith.subf %f1, %xx : f64
        %q = arith.subf %p, %yy : f64
        memref.store %q, %f[%i, %j] : memref<5x5xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %f0) -> (f64) {
    %row = scf.for %j = %c0 to %c5 step %c1 iter_args(%r = %s) -> (f64) {
      %x = memref.load %f[%i, %j] : memref<5x5xf64>
      %y = arith.addf %r, %x : f64
      scf.yield %y : f64
    }
    scf.yield %row : f64
  }
  memref.dealloc %u : memref<5x5xf64>
  memref.dealloc %f : memref<5x5xf64>
  return %r : f64
}
