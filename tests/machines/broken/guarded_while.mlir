// The same as it was drawn, with more around it.
// machine: ascend-a2
// check: unknown
// insert-sync: right
func.func @main(%x: memref<32xf32> {llvm.noalias}, %y: memref<32xf32> {llvm.noalias}, %n: index, %k: index, %b: i1) {
  %k0_index = arith.constant 0 : index
  %k16_index = arith.constant 16 : index
  %k1_index = arith.constant 1 : index
  %k2_index = arith.constant 2 : index
  %k3_index = arith.constant 3 : index
  %km1_index = arith.constant -1 : index
  %k8_index = arith.constant 8 : index
  %k4_index = arith.constant 4 : index
  %k7_index = arith.constant 7 : index
  %k127_i8 = arith.constant 127 : i8
  %k1_f32 = arith.constant 1.0 : f32
  %a1 = memref.alloc() : memref<8xf32>
  %arena2 = memref.alloc() : memref<64xi8>
  %a3 = memref.view %arena2[%k0_index][] : memref<64xi8> to memref<4xf32>
  %a4 = memref.view %arena2[%k16_index][] : memref<64xi8> to memref<8xf32>
  %r7 = scf.for %i5 = %k0_index to %k step %k1_index iter_args(%c6 = %k2_index) -> (index) {
    %x8 = arith.subi %k3_index, %i5 : index
    %x9 = arith.muli %x8, %k2_index : index
    %x10 = arith.addi %x9, %km1_index : index
    %s11 = memref.subview %a4[%x10][2][1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
    %s12 = memref.subview %a4[%k0_index][8][1] : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %x13 = arith.muli %k0_index, %k8_index : index
    %s14 = memref.subview %a4[%x13][8][1] : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    sync.work on "mte2" reads(%s14, %a1 : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>) writes(%a4 : memref<8xf32>) {
      sync.opaque "w14"
    }
    %x15 = arith.addi %c6, %km1_index : index
    scf.yield %x15 : index
  }
  scf.for %i16 = %k0_index to %k4_index step %k2_index {
    %b17 = arith.cmpi ugt, %i16, %k : index
    scf.if %b17 {
      sync.work on "s" {
        sync.opaque "w17"
      }
      %x18 = arith.remsi %i16, %k2_index : index
      %b19 = arith.cmpi ult, %x18, %k3_index : index
      scf.if %b19 {
        %s20 = memref.subview %a3[%k1_index][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
        %x21 = arith.muli %i16, %k3_index : index
        %x22 = arith.muli %x21, %k4_index : index
        %s23 = memref.subview %a1[%x22][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
        %x24 = arith.addi %i16, %k3_index : index
        %x25 = arith.muli %x24, %k2_index : index
        %s26 = memref.subview %a4[%x25][2][1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
        sync.work on "m" reads(%a3 : memref<4xf32>) writes(%s23, %s26 : memref<4xf32, strided<[1], offset: ?>>, memref<2xf32, strided<[1], offset: ?>>) {
          sync.opaque "w26"
        }
        %x27 = arith.remui %i16, %k8_index : index
        %x28 = arith.addi %x27, %k1_index : index
        %s29 = memref.subview %a1[%x28][1][1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
        sync.work on "mte3" reads(%s29, %a4 : memref<1xf32, strided<[1], offset: ?>>, memref<8xf32>) {
          sync.opaque "w29"
        }
      } else {
        %x30 = arith.muli %i16, %k2_index : index
        sync.work on "s" {
          scf.for %q31 = %k0_index to %k3_index step %k1_index {
            %x32 = arith.shrsi %i16, %k2_index : index
            %x33 = arith.index_cast %x32 : index to i8
            %x35 = arith.addi %x33, %k127_i8 : i8
            %x34 = arith.index_castui %x35 : i8 to index
            %x36 = arith.addi %q31, %x34 : index
            %x37 = arith.remui %x36, %k8_index : index
            memref.store %k1_f32, %a4[%q31] : memref<8xf32>
          }
        }
        %x39 = arith.remui %k2_index, %k8_index : index
        sync.work on "s" {
          scf.for %q40 = %k0_index to %k2_index step %k1_index {
            %x41 = arith.remui %q40, %k4_index : index
            memref.store %k1_f32, %a1[%k2_index] : memref<8xf32>
          }
        }
        %x43 = arith.remui %i16, %k2_index : index
        %x44 = arith.muli %x43, %k4_index : index
        %s45 = memref.subview %a1[%x44][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
        sync.work on "mte3" writes(%s45 : memref<4xf32, strided<[1], offset: ?>>) {
          sync.opaque "w45"
        }
        sync.work on "s" reads(%a3 : memref<4xf32>) {
          sync.opaque "w45"
        }
      }
    } else {
    }
  }
  return
}
