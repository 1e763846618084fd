// Two numbers of four bytes lie where one of eight does.
// verdict: racy
// show: @main(4)
// show: @main(7)
// quiet: @main(8)

func.func @main(%k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 5 : i64
  %y = arith.constant 6 : i32
  %low = arith.minui %k, %c8 : index
  %m = memref.alloc() : memref<16xi8>
  %wide = memref.view %m[%c0][] : memref<16xi8> to memref<1xi64>
  %narrow = memref.view %m[%low][] : memref<16xi8> to memref<1xi32>
  %t = async.execute {
    memref.store %x, %wide[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %y, %narrow[%c0] : memref<1xi32>
  return
}
