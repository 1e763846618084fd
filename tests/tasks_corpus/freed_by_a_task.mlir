// A task behind all that use the memory frees it, and nobody awaits that.
// verdict: proved-or-unknown
// clean: @main(0)
// clean: @main(2)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<1xi64>
    %t = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    %u = async.execute [%t] {
      memref.dealloc %m : memref<1xi64>
      async.yield
    }
  }
  return
}
