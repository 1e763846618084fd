// Each iteration allocates, so its task writes memory of its own.
// verdict: proved-or-unknown
// clean: @main(0)
// clean: @main(3)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<1xi64>
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
  }
  return
}
