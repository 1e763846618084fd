// A matrix of tiles the other way round: each tile comes in, is turned over, and goes out to its mirror image.
func.func @f(%x: memref<6x6x2x2xf32> {llvm.noalias}, %y: memref<6x6x2x2xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %in = memref.alloc() : memref<2x2x2xf32>
  %out = memref.alloc() : memref<2x2x2xf32>
  // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[1] from "mte3" to "v"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %slot = arith.remui %j, %c2 : index
      %xij = memref.subview %x[%i, %j, 0, 0] [1, 1, 2, 2] [1, 1, 1, 1] : memref<6x6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %yji = memref.subview %y[%j, %i, 0, 0] [1, 1, 2, 2] [1, 1, 1, 1] : memref<6x6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %in_j = memref.subview %in[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %out_j = memref.subview %out[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      // ascend-a2: sync.wait "event"[%slot] from "v" to "mte2"
      // bismo: sync.wait "token" from "execute" to "fetch"
      sync.work on "$load" {
        memref.copy %xij, %in_j : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
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
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            %e = memref.load %in[%slot, %a, %b] : memref<2x2x2xf32>
            memref.store %e, %out[%slot, %b, %a] : memref<2x2x2xf32>
          }
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
        memref.copy %out_j, %yji : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      // ascend-a2: sync.signal "event"[%slot] from "mte3" to "v"
      // bismo: sync.signal "token" from "result" to "execute"
    }
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "execute" to "fetch"
    // bismo: sync.signal "token" from "result" to "execute"
    // bismo: sync.wait "token" from "result" to "execute"
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
