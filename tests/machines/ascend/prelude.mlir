// What stands around the body of each program: memory of the caller, buffers near the pipes, and one arena for planned addresses.
!rows = memref<12x4xf32>
!row = memref<4xf32, strided<[1], offset: ?>>
!two = memref<2x4xf32>
!three = memref<3x4xf32>
!tile = memref<4xf32>
func.func @f(%x: !rows {llvm.noalias}, %y: !rows {llvm.noalias}, %z: !rows {llvm.noalias}, %n: index, %m: index, %a: i1, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  BODY
  return
}
