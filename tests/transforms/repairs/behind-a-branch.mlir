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
    %v1 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mm2s1" reads(%v1 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w1"
    }
    sync.signal "lock"[0] on "mm2s1"
    %v2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %v3 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.wait "lock"[0] on "s2mm1"
    sync.work on "s2mm1" reads(%v2 : memref<4xf32, strided<[1], offset: ?>>) writes(%v3 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w2"
    }
    sync.signal "lock"[4] on "s2mm1"
    scf.if %a {
      sync.work on "mm2s0" writes(%l2 : memref<4xf32>) {
        sync.opaque "w3"
      }
      %v4 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "mm2s1" writes(%v4 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w4"
      }
      %v5 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.wait "lock"[1] on "mm2s0"
      sync.work on "mm2s0" reads(%v5, %l2 : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>) writes(%l0 : memref<4xf32>) {
        sync.opaque "w5"
      }
    }
    sync.signal "lock"[2] on "mm2s0"
    sync.wait "lock"[2] on "core"
    sync.wait "lock"[4] on "core"
    func.return
  }
}
