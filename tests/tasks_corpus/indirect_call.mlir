// Which function the task calls is chosen at run time; one of them writes what the launcher writes.
// verdict: racy
// show: @main(true, i64[2])
// quiet: @main(false, i64[2])

func.func private @first(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  memref.store %x, %m[%c0] : memref<2xi64>
  return
}
func.func private @second(%m: memref<2xi64>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  memref.store %x, %m[%c1] : memref<2xi64>
  return
}
func.func @main(%c: i1, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %a = func.constant @first : (memref<2xi64>) -> ()
  %b = func.constant @second : (memref<2xi64>) -> ()
  %f = arith.select %c, %a, %b : (memref<2xi64>) -> ()
  %t = async.execute {
    func.call_indirect %f(%m) : (memref<2xi64>) -> ()
    async.yield
  }
  memref.store %x, %m[%c0] : memref<2xi64>
  return
}
