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
  // ascend-a2: sync.signal "event"[0] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "v" to "m"
  // ascend-a2: sync.signal "event"[1] from "v" to "m"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[1] from "mte3" to "v"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 6] [1, 1] : memref<6x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 6] [1, 1] : memref<2x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %out_i = memref.subview %out[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "m" to "mte2"
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<6xf32, strided<[1], offset: ?>> to memref<6xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte2" to "m"
    // ascend-a2: sync.wait "event"[%slot] from "mte2" to "m"
    // ascend-a2: sync.wait "event"[%slot] from "v" to "m"
    // bismo: sync.signal "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "fetch" to "execute"
    // cuda-sm80: sync.commit "group"
    // cuda-sm80: sync.wait "group", 0
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$matrix" {
      scf.for %j = %c0 to %c4 step %c1 {
        %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%old = %zero) -> (f32) {
          %at = arith.addi %j, %k : index
          %a = memref.load %in[%slot, %at] : memref<2x6xf32>
          %b = memref.load %ws[%k] : memref<3xf32>
          %ab = arith.mulf %a, %b : f32
          %new = arith.addf %old, %ab : f32
          scf.yield %new : f32
        }
        memref.store %sum, %acc[%slot, %j] : memref<2x4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "m" to "mte2"
    // ascend-a2: sync.signal "event"[%slot] from "m" to "v"
    // ascend-a2: sync.wait "event"[%slot] from "m" to "v"
    // ascend-a2: sync.wait "event"[%slot] from "mte3" to "v"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "result" to "execute"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %acc[%slot, %j] : memref<2x4xf32>
        %b = arith.addf %a, %bias : f32
        %c = arith.maximumf %b, %zero : f32
        memref.store %c, %out[%slot, %j] : memref<2x4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "m"
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte3"
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte3"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$store" {
      memref.copy %out_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte3" to "v"
    // bismo: sync.signal "token" from "result" to "execute"
  }
  // ascend-a2: sync.wait "event"[0] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "v" to "m"
  // ascend-a2: sync.wait "event"[1] from "v" to "m"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
  // ascend-a2: sync.wait "event"[1] from "mte3" to "v"
  // ascend-a2: sync.barrier
  // bismo: sync.barrier
  // cuda-sm80: sync.commit "group"
  // cuda-sm80: sync.wait "group", 0
  return
}
