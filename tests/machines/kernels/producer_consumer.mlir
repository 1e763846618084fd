// One engine makes rows, another takes them away: a ring of three slots between them.
func.func @f(%y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ring = memref.alloc() : memref<3x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c3 : index
    %ring_i = memref.subview %ring[%slot, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %ij = arith.addi %i, %j : index
        %whole = arith.index_cast %ij : index to i64
        %e = arith.sitofp %whole : i64 to f32
        memref.store %e, %ring[%slot, %j] : memref<3x4xf32>
      }
    }
    sync.work on "$store" {
      memref.copy %ring_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
  }
  return
}
