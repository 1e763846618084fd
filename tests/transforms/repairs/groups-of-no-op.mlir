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
    sync.work on "tmem-st" reads(%l1, %v1 : memref<4xf32>, memref<4xf32, strided<[1], offset: ?>>) writes(%l1 : memref<4xf32>) {
      sync.opaque "w1"
    }
    %v2 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "tmem-st" reads(%v2 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w2"
    }
    sync.fence "async-proxy"
    sync.barrier on "block"
    scf.if %a {
      sync.work on "tma-load" reads(%l2 : memref<4xf32>) writes(%l1 : memref<4xf32>) {
        sync.opaque "w3"
      }
    }
    func.return
  }
}
