builtin.module {
  func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
    %0 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 1.000000e+00 : f32
    %l0 = memref.alloc() : memref<4xf32>
    %l1 = memref.alloc() : memref<4xf32>
    %l2 = memref.alloc() : memref<4xf32>
    %p = memref.alloc() : memref<2x4xf32>
    %q = memref.alloc() : memref<3x4xf32>
    memref.store %f, %l0[%c0] : memref<4xf32>
    memref.store %f, %l0[%c1] : memref<4xf32>
    memref.store %f, %l0[%c2] : memref<4xf32>
    memref.store %f, %l0[%c3] : memref<4xf32>
    memref.store %f, %l1[%c0] : memref<4xf32>
    memref.store %f, %l1[%c1] : memref<4xf32>
    memref.store %f, %l1[%c2] : memref<4xf32>
    memref.store %f, %l1[%c3] : memref<4xf32>
    memref.store %f, %l2[%c0] : memref<4xf32>
    memref.store %f, %l2[%c1] : memref<4xf32>
    memref.store %f, %l2[%c2] : memref<4xf32>
    memref.store %f, %l2[%c3] : memref<4xf32>
    memref.store %f, %p[%c0, %c0] : memref<2x4xf32>
    memref.store %f, %p[%c0, %c1] : memref<2x4xf32>
    memref.store %f, %p[%c0, %c2] : memref<2x4xf32>
    memref.store %f, %p[%c0, %c3] : memref<2x4xf32>
    memref.store %f, %p[%c1, %c0] : memref<2x4xf32>
    memref.store %f, %p[%c1, %c1] : memref<2x4xf32>
    memref.store %f, %p[%c1, %c2] : memref<2x4xf32>
    memref.store %f, %p[%c1, %c3] : memref<2x4xf32>
    memref.store %f, %q[%c0, %c0] : memref<3x4xf32>
    memref.store %f, %q[%c0, %c1] : memref<3x4xf32>
    memref.store %f, %q[%c0, %c2] : memref<3x4xf32>
    memref.store %f, %q[%c0, %c3] : memref<3x4xf32>
    memref.store %f, %q[%c1, %c0] : memref<3x4xf32>
    memref.store %f, %q[%c1, %c1] : memref<3x4xf32>
    memref.store %f, %q[%c1, %c2] : memref<3x4xf32>
    memref.store %f, %q[%c1, %c3] : memref<3x4xf32>
    memref.store %f, %q[%c2, %c0] : memref<3x4xf32>
    memref.store %f, %q[%c2, %c1] : memref<3x4xf32>
    memref.store %f, %q[%c2, %c2] : memref<3x4xf32>
    memref.store %f, %q[%c2, %c3] : memref<3x4xf32>
    %v1 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mm2s0" reads(%v1 : memref<4xf32, strided<[1], offset: ?>>) writes(%l2 : memref<4xf32>) {
      sync.opaque "w1"
    }
    sync.signal "lock"[0] on "mm2s0"
    sync.wait "lock"[0] on "core"
    scf.if %a {
      %v2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "s2mm1" writes(%v2 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w2"
      }
      %v3 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %v4 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "s2mm1" reads(%v3 : memref<4xf32, strided<[1], offset: ?>>) writes(%v4 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w3"
      }
    } else {
      sync.signal "lock"[0] on "mm2s0"
      sync.signal "lock"[1] on "mm2s0"
      sync.signal "lock"[2] on "mm2s0"
      sync.signal "lock"[3] on "mm2s0"
      sync.signal "lock"[4] on "s2mm1"
      sync.signal "lock"[5] on "s2mm1"
      sync.signal "lock"[6] on "s2mm1"
      sync.signal "lock"[7] on "s2mm1"
      scf.for %v5 = %c0 to %m step %c1 {
        %1 = arith.remui %v5, %0 : index
        %2 = arith.addi %1, %0 : index
        %3 = arith.remui %v5, %0 : index
        %v6 = memref.subview %q[%c0, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.wait "lock"[%3] on "core"
        sync.work on "mm2s0" writes(%v6 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w4"
        }
        sync.signal "lock"[%3] on "mm2s0"
        %v7 = memref.subview %x[%v5, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.wait "lock"[%2] on "core"
        sync.work on "s2mm1" reads(%l1 : memref<4xf32>) writes(%v7 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w5"
        }
        sync.signal "lock"[%2] on "s2mm1"
      }
      sync.wait "lock"[0] on "core"
      sync.wait "lock"[1] on "core"
      sync.wait "lock"[2] on "core"
      sync.wait "lock"[3] on "core"
      sync.wait "lock"[4] on "core"
      sync.wait "lock"[5] on "core"
      sync.wait "lock"[6] on "core"
      sync.wait "lock"[7] on "core"
      scf.for %v8 = %c0 to %n step %c1 {
        sync.work on "mm2s1" writes(%l2 : memref<4xf32>) {
          sync.opaque "w6"
        }
        %v9 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.signal "lock"[15] on "s2mm1"
        sync.wait "lock"[15] on "core"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s1"
        sync.work on "s2mm1" reads(%v9, %l0 : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>) {
          sync.opaque "w7"
        }
      }
    }
    %v10 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.signal "lock"[15] on "s2mm1"
    sync.wait "lock"[15] on "core"
    sync.work on "mm2s0" reads(%v10 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w8"
    }
    sync.signal "lock"[0] on "mm2s0"
    sync.wait "lock"[0] on "core"
    func.return
  }
}
