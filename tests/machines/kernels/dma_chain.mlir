// Rows that go through two memories on their way: three copies, one behind the other, with two slots on each level.
func.func @f(%x: memref<6x4xf32> {llvm.noalias}, %y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %far = memref.alloc() : memref<2x4xf32>
  %near = memref.alloc() : memref<2x4xf32>
  // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[1] from "mte3" to "v"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %far_i = memref.subview %far[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %near_i = memref.subview %near[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte2"
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %far_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte2" to "v"
    // ascend-a2: sync.wait "event"[%slot] from "mte2" to "v"
    // ascend-a2: sync.wait "event"[%slot] from "mte3" to "v"
    // bismo: sync.signal "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "result" to "execute"
    // cuda-sm80: sync.commit "group"
    // cuda-sm80: sync.wait "group", 0
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$move" {
      memref.copy %far_i, %near_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte2"
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte3"
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte3"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$store" {
      memref.copy %near_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte3" to "v"
    // bismo: sync.signal "token" from "result" to "execute"
  }
  // ascend-a2: sync.wait "event"[0] from "v" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "v" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
  // ascend-a2: sync.wait "event"[1] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
