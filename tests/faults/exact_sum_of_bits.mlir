func.func @main(%a: memref<64xi64>, %p: i1, %u: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloca() : memref<8xi64>
  %s = arith.addi %p, %u : i1
  scf.if %s {
    queue.commit(0) {
      queue.async {
        %z = memref.load %a[%c0] : memref<64xi64>
        memref.store %z, %r[%c0] : memref<8xi64>
      }
    }
  }
  queue.wait(0, 0)
  %q = arith.cmpi eq, %p, %u : i1
  scf.if %q {
    %x = memref.load %r[%c0] : memref<8xi64>
  }
  return
}
