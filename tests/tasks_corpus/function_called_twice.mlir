// The same function waits in one call and not in the other.
// verdict: racy
// show: @main(i64[2])

func.func private @start(%m: memref<2xi64>, %at: index, %wait: i1) {
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%at] : memref<2xi64>
    async.yield
  }
  scf.if %wait {
    async.await %t : !async.token
  }
  return
}
func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 6 : i64
  %true = arith.constant true
  %false = arith.constant false
  func.call @start(%m, %c0, %true) : (memref<2xi64>, index, i1) -> ()
  func.call @start(%m, %c1, %false) : (memref<2xi64>, index, i1) -> ()
  memref.store %x, %m[%c0] : memref<2xi64>
  memref.store %x, %m[%c1] : memref<2xi64>
  return
}
