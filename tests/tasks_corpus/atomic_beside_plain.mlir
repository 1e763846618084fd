// One task adds atomically, another reads plainly.
// verdict: racy
// show: @main(i64[1])

func.func @main(%m: memref<1xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %t = async.execute {
    %old = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64
    async.yield
  }
  %x = memref.load %m[%c0] : memref<1xi64>
  return %x : i64
}
