// Two engines that take turns: each works on what the other has made, and neither can run ahead.
func.func @f(%x: memref<4xf32> {llvm.noalias}, %y: memref<4xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  sync.work on "$load" {
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  }
  // ascend-a2: sync.signal "event"[0] from "mte2" to "v"
  // ascend-a2: sync.wait "event"[0] from "mte2" to "v"
  // ascend-a2: sync.signal "event"[0] from "v" to "m"
  // bismo: sync.signal "token" from "fetch" to "execute"
  // bismo: sync.wait "token" from "fetch" to "execute"
  // cuda-sm80: sync.commit "group"
  // cuda-sm80: sync.wait "group", 0
  scf.for %i = %c0 to %n step %c1 {
    // ascend-a2: sync.wait "event"[0] from "v" to "m"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$matrix" {
      scf.for %j = %c0 to %c4 step %c1 {
        %e = memref.load %a[%j] : memref<4xf32>
        %f = arith.mulf %e, %two : f32
        memref.store %f, %b[%j] : memref<4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[0] from "m" to "v"
    // ascend-a2: sync.wait "event"[0] from "m" to "v"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$vector" {
      scf.for %j = %c0 to %c4 step %c1 {
        %e = memref.load %b[%j] : memref<4xf32>
        %f = arith.addf %e, %one : f32
        memref.store %f, %a[%j] : memref<4xf32>
      }
    }
    // ascend-a2: sync.signal "event"[0] from "v" to "m"
  }
  // ascend-a2: sync.wait "event"[0] from "v" to "m"
  // ascend-a2: sync.signal "event"[0] from "v" to "mte3"
  // ascend-a2: sync.wait "event"[0] from "v" to "mte3"
  // bismo: sync.signal "token" from "execute" to "result"
  // bismo: sync.wait "token" from "execute" to "result"
  // cuda-sm80: sync.barrier on "block"
  sync.work on "$store" {
    memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  }
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
