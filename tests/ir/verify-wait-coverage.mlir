// RUN: asyncir opt %s -p verify-wait-coverage | filecheck %s

// Each of these lists what the groups touch that it may retire. The program is left as it is.
// CHECK-LABEL: func.func @complete
// CHECK: queue.wait_read(0, 0) covers(%a : memref<16xf32>)
// CHECK: queue.wait(0, 1) covers(%a, %b : memref<16xf32>, memref<16xf32>)
// CHECK: queue.wait(0, 0) covers(%c, %a : memref<16xf32>, memref<16xf32>)
func.func @complete(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>, %i: index) {
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%i] : memref<16xf32>
      memref.store %x, %b[%i] : memref<16xf32>
    }
  }
  queue.wait_read(0, 0) covers(%a : memref<16xf32>)
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%i] : memref<16xf32>
      memref.store %x, %c[%i] : memref<16xf32>
    }
  }
  queue.wait(0, 1) covers(%a, %b : memref<16xf32>, memref<16xf32>)
  queue.wait(0, 0) covers(%c, %a : memref<16xf32>, memref<16xf32>)
  queue.wait(0, 0) covers(%c : memref<16xf32>)
  return
}
