// Eight bits that are cast with their sign: 128 and -128 are the same element, moved by 128.
// verdict: racy
// show: @main(128, i64[256])
// quiet: @main(127, i64[256])

func.func @main(%k: index, %m: memref<256xi64>) {
  %c128 = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  %x = arith.index_cast %k : index to i8
  %signed = arith.index_cast %x : i8 to index
  %at = arith.addi %signed, %c128 : index
  %one = arith.constant 1 : i64
  %t = async.execute {
    memref.store %one, %m[%at] : memref<256xi64>
    async.yield
  }
  memref.store %one, %m[%c0] : memref<256xi64>
  return
}
