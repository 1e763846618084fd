// Two functions call each other in turn; only one of them waits.
// verdict: racy
// show: @main(2, i64[1])
// quiet: @main(1, i64[1])
// quiet: @main(0, i64[1])

func.func private @waits(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %t = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    async.await %t : !async.token
    %less = arith.subi %n, %c1 : index
    func.call @goes_on(%less, %m) : (index, memref<1xi64>) -> ()
  }
  return
}
func.func private @goes_on(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %t = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    %less = arith.subi %n, %c1 : index
    func.call @waits(%less, %m) : (index, memref<1xi64>) -> ()
  }
  return
}
func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %x = arith.constant 6 : i64
  %some = arith.minsi %n, %c9 : index
  func.call @waits(%some, %m) : (index, memref<1xi64>) -> ()
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
