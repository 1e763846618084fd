// The second store to the cell is of a number that nothing else follows; the first must not be believed.
func.func @main(%A: memref<?xf32>, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %B = memref.alloca() : memref<4xf32>
  %cell = memref.alloca() : memref<1xi32>
  memref.store %a, %cell[%c0] : memref<1xi32>
  memref.store %b, %cell[%c0] : memref<1xi32>
  %j = memref.load %cell[%c0] : memref<1xi32>
  %i = arith.index_cast %j : i32 to index
  %ia = arith.index_cast %a : i32 to index
  %c1 = arith.constant 1 : index
  %ia1 = arith.addi %ia, %c1 : index
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%i] : memref<4xf32>
    }
  }
  %y = memref.load %B[%ia1] : memref<4xf32>
  return
}
