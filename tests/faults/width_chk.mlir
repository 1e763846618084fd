// A sum of i8 wraps: the copy comes to the elements that are read next.
func.func @main(%a: memref<300xi64>, %o: memref<300xi64>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %c127 = arith.constant 127 : i8
  %c130 = arith.constant 130 : index
  scf.for %i = %c1 to %c20 step %c1 {
    %n = arith.index_cast %i : index to i8
    %w = arith.addi %n, %c127 : i8
    %v = arith.index_cast %w : i8 to index
    %m = arith.addi %v, %c130 : index
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i] : memref<300xi64>
        memref.store %x, %o[%m] : memref<300xi64>
      }
    }
    %j = arith.addi %i, %c1 : index
    %y = memref.load %o[%j] : memref<300xi64>
    memref.store %y, %a[%c0] : memref<300xi64>
  }
  queue.wait(0, 0)
  return
}
