// A ring of three slots on a resource of two.
// machine: ring_of_three.toml
// check: refuted
// insert-sync: P150
func.func @main(%n: index, %k: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m0 = memref.alloc() : memref<8x2xf32>
  %m1 = memref.alloc() : memref<8x2xf32>
  sync.signal "f"[%c0] from "b" to "a"
  sync.signal "f"[%c1] from "b" to "a"
  sync.signal "f"[%c2] from "b" to "a"
  scf.for %i1 = %c0 to %n step %c1 {
    %v2 = arith.remui %i1, %c3 : index
    sync.wait "f"[%v2] from "b" to "a"
    %s3 = memref.subview %m0[%v2, 0] [1, 2] [1, 1] : memref<8x2xf32> to memref<2xf32, strided<[1], offset: ?>>
    sync.work on "a" writes(%s3 : memref<2xf32, strided<[1], offset: ?>>) {
      sync.opaque "w"
    }
    %v4 = arith.remui %i1, %c3 : index
    sync.signal "f"[%v4] from "a" to "b"
    %v5 = arith.remui %i1, %c3 : index
    sync.wait "f"[%v5] from "a" to "b"
    sync.work on "b" reads(%s3 : memref<2xf32, strided<[1], offset: ?>>) {
      sync.opaque "r"
    }
    %v6 = arith.remui %i1, %c3 : index
    sync.signal "f"[%v6] from "b" to "a"
  }
  sync.wait "f"[%c0] from "b" to "a"
  sync.wait "f"[%c1] from "b" to "a"
  sync.wait "f"[%c2] from "b" to "a"
  return
}
