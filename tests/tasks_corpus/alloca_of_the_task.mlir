// Each task has memory of its own on its stack, and a function that it calls has, too.
// verdict: proved-or-unknown
// clean: @main(0)
// clean: @main(3)

func.func private @own(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi64>
  memref.store %x, %m[%c0] : memref<1xi64>
  %y = memref.load %m[%c0] : memref<1xi64>
  return %y : i64
}
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %m = memref.alloca() : memref<1xi64>
      %x = arith.index_cast %i : index to i64
      %y = func.call @own(%x) : (i64) -> i64
      memref.store %y, %m[%c0] : memref<1xi64>
      async.yield
    }
  }
  return
}
