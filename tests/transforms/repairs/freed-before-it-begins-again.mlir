builtin.module {
  func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
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
    sync.init "mbarrier"[1], 1
    sync.arm "mbarrier"[1]
    scf.for %v1 = %c0 to %c3 step %c1 {
      %v2 = memref.subview %y[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %v3 = memref.subview %x[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "wgmma" reads(%v2 : memref<4xf32, strided<[1], offset: ?>>) writes(%v3 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w1"
      }
      sync.commit "wgmma"
      %v4 = memref.subview %y[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "tma-store" reads(%v4 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w2"
      }
      %v5 = memref.subview %x[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.wait "wgmma", 0
      sync.barrier on "block"
      sync.work on "tma-load" writes(%v5 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w3"
      }
    }
    sync.signal "mbarrier"[1] on "tma-load"
    sync.wait "mbarrier"[1], 0 on "block"
    sync.fence "async-proxy"
    scf.for %v6 = %c0 to %c2 step %c1 {
      sync.wait "bulk", 0
      sync.barrier on "block"
      scf.if %a {
        %v7 = arith.addi %v6, %c1 : index
        %v8 = arith.remui %v7, %c2 : index
        %v9 = memref.subview %p[%v8, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.init "mbarrier"[0], 1
        sync.arm "mbarrier"[0]
        sync.work on "tma-load" reads(%v9 : memref<4xf32, strided<[1], offset: ?>>) writes(%l0 : memref<4xf32>) {
          sync.opaque "w4"
        }
        sync.signal "mbarrier"[0] on "tma-load"
        sync.wait "mbarrier"[0], 0 on "block"
        sync.barrier on "block"
        sync.work on "tma-store" reads(%l0 : memref<4xf32>) writes(%l0 : memref<4xf32>) {
          sync.opaque "w5"
        }
      } else {
        %v10 = memref.subview %x[%v6, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.work on "wgmma" reads(%v10 : memref<4xf32, strided<[1], offset: ?>>) writes(%l2 : memref<4xf32>) {
          sync.opaque "w6"
        }
        sync.commit "wgmma"
        %v11 = arith.remui %v6, %c3 : index
        %v12 = memref.subview %q[%v11, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        %v13 = arith.addi %v6, %c1 : index
        %v14 = arith.remui %v13, %c3 : index
        %v15 = memref.subview %q[%v14, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        %v16 = memref.subview %x[%v6, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.wait "wgmma", 0
        sync.barrier on "block"
        sync.work on "tma-store" reads(%v12, %v15 : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) writes(%v16 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w7"
        }
      }
      sync.commit "bulk"
    }
    sync.commit "bulk"
    sync.work on "wgmma" writes(%l2 : memref<4xf32>) {
      sync.opaque "w8"
    }
    sync.wait "bulk", 1
    func.return
  }
}
