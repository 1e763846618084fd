// A task allocates memory and yields it; whoever has the value has waited for the writes before.
// verdict: proved-or-unknown
// clean: @main()

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t, %v = async.execute -> !async.value<memref<1xi64>> {
    %m = memref.alloc() : memref<1xi64>
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield %m : memref<1xi64>
  }
  %u = async.execute (%v as %m: !async.value<memref<1xi64>>) {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  async.await %u : !async.token
  %m = async.await %v : !async.value<memref<1xi64>>
  %y = memref.load %m[%c0] : memref<1xi64>
  memref.dealloc %m : memref<1xi64>
  return %y : i64
}
