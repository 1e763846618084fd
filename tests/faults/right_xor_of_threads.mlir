// each of the eight threads has a slot of its own: its number with two bits flipped
func.func @main(%A: memref<?xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 8, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
%S = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
%t = gpu.thread_id x
%u = arith.xori %t, %c3 : index
%c8 = arith.constant 8 : index
%v = arith.remui %u, %c8 : index
memref.store %z, %S[%v] : memref<8xf32, #gpu.address_space<workgroup>>

  return
}
