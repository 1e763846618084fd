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
  %acc = memref.alloc() : memref<2x2xf32>
  %sum = memref.alloc() : memref<2xf32>
  %os = memref.alloc() : memref<2x2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %qi = memref.subview %q[%i, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    sync.work on "$load" {
      memref.copy %qi, %qs : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32>
    }
    sync.work on "$matrix" {
      scf.for %a = %c0 to %c2 step %c1 {
        scf.for %b = %c0 to %c2 step %c1 {
          memref.store %zero, %acc[%a, %b] : memref<2x2xf32>
        }
      }
    }
    sync.work on "$vector" {
      scf.for %a = %c0 to %c2 step %c1 {
        memref.store %zero, %sum[%a] : memref<2xf32>
      }
    }
    scf.for %j = %c0 to %n step %c1 {
      %slot = arith.remui %j, %c2 : index
      %kj = memref.subview %k[%j, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %vj = memref.subview %v[%j, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %ksj = memref.subview %ks[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      %vsj = memref.subview %vs[%slot, 0, 0] [1, 2, 2] [1, 1, 1] : memref<2x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      sync.work on "$load" {
        memref.copy %kj, %ksj : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      sync.work on "$load" {
        memref.copy %vj, %vsj : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32, strided<[2, 1], offset: ?>>
      }
      sync.work on "$matrix" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            memref.store %zero, %s[%a, %b] : memref<2x2xf32>
            scf.for %l = %c0 to %c2 step %c1 {
              %x = memref.load %qs[%a, %l] : memref<2x2xf32>
              %y = memref.load %ks[%slot, %b, %l] : memref<2x2x2xf32>
              %xy = arith.mulf %x, %y : f32
              %old = memref.load %s[%a, %b] : memref<2x2xf32>
              %new = arith.addf %old, %xy : f32
              memref.store %new, %s[%a, %b] : memref<2x2xf32>
            }
          }
        }
      }
      sync.work on "$vector" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            %x = memref.load %s[%a, %b] : memref<2x2xf32>
            %e = math.exp %x : f32
            memref.store %e, %p[%a, %b] : memref<2x2xf32>
            %old = memref.load %sum[%a] : memref<2xf32>
            %new = arith.addf %old, %e : f32
            memref.store %new, %sum[%a] : memref<2xf32>
          }
        }
      }
      sync.work on "$matrix" {
        scf.for %a = %c0 to %c2 step %c1 {
          scf.for %b = %c0 to %c2 step %c1 {
            scf.for %l = %c0 to %c2 step %c1 {
              %x = memref.load %p[%a, %l] : memref<2x2xf32>
              %y = memref.load %vs[%slot, %l, %b] : memref<2x2x2xf32>
              %xy = arith.mulf %x, %y : f32
              %old = memref.load %acc[%a, %b] : memref<2x2xf32>
              %new = arith.addf %old, %xy : f32
              memref.store %new, %acc[%a, %b] : memref<2x2xf32>
            }
          }
        }
      }
    }
    sync.work on "$vector" {
      scf.for %a = %c0 to %c2 step %c1 {
        scf.for %b = %c0 to %c2 step %c1 {
          %x = memref.load %acc[%a, %b] : memref<2x2xf32>
          %all = memref.load %sum[%a] : memref<2xf32>
          %y = arith.divf %x, %all : f32
          memref.store %y, %os[%a, %b] : memref<2x2xf32>
        }
      }
    }
    %oi = memref.subview %o[%i, 0, 0] [1, 2, 2] [1, 1, 1] : memref<6x2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    sync.work on "$store" {
      memref.copy %os, %oi : memref<2x2xf32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
    }
  }
  return
}
