// The payload of a value is loaded without a wait for the value.
// verdict: racy
// show: @main()

func.func @main() {
  %x = arith.constant 5 : i64
  %v = async.runtime.create : !async.value<i64>
  %t = async.execute {
    async.runtime.store %x, %v : !async.value<i64>
    async.runtime.set_available %v : !async.value<i64>
    async.yield
  }
  %y = async.runtime.load %v : !async.value<i64>
  async.await %t : !async.token
  return
}
