// Sums of three neighbouring rows: windows that overlap in the array, two slots for what comes in and for what goes out.
func.func @f(%x: memref<8x4xf32> {llvm.noalias}, %y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %in = memref.alloc() : memref<2x3x4xf32>
  %out = memref.alloc() : memref<2x4xf32>
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
    %xi = memref.subview %x[%i, 0] [3, 4] [1, 1] : memref<8x4xf32> to memref<3x4xf32, strided<[4, 1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0, 0] [1, 3, 4] [1, 1, 1] : memref<2x3x4xf32> to memref<3x4xf32, strided<[4, 1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %out_i = memref.subview %out[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte2"
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<3x4xf32, strided<[4, 1], offset: ?>> to memref<3x4xf32, strided<[4, 1], offset: ?>>
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
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %in[%slot, %c0, %j] : memref<2x3x4xf32>
        %b = memref.load %in[%slot, %c1, %j] : memref<2x3x4xf32>
        %c = memref.load %in[%slot, %c2, %j] : memref<2x3x4xf32>
        %ab = arith.addf %a, %b : f32
        %abc = arith.addf %ab, %c : f32
        memref.store %abc, %out[%slot, %j] : memref<2x4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte2"
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte3"
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte3"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$store" {
      memref.copy %out_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
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
