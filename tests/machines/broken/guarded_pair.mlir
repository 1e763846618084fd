// Two works in branches of a loop by steps of two.
// machine: ascend-a2
// check: proved
// insert-sync: right
func.func @main(%x: memref<32xf32> {llvm.noalias}, %y: memref<32xf32> {llvm.noalias}, %n: index, %k: index, %b: i1) {
  %k0_index = arith.constant 0 : index
  %k16_index = arith.constant 16 : index
  %k1_index = arith.constant 1 : index
  %k2_index = arith.constant 2 : index
  %k3_index = arith.constant 3 : index
  %k8_index = arith.constant 8 : index
  %k4_index = arith.constant 4 : index
  %a1 = memref.alloc() : memref<8xf32>
  %arena2 = memref.alloc() : memref<64xi8>
  %a3 = memref.view %arena2[%k0_index][] : memref<64xi8> to memref<4xf32>
  %a4 = memref.view %arena2[%k16_index][] : memref<64xi8> to memref<8xf32>
  scf.for %i16 = %k0_index to %k4_index step %k2_index {
    %b17 = arith.cmpi ugt, %i16, %k : index
    scf.if %b17 {
      %x18 = arith.remsi %i16, %k2_index : index
      %b19 = arith.cmpi ult, %x18, %k3_index : index
      scf.if %b19 {
        %x21 = arith.muli %i16, %k3_index : index
        %x22 = arith.muli %x21, %k4_index : index
        %s23 = memref.subview %a1[%x22][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
        %x24 = arith.addi %i16, %k3_index : index
        %x25 = arith.muli %x24, %k2_index : index
        %s26 = memref.subview %a4[%x25][2][1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
        sync.work on "m" reads(%a3 : memref<4xf32>) writes(%s23, %s26 : memref<4xf32, strided<[1], offset: ?>>, memref<2xf32, strided<[1], offset: ?>>) {
        }
        %x27 = arith.remui %i16, %k8_index : index
        %x28 = arith.addi %x27, %k1_index : index
        %s29 = memref.subview %a1[%x28][1][1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
        sync.work on "mte3" reads(%s29, %a4 : memref<1xf32, strided<[1], offset: ?>>, memref<8xf32>) {
        }
      } else {
      }
    } else {
    }
  }
  return
}
