// As recursion_on_halves, but a call that does not divide any more writes the element behind its own, too.
// verdict: racy
// show: @main(2, i64[9])
// quiet: @main(1, i64[9])

func.func private @fill(%m: memref<9xi64>, %low: index, %high: index) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %n = arith.subi %high, %low : index
  %one = arith.cmpi eq, %n, %c1 : index
  %more = arith.cmpi sgt, %n, %c1 : index
  scf.if %one {
    memref.store %x, %m[%low] : memref<9xi64>
    memref.store %x, %m[%high] : memref<9xi64>
  }
  scf.if %more {
    %half = arith.shrui %n, %c1 : index
    %middle = arith.addi %low, %half : index
    %t = async.execute {
      func.call @fill(%m, %low, %middle) : (memref<9xi64>, index, index) -> ()
      async.yield
    }
    func.call @fill(%m, %middle, %high) : (memref<9xi64>, index, index) -> ()
    async.await %t : !async.token
  }
  return
}
func.func @main(%n: index, %m: memref<9xi64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %some = arith.minsi %n, %c8 : index
  func.call @fill(%m, %c0, %some) : (memref<9xi64>, index, index) -> ()
  return
}
