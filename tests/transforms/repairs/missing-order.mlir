builtin.module {
  func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
    %0 = arith.constant 9 : index
    %1 = arith.constant 7 : index
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
    %v1 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "s2mm1" writes(%v1 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w1"
    }
    sync.signal "lock"[3] on "mm2s1"
    sync.signal "lock"[4] on "mm2s1"
    sync.signal "lock"[7] on "s2mm1"
    sync.signal "lock"[8] on "s2mm1"
    sync.signal "lock"[9] on "mm2s1"
    sync.signal "lock"[10] on "mm2s1"
    sync.signal "lock"[11] on "mm2s1"
    scf.for %v2 = %c0 to %n step %c1 {
      %3 = arith.remui %v2, %c3 : index
      %4 = arith.addi %3, %0 : index
      %5 = arith.remui %v2, %c2 : index
      %6 = arith.addi %5, %1 : index
      %7 = arith.remui %v2, %c2 : index
      %8 = arith.addi %7, %2 : index
      %9 = arith.addi %v2, %c1 : index
      %10 = arith.remui %9, %c3 : index
      %11 = arith.addi %10, %c2 : index
      %12 = arith.remui %v2, %c3 : index
      %13 = arith.addi %12, %c2 : index
      sync.wait "lock"[%6] on "core"
      sync.work on "s2mm1" writes(%l1 : memref<4xf32>) {
        sync.opaque "w2"
      }
      sync.signal "lock"[%6] on "s2mm1"
      sync.wait "lock"[%4] on "core"
      sync.work on "mm2s1" writes(%l2 : memref<4xf32>) {
        sync.opaque "w3"
      }
      sync.signal "lock"[%13] on "mm2s1"
      %v3 = arith.addi %v2, %c1 : index
      %v4 = arith.remui %v3, %c3 : index
      %v5 = memref.subview %q[%v4, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %v6 = memref.subview %x[%v2, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %v7 = arith.remui %v2, %c3 : index
      %v8 = memref.subview %q[%v7, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.wait "lock"[%11] on "core"
      sync.work on "mm2s1" reads(%v5, %v6 : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) writes(%v8 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w4"
      }
      sync.signal "lock"[%4] on "mm2s1"
      %v9 = arith.addi %v2, %c1 : index
      %v10 = arith.remui %v9, %c2 : index
      %v11 = memref.subview %p[%v10, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.work on "s2mm1" reads(%v11 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w5"
      }
      sync.signal "lock"[1] on "s2mm1"
      %v12 = arith.addi %v2, %c1 : index
      %v13 = arith.remui %v12, %c2 : index
      %v14 = memref.subview %p[%v13, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      sync.wait "lock"[1] on "mm2s0"
      sync.work on "mm2s0" writes(%v14 : memref<4xf32, strided<[1], offset: ?>>) {
        sync.opaque "w6"
      }
    }
    %14 = arith.maxsi %c0, %n : index
    %15 = arith.subi %14, %c0 : index
    %16 = arith.ceildivsi %15, %c1 : index
    %17 = arith.addi %16, %c1 : index
    %18 = arith.remui %17, %c3 : index
    %19 = arith.addi %18, %c2 : index
    sync.wait "lock"[%19] on "core"
    %20 = arith.addi %16, %c2 : index
    %21 = arith.remui %20, %c3 : index
    %22 = arith.addi %21, %c2 : index
    sync.wait "lock"[%22] on "core"
    sync.wait "lock"[7] on "core"
    sync.wait "lock"[8] on "core"
    sync.wait "lock"[9] on "core"
    sync.wait "lock"[10] on "core"
    sync.wait "lock"[11] on "core"
    %v15 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mm2s0" reads(%l2 : memref<4xf32>) writes(%v15 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w7"
    }
    sync.signal "lock"[0] on "mm2s0"
    sync.wait "lock"[0] on "core"
    func.return
  }
}
