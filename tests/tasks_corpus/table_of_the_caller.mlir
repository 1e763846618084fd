// The caller chooses which elements the tasks write.
// verdict: racy
// show: @main([1, 3, 1], i64[4])
// quiet: @main([1, 3, 2], i64[4])

func.func @main(%order: memref<3xindex>, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i64
  scf.for %i = %c0 to %c3 step %c1 {
    %at = memref.load %order[%i] : memref<3xindex>
    %in = arith.andi %at, %c3 : index
    %t = async.execute {
      memref.store %x, %m[%in] : memref<4xi64>
      async.yield
    }
  }
  return
}
