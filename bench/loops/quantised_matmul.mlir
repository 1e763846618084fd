// Rows of a matrix product of bytes: sums have 32 bits, and are scaled back to bytes on their way out.
func.func @main(%A: memref<64x16xi8>, %B: memref<16x16xi8>, %C: memref<64x16xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %scale = arith.constant 77 : i32
  %shift = arith.constant 12 : i32
  %a = memref.alloca() : memref<8x16xi8>
  %s = memref.alloca() : memref<8x16xi32>
  %q = memref.alloca() : memref<8x16xi8>
  scf.for %k = %c0 to %c64 step %c8 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %k, %i : index
        %v = memref.load %A[%at, %j] : memref<64x16xi8>
        memref.store %v, %a[%i, %j] : memref<8x16xi8>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        memref.store %zero, %s[%i, %j] : memref<8x16xi32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        scf.for %l = %c0 to %c16 step %c1 {
          %u = memref.load %a[%i, %l] : memref<8x16xi8>
          %v = memref.load %B[%l, %j] : memref<16x16xi8>
          %o = memref.load %s[%i, %j] : memref<8x16xi32>
          %u32 = arith.extsi %u : i8 to i32
          %v32 = arith.extsi %v : i8 to i32
          %m = arith.muli %u32, %v32 : i32
          %n = arith.addi %o, %m : i32
          memref.store %n, %s[%i, %j] : memref<8x16xi32>
        }
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %o = memref.load %s[%i, %j] : memref<8x16xi32>
        %p = arith.muli %o, %scale : i32
        %h = arith.shrsi %p, %shift : i32
        %b = arith.trunci %h : i32 to i8
        memref.store %b, %q[%i, %j] : memref<8x16xi8>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %k, %i : index
        %v = memref.load %q[%i, %j] : memref<8x16xi8>
        memref.store %v, %C[%at, %j] : memref<64x16xi8>
      }
    }
  } {software_pipeline_schedule}
  return
}
