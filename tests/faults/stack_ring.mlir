func.func private @ring(%a: memref<64xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = memref.alloca() : memref<2xi64>
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.remui %i, %c2 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i] : memref<64xi64>
        memref.store %x, %r[%s] : memref<2xi64>
      }
    }
    queue.wait(0, 1)
  }
  queue.wait(0, 0)
  return
}
func.func @main(%a: memref<64xi64>, %n: index) {
  func.call @ring(%a, %n) : (memref<64xi64>, index) -> ()
  return
}
