memref.global "private" constant @tab : memref<4xindex> = dense<[1, 2, 3, 4]>
func.func @main(%a: memref<64xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = memref.alloca() : memref<64xi64>
  %t = memref.get_global @tab : memref<4xindex>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %t[%i] : memref<4xindex>
    queue.commit(0) {
      queue.async {
        %z = memref.load %a[%c0] : memref<64xi64>
        memref.store %z, %r[%v] : memref<64xi64>
      }
    }
    queue.wait(0, 0)
    %x = memref.load %r[%i] : memref<64xi64>
  }
  return
}
