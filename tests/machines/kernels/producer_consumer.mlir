// One engine makes rows, another takes them away: a ring of three slots between them.
func.func @f(%y: memref<6x4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ring = memref.alloc() : memref<3x4xf32>
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[1] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[2] from "mte3" to "v"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c3 : index
    %ring_i = memref.subview %ring[%slot, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "mte3" to "v"
    // bismo: sync.wait "token" from "result" to "execute"
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %ij = arith.addi %i, %j : index
        %whole = arith.index_cast %ij : index to i64
        %e = arith.sitofp %whole : i64 to f32
        memref.store %e, %ring[%slot, %j] : memref<3x4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte3"
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte3"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$store" {
      memref.copy %ring_i, %yi : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%slot] from "mte3" to "v"
    // bismo: sync.signal "token" from "result" to "execute"
  }
  // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
  // ascend-a2: sync.wait "event"[1] from "mte3" to "v"
  // ascend-a2: sync.wait "event"[2] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
