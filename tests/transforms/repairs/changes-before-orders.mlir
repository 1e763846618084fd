func.func @f(%x: memref<10x4xf32> {llvm.noalias}, %y: memref<10x4xf32> {llvm.noalias}, %h: memref<4xf32> {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %l0 = memref.alloc() : memref<4xf32>
  %l1 = memref.alloc() : memref<4xf32>
  %l2 = memref.alloc() : memref<4xf32>
  %p = memref.alloc() : memref<2x4xf32>
  %q = memref.alloc() : memref<3x4xf32>
  sync.work on "rubik" reads(%l2 : memref<4xf32>) writes(%l2 : memref<4xf32>) {
    sync.opaque "w1"
  }
  sync.signal "interrupt"[0] from "rubik" to "host"
  sync.signal "interrupt"[0] from "sdp" to "host"
  sync.signal "interrupt"[1] from "rubik" to "host"
  scf.for %v1 = %c0 to %n step %c1 {
    %v2 = arith.remui %v1, %c2 : index
    %v3 = memref.subview %p[%v2, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %v4 = arith.addi %v1, %c1 : index
    %v5 = arith.remui %v4, %c3 : index
    %v6 = memref.subview %q[%v5, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.wait "interrupt"[0] from "rubik" to "host"
    sync.work on "rubik" reads(%v3 : memref<4xf32, strided<[1], offset: ?>>) writes(%v6 : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "w2"
    }
    sync.signal "interrupt"[0] from "rubik" to "host"
    sync.wait "interrupt"[0] from "sdp" to "host"
    sync.work on "conv" reads(%l0 : memref<4xf32>) {
      sync.opaque "w3"
    }
    sync.signal "interrupt"[0] from "conv" to "host"
    %v7 = memref.subview %y[%v1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.wait "interrupt"[1] from "rubik" to "host"
    sync.work on "rubik" reads(%v7 : memref<4xf32, strided<[1], offset: ?>>) writes(%l2 : memref<4xf32>) {
      sync.opaque "w4"
    }
    sync.signal "interrupt"[1] from "rubik" to "host"
    sync.wait "interrupt"[0] from "conv" to "host"
    sync.work on "sdp" reads(%l1 : memref<4xf32>) writes(%l0 : memref<4xf32>) {
      sync.opaque "w5"
    }
    sync.signal "interrupt"[0] from "sdp" to "host"
  }
  sync.wait "interrupt"[0] from "rubik" to "host"
  sync.wait "interrupt"[0] from "sdp" to "host"
  func.return
}
