// A product of matrices in tiles: two slots for the tiles of each operand, sums that go from one accumulator to the other.
func.func @f(%a: memref<6x2x2xf32> {llvm.noalias}, %b: memref<6x6x2x2xf32> {llvm.noalias}, %c: memref<6x2x2xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %as = memref.alloc() : memref<2x2x2xf32>
  %bs = memref.alloc() : memref<2x2x2xf32>
  %acc = memref.alloc() : memref<2x2x2xf32>
  // ascend-a2: sync.signal "event"[0] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "fix" to "m"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %j = %c0 to %n step %c1 {
    // ascend-a2: sync.wait "event"[0] from "fix" to "m"
    // bismo: sync.wait "token" from "result" to "execute"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$matrix" {
      scf.for %i = %c0 to %c2 step %c1 {
        scf.for %k = %c0 to %c2 step %c1 {
          memref.store %zero, %acc[%c0, %i, %k] : memref<2x2x2xf32>
        }
      }
    }
    scf.for %t = %c0 to %n step %c1 {
      %slot = arith.remui %t, %c2 : index
      %next = arith.addi %t, %c1 : index
      %to = arith.remui %next, %c2 : index
      %at = memref.subview %a[%t, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %bt = memref.subview %b[%t, %j, 0, 0] [1, 1, 2, 2] [1, 1, 1, 1] : memref<6x6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %as_t = memref.subview %as[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %bs_t = memref.subview %bs[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      // ascend-a2: sync.wait "event"[%slot] from "m" to "mte2"
      // bismo: sync.wait "token" from "execute" to "fetch"
      sync.work on "$load" {
        memref.copy %at, %as_t : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      sync.work on "$load" {
        memref.copy %bt, %bs_t : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      // ascend-a2: sync.signal "event"[%slot] from "mte2" to "m"
      // ascend-a2: sync.wait "event"[%slot] from "mte2" to "m"
      // bismo: sync.signal "token" from "fetch" to "execute"
      // bismo: sync.wait "token" from "fetch" to "execute"
      // cuda-sm80: sync.commit "group"
      // cuda-sm80: sync.wait "group", 0
      // cuda-sm80: sync.barrier on "block"
      sync.work on "$matrix" {
        scf.for %i = %c0 to %c2 step %c1 {
          scf.for %k = %c0 to %c2 step %c1 {
            %old = memref.load %acc[%slot, %i, %k] : memref<2x2x2xf32>
            %new = scf.for %l = %c0 to %c2 step %c1 iter_args(%sum = %old) -> (f32) {
              %x = memref.load %as[%slot, %i, %l] : memref<2x2x2xf32>
              %y = memref.load %bs[%slot, %l, %k] : memref<2x2x2xf32>
              %xy = arith.mulf %x, %y : f32
              %more = arith.addf %sum, %xy : f32
              scf.yield %more : f32
            }
            memref.store %new, %acc[%to, %i, %k] : memref<2x2x2xf32>
          }
        }
      }
      // ascend-a2: sync.signal "event"[%slot] from "m" to "mte2"
      // bismo: sync.signal "token" from "execute" to "fetch"
    }
    %last = arith.remui %n, %c2 : index
    %sums = memref.subview %acc[%last, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    %cj = memref.subview %c[%j, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    // ascend-a2: sync.signal "event"[0] from "m" to "fix"
    // ascend-a2: sync.wait "event"[0] from "m" to "fix"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$drain" {
      memref.copy %sums, %cj : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[0] from "fix" to "m"
    // bismo: sync.signal "token" from "result" to "execute"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "execute" to "fetch"
  }
  // ascend-a2: sync.wait "event"[0] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "fix" to "m"
  // ascend-a2: sync.signal "event"[0] from "fix" to "s"
  // ascend-a2: sync.wait "event"[0] from "fix" to "s"
  // bismo: sync.barrier
  return
}
