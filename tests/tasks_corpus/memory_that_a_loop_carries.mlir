// Each iteration allocates, but uses what the iteration before allocated, and so does that.
// verdict: racy
// show: @main(1)
// quiet: @main(0)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<1xi64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> (memref<1xi64>) {
    %new = memref.alloc() : memref<1xi64>
    %x = arith.index_cast %i : index to i64
    %t = async.execute {
      memref.store %x, %new[%c0] : memref<1xi64>
      memref.store %x, %old[%c0] : memref<1xi64>
      async.yield
    }
    memref.store %x, %old[%c0] : memref<1xi64>
    scf.yield %new : memref<1xi64>
  }
  return
}
