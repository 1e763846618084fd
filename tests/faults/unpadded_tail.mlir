// one copy ahead; the last iteration commits nothing, and its wait is for nothing then
func.func @main(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ring = memref.alloca() : memref<2xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%c0] : memref<?xf32>
      memref.store %x, %ring[%c0] : memref<2xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      %slot = arith.remui %next, %c2 : index
      queue.commit(0) {
        queue.async {
          %x = memref.load %a[%next] : memref<?xf32>
          memref.store %x, %ring[%slot] : memref<2xf32>
        }
      }
    }
    queue.wait(0, 1)
    %now = arith.remui %i, %c2 : index
    %y = memref.load %ring[%now] : memref<2xf32>
  }
  return
}
