// How often each number occurs: what is written depends on data, so each block has to wait for the one before.
func.func @f(%x: memref<6x4xi64> {llvm.noalias}, %y: memref<4xi64> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %in = memref.alloc() : memref<2x4xi64>
  %bins = memref.alloc() : memref<4xi64>
  sync.work on "$vector" {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %zero, %bins[%j] : memref<4xi64>
    }
  }
  // ascend-a2: sync.signal "event"[0] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "v" to "mte2"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<6x4xi64> to memref<4xi64, strided<[1], offset: ?>>
    %in_i = memref.subview %in[%slot, 0] [1, 4] [1, 1] : memref<2x4xi64> to memref<4xi64, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%slot] from "v" to "mte2"
    // bismo: sync.wait "token" from "execute" to "fetch"
    sync.work on "$load" {
      memref.copy %xi, %in_i : memref<4xi64, strided<[1], offset: ?>> to memref<4xi64, strided<[1], offset: ?>>
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
        %e = memref.load %in[%slot, %j] : memref<2x4xi64>
        %bin = arith.index_cast %e : i64 to index
        %old = memref.load %bins[%bin] : memref<4xi64>
        %new = arith.addi %old, %one : i64
        memref.store %new, %bins[%bin] : memref<4xi64>
      }
    }
    // ascend-a2: sync.signal "event"[%slot] from "v" to "mte2"
    // bismo: sync.signal "token" from "execute" to "fetch"
  }
  // ascend-a2: sync.signal "event"[0] from "v" to "mte3"
  // ascend-a2: sync.wait "event"[0] from "v" to "mte3"
  // bismo: sync.signal "token" from "execute" to "result"
  // bismo: sync.wait "token" from "execute" to "result"
  // cuda-sm80: sync.barrier on "block"
  sync.work on "$store" {
    memref.copy %bins, %y : memref<4xi64> to memref<4xi64>
  }
  // ascend-a2: sync.wait "event"[0] from "v" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "v" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
