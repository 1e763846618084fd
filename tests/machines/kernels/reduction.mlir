// The sum of an array, block by block into one accumulator, and of the accumulator into one number.
func.func @f(%x: memref<6x4xf32> {llvm.noalias}, %y: memref<1xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %in = memref.alloc() : memref<2x4xf32>
  %acc = memref.alloc() : memref<4xf32>
  %all = memref.alloc() : memref<1xf32>
  sync.work on "$vector" {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %zero, %acc[%j] : memref<4xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %in[%slot, %j] : memref<2x4xf32>
        %b = memref.load %acc[%j] : memref<4xf32>
        %ab = arith.addf %a, %b : f32
        memref.store %ab, %acc[%j] : memref<4xf32>
      }
    }
  }
  sync.work on "$vector" {
    memref.store %zero, %all[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %acc[%j] : memref<4xf32>
      %b = memref.load %all[%c0] : memref<1xf32>
      %ab = arith.addf %a, %b : f32
      memref.store %ab, %all[%c0] : memref<1xf32>
    }
  }
  sync.work on "$store" {
    memref.copy %all, %y : memref<1xf32> to memref<1xf32>
  }
  return
}
