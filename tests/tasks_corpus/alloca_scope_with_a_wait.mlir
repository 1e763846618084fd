// The scope waits for the task that uses its memory.
// verdict: proved-or-unknown
// clean: @main(0)
// clean: @main(3)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  scf.for %i = %c0 to %n step %c1 {
    memref.alloca_scope {
      %m = memref.alloca() : memref<1xi64>
      %t = async.execute {
        memref.store %x, %m[%c0] : memref<1xi64>
        async.yield
      }
      async.await %t : !async.token
      memref.store %x, %m[%c0] : memref<1xi64>
    }
  }
  return
}
