// A function returns the one or the other of its arguments.
// verdict: racy
// show: @main(true, i64[1], i64[1])
// quiet: @main(false, i64[1], i64[1])

func.func private @choose(%c: i1, %a: memref<1xi64>, %b: memref<1xi64>) -> memref<1xi64> {
  cf.cond_br %c, ^end(%a : memref<1xi64>), ^end(%b : memref<1xi64>)
^end(%r: memref<1xi64>):
  return %r : memref<1xi64>
}
func.func @main(%c: i1, %a: memref<1xi64>, %b: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %m = func.call @choose(%c, %a, %b) : (i1, memref<1xi64>, memref<1xi64>) -> memref<1xi64>
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %x, %a[%c0] : memref<1xi64>
  return
}
