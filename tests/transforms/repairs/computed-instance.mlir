builtin.module {
  func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
    %0 = arith.constant 8 : index
    %1 = arith.constant 4 : index
    %2 = arith.constant 5 : index
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
    scf.for %v1 = %c0 to %n step %c1 {
      scf.for %v2 = %c0 to %n step %c1 {
        %v3 = arith.remui %v1, %c3 : index
        %v4 = memref.subview %q[%v3, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.signal "lock"[15] on "s2mm0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "s2mm1"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s1"
        sync.wait "lock"[15] on "core"
        sync.work on "mm2s1" reads(%v4 : memref<4xf32, strided<[1], offset: ?>>) writes(%l0 : memref<4xf32>) {
          sync.opaque "w1"
        }
        %v5 = memref.subview %y[%v2, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.work on "s2mm1" reads(%v5 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w2"
        }
        %v6 = memref.subview %x[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.signal "lock"[15] on "s2mm0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "s2mm1"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s1"
        sync.wait "lock"[15] on "core"
        sync.work on "s2mm1" reads(%l0 : memref<4xf32>) writes(%v6 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w3"
        }
        %v7 = arith.remui %v2, %c2 : index
        %v8 = memref.subview %p[%v7, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.work on "mm2s0" reads(%l2 : memref<4xf32>) writes(%v8 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w4"
        }
      }
      sync.signal "lock"[15] on "s2mm0"
      sync.wait "lock"[15] on "core"
      sync.signal "lock"[15] on "s2mm1"
      sync.wait "lock"[15] on "core"
      sync.signal "lock"[15] on "mm2s0"
      sync.wait "lock"[15] on "core"
      sync.signal "lock"[15] on "mm2s1"
      sync.wait "lock"[15] on "core"
      sync.work on "s2mm1" writes(%l2 : memref<4xf32>) {
        sync.opaque "w5"
      }
    }
    sync.signal "lock"[0] on "s2mm1"
    sync.signal "lock"[1] on "s2mm1"
    sync.signal "lock"[2] on "s2mm1"
    sync.signal "lock"[3] on "s2mm1"
    sync.signal "lock"[4] on "s2mm1"
    scf.for %v9 = %c0 to %n step %c1 {
      sync.wait "lock"[4] on "core"
      scf.for %v10 = %c0 to %n step %c1 {
        %v11 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.signal "lock"[15] on "s2mm0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "s2mm1"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s1"
        sync.wait "lock"[15] on "core"
        sync.work on "mm2s0" reads(%l1 : memref<4xf32>) writes(%v11 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w6"
        }
        %v12 = arith.remui %v10, %c3 : index
        %v13 = memref.subview %q[%v12, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.work on "mm2s1" reads(%l2 : memref<4xf32>) writes(%v13 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w7"
        }
        %v14 = arith.remui %v10, %c3 : index
        %v15 = memref.subview %q[%v14, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        %v16 = memref.subview %x[%v10, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.signal "lock"[15] on "s2mm0"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "s2mm1"
        sync.wait "lock"[15] on "core"
        sync.signal "lock"[15] on "mm2s0"
        sync.wait "lock"[15] on "core"
        sync.work on "mm2s1" reads(%v15, %v16 : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) writes(%l0 : memref<4xf32>) {
          sync.opaque "w8"
        }
      }
      scf.for %v17 = %c0 to %n step %c1 {
        %3 = arith.remui %v17, %1 : index
        %v18 = arith.remui %v9, %c2 : index
        %v19 = memref.subview %p[%v18, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.wait "lock"[%3] on "core"
        sync.work on "s2mm1" reads(%v19 : memref<4xf32, strided<[1], offset: ?>>) writes(%l1 : memref<4xf32>) {
          sync.opaque "w9"
        }
      }
      sync.signal "lock"[4] on "s2mm1"
    }
    sync.wait "lock"[0] on "core"
    sync.wait "lock"[1] on "core"
    sync.wait "lock"[2] on "core"
    sync.wait "lock"[3] on "core"
    sync.wait "lock"[4] on "core"
    sync.signal "lock"[15] on "mm2s1"
    sync.wait "lock"[15] on "core"
    sync.signal "lock"[8] on "mm2s0"
    sync.signal "lock"[9] on "mm2s0"
    sync.signal "lock"[10] on "mm2s0"
    sync.signal "lock"[11] on "mm2s0"
    sync.signal "lock"[12] on "mm2s0"
    scf.for %v20 = %c0 to %n step %c1 {
      %v21 = arith.remui %v20, %c2 : index
      %v22 = memref.subview %p[%v21, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "s2mm1" writes(%v22 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w10"
      }
      sync.signal "lock"[15] on "s2mm1"
      sync.wait "lock"[15] on "core"
      sync.signal "lock"[6] on "s2mm0"
      sync.signal "lock"[7] on "s2mm0"
      scf.for %v23 = %c0 to %c3 step %c1 {
        %4 = arith.addi %v23, %c1 : index
        %5 = arith.remui %4, %c3 : index
        %6 = arith.addi %5, %2 : index
        %7 = arith.remui %v23, %c3 : index
        %8 = arith.addi %7, %2 : index
        sync.work on "s2mm0" reads(%l0 : memref<4xf32>) writes(%l0 : memref<4xf32>) {
          sync.opaque "w11"
        }
        sync.signal "lock"[%8] on "s2mm0"
        sync.wait "lock"[%6] on "core"
        sync.work on "s2mm0" reads(%l2 : memref<4xf32>) writes(%l2 : memref<4xf32>) {
          sync.opaque "w12"
        }
      }
      %9 = arith.maxsi %c0, %c3 : index
      %10 = arith.subi %9, %c0 : index
      %11 = arith.ceildivsi %10, %c1 : index
      %12 = arith.addi %11, %c1 : index
      %13 = arith.remui %12, %c3 : index
      %14 = arith.addi %13, %2 : index
      sync.wait "lock"[%14] on "core"
      %15 = arith.addi %11, %c2 : index
      %16 = arith.remui %15, %c3 : index
      %17 = arith.addi %16, %2 : index
      sync.wait "lock"[%17] on "core"
      sync.wait "lock"[12] on "core"
      scf.for %v24 = %c0 to %m step %c1 {
        %18 = arith.remui %v24, %1 : index
        %19 = arith.addi %18, %0 : index
        %v25 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.wait "lock"[%19] on "core"
        sync.work on "mm2s0" reads(%v25 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w13"
        }
        sync.signal "lock"[%19] on "mm2s0"
      }
      sync.signal "lock"[12] on "mm2s0"
    }
    sync.wait "lock"[8] on "core"
    sync.wait "lock"[9] on "core"
    sync.wait "lock"[10] on "core"
    sync.wait "lock"[11] on "core"
    sync.wait "lock"[12] on "core"
    func.return
  }
}
