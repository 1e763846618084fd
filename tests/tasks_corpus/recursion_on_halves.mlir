// Each call launches one half, does the other, and waits.
// verdict: proved-or-unknown
// clean: @main(0, i64[8])
// clean: @main(1, i64[8])
// clean: @main(5, i64[8])
// clean: @main(8, i64[8])

func.func private @fill(%m: memref<8xi64>, %low: index, %high: index) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %n = arith.subi %high, %low : index
  %one = arith.cmpi eq, %n, %c1 : index
  %more = arith.cmpi sgt, %n, %c1 : index
  scf.if %one {
    memref.store %x, %m[%low] : memref<8xi64>
  }
  scf.if %more {
    %half = arith.shrui %n, %c1 : index
    %middle = arith.addi %low, %half : index
    %t = async.execute {
      func.call @fill(%m, %low, %middle) : (memref<8xi64>, index, index) -> ()
      async.yield
    }
    func.call @fill(%m, %middle, %high) : (memref<8xi64>, index, index) -> ()
    async.await %t : !async.token
    memref.store %x, %m[%low] : memref<8xi64>
  }
  return
}
func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %some = arith.minsi %n, %c8 : index
  func.call @fill(%m, %c0, %some) : (memref<8xi64>, index, index) -> ()
  return
}
