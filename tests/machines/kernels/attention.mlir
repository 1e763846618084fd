// Attention over blocks of keys: products of two matrices with an exponential between them, sums for the division kept beside.
func.func @f(%q: memref<6x2x2xf32> {llvm.noalias}, %k: memref<6x2x2xf32> {llvm.noalias}, %v: memref<6x2x2xf32> {llvm.noalias}, %o: memref<6x2x2xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %qs = memref.alloc() : memref<2x2xf32>
  %ks = memref.alloc() : memref<2x2x2xf32>
  %vs = memref.alloc() : memref<2x2x2xf32>
  %s = memref.alloc() : memref<2x2xf32>
  %p = memref.alloc() : memref<2x2xf32>
  %acc = memref.alloc() : memref<2x2x2xf32>
  %sum = memref.alloc() : memref<2x2xf32>
  %os = memref.alloc() : memref<2x2xf32>
  // ascend-a2: sync.signal "event"[0] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[2] from "m" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "execute" to "fetch"
  // bismo: sync.signal "token" from "result" to "execute"
  scf.for %i = %c0 to %n step %c1 {
    %qi = memref.subview %q[%i, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    // ascend-a2: sync.wait "event"[2] from "m" to "mte2"
    sync.work on "$load" {
      memref.copy %qi, %qs : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32>
    }
    // ascend-a2: sync.wait "event"[1] from "v" to "m"
    sync.work on "$matrix" {
      scf.for %a = %c0 to %c2 step %c1 {
        scf.for %b = %c0 to %c2 step %c1 {
          memref.store %zero, %acc[%c0, %a, %b] : memref<2x2x2xf32>
        }
      }
    }
    // ascend-a2: sync.barrier on "v"
    sync.work on "$vector" {
      scf.for %a = %c0 to %c2 step %c1 {
        memref.store %zero, %sum[%c0, %a] : memref<2x2xf32>
      }
    }
    // ascend-a2: sync.signal "event"[1] from "v" to "m"
    scf.for %j = %c0 to %n step %c1 {
      %slot = arith.remui %j, %c2 : index
      %next = arith.addi %j, %c1 : index
      %to = arith.remui %next, %c2 : index
      %kj = memref.subview %k[%j, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %vj = memref.subview %v[%j, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %ksj = memref.subview %ks[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %vsj = memref.subview %vs[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      // ascend-a2: sync.wait "event"[%slot] from "m" to "mte2"
      // bismo: sync.wait "token" from "execute" to "fetch"
      sync.work on "$load" {
        memref.copy %kj, %ksj : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      sync.work on "$load" {
        memref.copy %vj, %vsj : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      // ascend-a2: sync.signal "event"[%slot] from "mte2" to "m"
      // ascend-a2: sync.wait "event"[%slot] from "mte2" to "m"
      // bismo: sync.signal "token" from "fetch" to "execute"
      // bismo: sync.wait "token" from "fetch" to "execute"
      // cuda-sm80: sync.commit "group"
      // cuda-sm80: sync.wait "group", 0
      // cuda-sm80: sync.barrier on "block"
      sync.work on "$matrix" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            %new = scf.for %l = %c0 to %c2 step %c1 iter_args(%old = %zero) -> (f32) {
              %x = memref.load %qs[%a, %l] : memref<2x2xf32>
              %y = memref.load %ks[%slot, %b, %l] : memref<2x2x2xf32>
              %xy = arith.mulf %x, %y : f32
              %more = arith.addf %old, %xy : f32
              scf.yield %more : f32
            }
            memref.store %new, %s[%a, %b] : memref<2x2xf32>
          }
        }
      }
      // ascend-a2: sync.signal "event"[0] from "m" to "v"
      // ascend-a2: sync.wait "event"[0] from "m" to "v"
      // cuda-sm80: sync.barrier on "block"
      sync.work on "$vector" {
        scf.for %a = %c0 to %c2 step %c1 {
          %before = memref.load %sum[%slot, %a] : memref<2x2xf32>
          %new = scf.for %b = %c0 to %c2 step %c1 iter_args(%old = %before) -> (f32) {
            %x = memref.load %s[%a, %b] : memref<2x2xf32>
            %e = math.exp %x : f32
            memref.store %e, %p[%a, %b] : memref<2x2xf32>
            %more = arith.addf %old, %e : f32
            scf.yield %more : f32
          }
          memref.store %new, %sum[%to, %a] : memref<2x2xf32>
        }
      }
      // ascend-a2: sync.signal "event"[0] from "v" to "m"
      // ascend-a2: sync.wait "event"[0] from "v" to "m"
      // cuda-sm80: sync.barrier on "block"
      sync.work on "$matrix" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            %before = memref.load %acc[%slot, %a, %b] : memref<2x2x2xf32>
            %new = scf.for %l = %c0 to %c2 step %c1 iter_args(%old = %before) -> (f32) {
              %x = memref.load %p[%a, %l] : memref<2x2xf32>
              %y = memref.load %vs[%slot, %l, %b] : memref<2x2x2xf32>
              %xy = arith.mulf %x, %y : f32
              %more = arith.addf %old, %xy : f32
              scf.yield %more : f32
            }
            memref.store %new, %acc[%to, %a, %b] : memref<2x2x2xf32>
          }
        }
      }
      // ascend-a2: sync.signal "event"[%slot] from "m" to "mte2"
      // bismo: sync.signal "token" from "execute" to "fetch"
    }
    // ascend-a2: sync.signal "event"[2] from "m" to "mte2"
    // ascend-a2: sync.signal "event"[1] from "m" to "v"
    // ascend-a2: sync.wait "event"[1] from "m" to "v"
    // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.signal "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "execute" to "fetch"
    // bismo: sync.wait "token" from "result" to "execute"
    // cuda-sm80: sync.barrier on "block"
    %last = arith.remui %n, %c2 : index
    sync.work on "$vector" {
      scf.for %a = %c0 to %c2 step %c1 {
        scf.for %b = %c0 to %c2 step %c1 {
          %x = memref.load %acc[%last, %a, %b] : memref<2x2x2xf32>
          %all = memref.load %sum[%last, %a] : memref<2x2xf32>
          %y = arith.divf %x, %all : f32
          memref.store %y, %os[%a, %b] : memref<2x2xf32>
        }
      }
    }
    // ascend-a2: sync.signal "event"[0] from "v" to "mte3"
    // ascend-a2: sync.wait "event"[0] from "v" to "mte3"
    // bismo: sync.signal "token" from "execute" to "result"
    // bismo: sync.wait "token" from "execute" to "result"
    // cuda-sm80: sync.barrier on "block"
    %oi = memref.subview %o[%i, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    sync.work on "$store" {
      memref.copy %os, %oi : memref<2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[0] from "mte3" to "v"
    // bismo: sync.signal "token" from "result" to "execute"
  }
  // ascend-a2: sync.wait "event"[0] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[2] from "m" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "v"
  // ascend-a2: sync.signal "event"[0] from "mte3" to "s"
  // ascend-a2: sync.wait "event"[0] from "mte3" to "s"
  // bismo: sync.barrier
  return
}
