// The launcher reads the data if it sees the flag that the task sets behind writing them.
// verdict: racy
// show: @main(i64[2]) exhaustive
// quiet: @main(i64[2])

func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %t = async.execute {
    memref.store %one, %m[%c0] : memref<2xi64>
    %old = memref.atomic_rmw addi %one, %m[%c1] : (i64, memref<2xi64>) -> i64
    async.yield
  }
  %flag = memref.atomic_rmw addi %zero, %m[%c1] : (i64, memref<2xi64>) -> i64
  %set = arith.cmpi ne, %flag, %zero : i64
  scf.if %set {
    memref.store %zero, %m[%c0] : memref<2xi64>
  }
  return
}
