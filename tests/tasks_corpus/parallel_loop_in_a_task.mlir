// Iterations of a parallel loop in a task write an element each; the task goes on behind them.
// verdict: proved-or-unknown
// clean: @main(0, i64[6])
// clean: @main(6, i64[6])

func.func @main(%n: index, %m: memref<6xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %some = arith.minsi %n, %c6 : index
  %t = async.execute {
    scf.parallel (%i) = (%c0) to (%some) step (%c1) {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%i] : memref<6xi64>
      scf.reduce
    }
    scf.for %i = %c0 to %some step %c1 {
      %x = memref.load %m[%i] : memref<6xi64>
      memref.store %x, %m[%i] : memref<6xi64>
    }
    async.yield
  }
  return
}
