// Each task writes four elements at a time.
// verdict: racy
// show: @main(3, i64[16])
// quiet: @main(4, i64[16])

func.func @main(%s: index, %m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %least = arith.maxsi %s, %c3 : index
  %step = arith.minsi %least, %c4 : index
  %x = arith.constant dense<5> : vector<4xi64>
  scf.for %i = %c0 to %c12 step %step {
    %t = async.execute {
      vector.store %x, %m[%i] : memref<16xi64>, vector<4xi64>
      async.yield
    }
  }
  return
}
