// Even rows are for one engine and odd rows for another: a branch in a loop, between a load and a store.
func.func @f(%x: memref<6x4xf32> {llvm.noalias}, %y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %in = memref.alloc() : memref<2x4xf32>
  %out = memref.alloc() : memref<2x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %out_i = memref.subview %out[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    %even = arith.cmpi eq, %slot, %c0 : index
    scf.if %even {
      sync.work on "$vector" {
        scf.for %j = %c0 to %c4 step %c1 {
          %e = memref.load %in[%slot, %j] : memref<2x4xf32>
          %f = arith.addf %e, %one : f32
          memref.store %f, %out[%slot, %j] : memref<2x4xf32>
        }
      }
    } else {
      sync.work on "$matrix" {
        scf.for %j = %c0 to %c4 step %c1 {
          %e = memref.load %in[%slot, %j] : memref<2x4xf32>
          %f = arith.mulf %e, %two : f32
          memref.store %f, %out[%slot, %j] : memref<2x4xf32>
        }
      }
    }
    sync.work on "$store" {
      memref.copy %out_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
  }
  return
}
