// A convolution of rows with weights that are loaded once; a bias and a maximum behind it.
func.func @f(%x: memref<6x6xf32> {llvm.noalias}, %w: memref<3xf32> {llvm.noalias}, %y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant -1.0 : f32
  %ws = memref.alloc() : memref<3xf32>
  %in = memref.alloc() : memref<2x6xf32>
  %acc = memref.alloc() : memref<2x4xf32>
  %out = memref.alloc() : memref<2x4xf32>
  sync.work on "$load" {
    memref.copy %w, %ws : memref<3xf32> to memref<3xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 6] [1, 1] : memref<6x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 6] [1, 1] : memref<2x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %out_i = memref.subview %out[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<6xf32, strided<[1], offset: ?>> to memref<6xf32, strided<[1], offset: ?>>
    }
    sync.work on "$matrix" {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %zero, %acc[%slot, %j] : memref<2x4xf32>
        scf.for %k = %c0 to %c3 step %c1 {
          %at = arith.addi %j, %k : index
          %a = memref.load %in[%slot, %at] : memref<2x6xf32>
          %b = memref.load %ws[%k] : memref<3xf32>
          %ab = arith.mulf %a, %b : f32
          %old = memref.load %acc[%slot, %j] : memref<2x4xf32>
          %new = arith.addf %old, %ab : f32
          memref.store %new, %acc[%slot, %j] : memref<2x4xf32>
        }
      }
    }
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %acc[%slot, %j] : memref<2x4xf32>
        %b = arith.addf %a, %bias : f32
        %c = arith.maximumf %b, %zero : f32
        memref.store %c, %out[%slot, %j] : memref<2x4xf32>
      }
    }
    sync.work on "$store" {
      memref.copy %out_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
  }
  return
}
