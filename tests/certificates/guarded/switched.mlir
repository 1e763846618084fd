func.func @f(%x: memref<16x64xf32>, %y: memref<16x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %buf = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.remui %i, %c3 : index
    %xi = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    scf.index_switch %k
    case 1 {
      sync.work on "mte2" { memref.copy %xi, %buf : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32> }
      sync.signal "event"[0] from "mte2" to "v"
      scf.yield
    }
    default {
    }
    %yi = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    scf.index_switch %k
    case 0 { scf.yield }
    case 1 {
      sync.wait "event"[0] from "mte2" to "v"
      sync.work on "v" reads(%buf : memref<64xf32>) writes(%yi : memref<64xf32, strided<[1], offset: ?>>) { sync.opaque "vec" }
      sync.barrier
      scf.yield
    }
    default {
    }
  }
  return
}
