// Behind the sixth task the first element is written again.
// verdict: racy
// show: @main(7, i64[6])
// quiet: @main(6, i64[6])

func.func @main(%n: index, %m: memref<6xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = affine.apply affine_map<(d0) -> ((d0 * 5 + 3) mod 6)>(%i)
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<6xi64>
      async.yield
    }
  }
  return
}
