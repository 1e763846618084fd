func.func @main(%a: memref<64xi64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %r = memref.alloca() : memref<64xi64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %q = arith.muli %i, %m : index
      %h = arith.addi %q, %j : index
      queue.commit(0) {
        queue.async {
          %z = memref.load %a[%j] : memref<64xi64>
          memref.store %z, %r[%h] : memref<64xi64>
        }
      }
      queue.wait(0, 0)
    }
  }
  return
}
