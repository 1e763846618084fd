// The sum of an array, block by block from one accumulator to the other, and at last into one number.
func.func @f(%x: memref<6x4xf32> {llvm.noalias}, %y: memref<1xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %in = memref.alloc() : memref<2x4xf32>
  %acc = memref.alloc() : memref<2x4xf32>
  %all = memref.alloc() : memref<1xf32>
  sync.work on "$vector" {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %zero, %acc[%c0, %j] : memref<2x4xf32>
    }
  }
  // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "v" to "mte2"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %next = arith.addi %i, %c1 : index
    %to = arith.remui %next, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte2"
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte2" to "v"
    // ascend-a2: sync.wait "event"[%slot] from "mte2" to "v"
    // ascend-a2: sync.barrier on "v"
    // bismo: sync.signal "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "fetch" to "execute"
    // cuda-sm80: sync.commit "group"
    // cuda-sm80: sync.wait "group", 0
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %in[%slot, %j] : memref<2x4xf32>
        %b = memref.load %acc[%slot, %j] : memref<2x4xf32>
        %ab = arith.addf %a, %b : f32
        memref.store %ab, %acc[%to, %j] : memref<2x4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte2"
    // bismo: sync.signal "token" from "execute" to "fetch"
  }
  %last = arith.remui %n, %c2 : index
  // ascend-a2: sync.barrier on "v"
  // cuda-sm80: sync.barrier on "block"
  sync.work on "$vector" {
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%a = %zero) -> (f32) {
      %b = memref.load %acc[%last, %j] : memref<2x4xf32>
      %ab = arith.addf %a, %b : f32
      scf.yield %ab : f32
    }
    memref.store %sum, %all[%c0] : memref<1xf32>
  }
  // ascend-a2: sync.signal "event"[0] from "v" to "mte3"
  // ascend-a2: sync.wait "event"[0] from "v" to "mte3"
  // bismo: sync.signal "token" from "execute" to "result"
  // bismo: sync.wait "token" from "execute" to "result"
  // cuda-sm80: sync.barrier on "block"
  sync.work on "$store" {
    memref.copy %all, %y : memref<1xf32> to memref<1xf32>
  }
  // ascend-a2: sync.wait "event"[0] from "v" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
