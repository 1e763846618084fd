// Two tasks get the memory that a third one yields, and both write it.
// verdict: racy
// show: @main()

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t, %v = async.execute -> !async.value<memref<1xi64>> {
    %m = memref.alloc() : memref<1xi64>
    async.yield %m : memref<1xi64>
  }
  %u = async.execute (%v as %m: !async.value<memref<1xi64>>) {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %w = async.execute (%v as %m: !async.value<memref<1xi64>>) {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  return
}
