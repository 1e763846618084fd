// Each iteration of a parallel loop reads the element of the one before.
// verdict: racy
// show: @main(2, i64[6])
// quiet: @main(1, i64[6])

func.func @main(%n: index, %m: memref<6xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %some = arith.minsi %n, %c5 : index
  %t = async.execute {
    scf.parallel (%i) = (%c0) to (%some) step (%c1) {
      %next = arith.addi %i, %c1 : index
      %x = memref.load %m[%i] : memref<6xi64>
      memref.store %x, %m[%next] : memref<6xi64>
      scf.reduce
    }
    async.yield
  }
  return
}
