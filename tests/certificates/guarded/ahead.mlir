func.func @f(%x: memref<16x64xf32>, %y: memref<16x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %any = arith.cmpi slt, %c0, %n : index
  scf.if %any {
  %buf = memref.alloc() : memref<2x64xf32>
  %first = memref.subview %buf[0, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1]>>
  %x0 = memref.subview %x[0, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1]>>
  sync.work on "mte2" { memref.copy %x0, %first : memref<64xf32, strided<[1]>> to memref<64xf32, strided<[1]>> }
  sync.signal "event"[0] from "mte2" to "v"
  sync.signal "event"[1] from "v" to "mte2"
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %s = arith.remui %i, %c2 : index
    %t = arith.remui %next, %c2 : index
    scf.if %more {
      %xi = memref.subview %x[%next, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
      %bi = memref.subview %buf[%t, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: ?>>
      sync.wait "event"[%t] from "v" to "mte2"
      sync.work on "mte2" { memref.copy %xi, %bi : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32, strided<[1], offset: ?>> }
      sync.signal "event"[%t] from "mte2" to "v"
    }
    %b = memref.subview %buf[%s, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    sync.wait "event"[%s] from "mte2" to "v"
    sync.work on "v" reads(%b : memref<64xf32, strided<[1], offset: ?>>) writes(%yi : memref<64xf32, strided<[1], offset: ?>>) { sync.opaque "vec" }
    sync.signal "event"[%s] from "v" to "mte2"
  }
  sync.wait "event"[0] from "v" to "mte2"
  sync.wait "event"[1] from "v" to "mte2"
  sync.barrier
  }
  return
}
