// A view with stride 0 is one element many times.
// verdict: racy
// show: @main(2, i64[4])
// quiet: @main(1, i64[4])

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %some = arith.minsi %n, %c4 : index
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [0] : memref<4xi64> to memref<4xi64, strided<[0]>>
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %v[%i] : memref<4xi64, strided<[0]>>
      async.yield
    }
  }
  return
}
