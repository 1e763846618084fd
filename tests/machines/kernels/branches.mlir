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
  // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "m"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %out_i = memref.subview %out[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: %for_v = arith.cmpi eq, %slot, %c0 : index
    // ascend-a2: scf.if %for_v {
    // ascend-a2:   sync.wait "event"[0] from "v" to "mte2"
    // ascend-a2: } else {
    // ascend-a2:   sync.wait "event"[0] from "m" to "mte2"
    // ascend-a2: }
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // bismo: sync.signal "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "fetch" to "execute"
    // bismo: sync.wait "token" from "result" to "execute"
    // cuda-sm80: sync.commit "group"
    // cuda-sm80: sync.wait "group", 0
    // cuda-sm80: sync.barrier on "block"
    %even = arith.cmpi eq, %slot, %c0 : index
    scf.if %even {
      // ascend-a2: sync.signal "event"[0] from "mte2" to "v"
      // ascend-a2: sync.wait "event"[0] from "mte2" to "v"
      // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
      sync.work on "$vector" {
        scf.for %j = %c0 to %c4 step %c1 {
          %e = memref.load %in[%slot, %j] : memref<2x4xf32>
          %f = arith.addf %e, %one : f32
          memref.store %f, %out[%slot, %j] : memref<2x4xf32>
        }
      }
      // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
      // ascend-a2: sync.signal "event"[0] from "v" to "mte3"
      // ascend-a2: sync.wait "event"[0] from "v" to "mte3"
    } else {
      // ascend-a2: sync.signal "event"[0] from "mte2" to "m"
      // ascend-a2: sync.wait "event"[0] from "mte2" to "m"
      // ascend-a2: sync.wait "event"[0] from "mte3" to "m"
      sync.work on "$matrix" {
        scf.for %j = %c0 to %c4 step %c1 {
          %e = memref.load %in[%slot, %j] : memref<2x4xf32>
          %f = arith.mulf %e, %two : f32
          memref.store %f, %out[%slot, %j] : memref<2x4xf32>
        }
      }
      // ascend-a2: sync.signal "event"[0] from "m" to "mte2"
      // ascend-a2: sync.signal "event"[0] from "m" to "mte3"
      // ascend-a2: sync.wait "event"[0] from "m" to "mte3"
    }
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$store" {
      memref.copy %out_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: scf.if %even {
    // ascend-a2:   sync.signal "event"[0] from "mte3" to "v"
    // ascend-a2: } else {
    // ascend-a2:   sync.signal "event"[0] from "mte3" to "m"
    // ascend-a2: }
    // bismo: sync.signal "token" from "result" to "execute"
  }
  // ascend-a2: sync.wait "event"[0] from "v" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "m"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
