// Each of two tasks waits for the other: the second, run on top of the first while that waits, would wait for ever.
// run: @main() = 7 : i64
func.func @first(%m: memref<1xi64>, %ready: !async.token, %done: !async.token) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i64
  async.await %ready : !async.token
  memref.store %c7, %m[%c0] : memref<1xi64>
  async.runtime.set_available %done : !async.token
  return
}
func.func @second(%m: memref<1xi64>, %ready: !async.token, %done: !async.token) -> i64 {
  %c0 = arith.constant 0 : index
  async.runtime.set_available %ready : !async.token
  async.await %done : !async.token
  %x = memref.load %m[%c0] : memref<1xi64>
  return %x : i64
}
func.func @main() -> i64 {
  %m = memref.alloc() : memref<1xi64>
  %ready = async.runtime.create : !async.token
  %done = async.runtime.create : !async.token
  %a = async.execute {
    func.call @first(%m, %ready, %done) : (memref<1xi64>, !async.token, !async.token) -> ()
    async.yield
  }
  %b, %v = async.execute -> !async.value<i64> {
    %x = func.call @second(%m, %ready, %done) : (memref<1xi64>, !async.token, !async.token) -> i64
    async.yield %x : i64
  }
  async.await %a : !async.token
  %r = async.await %v : !async.value<i64>
  memref.dealloc %m : memref<1xi64>
  return %r : i64
}
