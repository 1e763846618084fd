// A matrix of tiles the other way round: each tile comes in, is turned over, and goes out to its mirror image.
func.func @f(%x: memref<6x6x2x2xf32> {llvm.noalias}, %y: memref<6x6x2x2xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %in = memref.alloc() : memref<2x2x2xf32>
  %out = memref.alloc() : memref<2x2x2xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %slot = arith.remui %j, %c2 : index
      %xij = memref.subview %x[%i, %j, 0, 0] [1, 1, 2, 2] [1, 1, 1, 1] : memref<6x6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %yji = memref.subview %y[%j, %i, 0, 0] [1, 1, 2, 2] [1, 1, 1, 1] : memref<6x6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %in_j = memref.subview %in[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %out_j = memref.subview %out[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      sync.work on "$load" {
        memref.copy %xij, %in_j : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      sync.work on "$vector" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            %e = memref.load %in[%slot, %a, %b] : memref<2x2x2xf32>
            memref.store %e, %out[%slot, %b, %a] : memref<2x2x2xf32>
          }
        }
      }
      sync.work on "$store" {
        memref.copy %out_j, %yji : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
    }
  }
  return
}
