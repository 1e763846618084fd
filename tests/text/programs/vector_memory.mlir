// Vectors to and from memory.

func.func @plain(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %r0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %r1 = vector.load %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<2x4xf32>
  %r2 = vector.load %mv[%i] {note} : memref<8xvector<4xf32>>, vector<4xf32>
  %r3 = vector.load %ml[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m1[%i] {note} : memref<?xf32>, vector<4xf32>
  %r4 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %r5 = vector.maskedload %m[%i, %i], %mask, %v {alignment = 8 : i64, note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v {alignment = 8 : i64} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m1[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %r6 = vector.expandload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %mask, %v {note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %r7 = vector.gather %m[%i, %i] [%vi], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %r8 = vector.gather %t[%i, %i] [%vi], %mask, %v {note} : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%vi], %mask, %v {alignment = 4 : i64} : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %r9 = vector.scatter %t[%i, %i] [%vi], %mask, %v : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8x8xf32>
  %r10 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<4xf32>
  %r11 = vector.transfer_read %m[%i, %i], %x, %mask {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  %r12 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  %r13 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x4xf32>
  %r14 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<2x4xf32>
  %r15 = vector.transfer_read %t[%i, %i], %x, %mask2 {note} : tensor<8x8xf32>, vector<2x4xf32>
  %r16 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<f32>
  %r17 = vector.transfer_read %mv[%i], %v : memref<8xvector<4xf32>>, vector<1x4xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32>
  vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  vector.transfer_write %w, %m[%i, %i] {note, permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<8x8xf32>
  %r18 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
  return
}

func.func @loop(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
      %r1 = vector.load %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<2x4xf32>
      %r2 = vector.load %mv[%i] {note} : memref<8xvector<4xf32>>, vector<4xf32>
      %r3 = vector.load %ml[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
      vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
      vector.store %v, %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<4xf32>
      vector.store %v, %m1[%i] {note} : memref<?xf32>, vector<4xf32>
      %r4 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      %r5 = vector.maskedload %m[%i, %i], %mask, %v {alignment = 8 : i64, note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.maskedstore %m[%i, %i], %mask, %v {alignment = 8 : i64} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
      vector.maskedstore %m1[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
      %r6 = vector.expandload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.compressstore %m[%i, %i], %mask, %v {note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
      %r7 = vector.gather %m[%i, %i] [%vi], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      %r8 = vector.gather %t[%i, %i] [%vi], %mask, %v {note} : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.scatter %m[%i, %i] [%vi], %mask, %v {alignment = 4 : i64} : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
      %r9 = vector.scatter %t[%i, %i] [%vi], %mask, %v : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8x8xf32>
      %r10 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<4xf32>
      %r11 = vector.transfer_read %m[%i, %i], %x, %mask {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
      %r12 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
      %r13 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x4xf32>
      %r14 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<2x4xf32>
      %r15 = vector.transfer_read %t[%i, %i], %x, %mask2 {note} : tensor<8x8xf32>, vector<2x4xf32>
      %r16 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<f32>
      %r17 = vector.transfer_read %mv[%i], %v : memref<8xvector<4xf32>>, vector<1x4xf32>
      vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32>
      vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
      vector.transfer_write %w, %m[%i, %i] {note, permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<8x8xf32>
      %r18 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
    }
  }
  return
}

func.func @task(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %token = async.execute {
    %r0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
    %r1 = vector.load %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<2x4xf32>
    %r2 = vector.load %mv[%i] {note} : memref<8xvector<4xf32>>, vector<4xf32>
    %r3 = vector.load %ml[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
    vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
    vector.store %v, %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<4xf32>
    vector.store %v, %m1[%i] {note} : memref<?xf32>, vector<4xf32>
    %r4 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %r5 = vector.maskedload %m[%i, %i], %mask, %v {alignment = 8 : i64, note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %m[%i, %i], %mask, %v {alignment = 8 : i64} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
    vector.maskedstore %m1[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
    %r6 = vector.expandload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.compressstore %m[%i, %i], %mask, %v {note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
    %r7 = vector.gather %m[%i, %i] [%vi], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %r8 = vector.gather %t[%i, %i] [%vi], %mask, %v {note} : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.scatter %m[%i, %i] [%vi], %mask, %v {alignment = 4 : i64} : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    %r9 = vector.scatter %t[%i, %i] [%vi], %mask, %v : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8x8xf32>
    %r10 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<4xf32>
    %r11 = vector.transfer_read %m[%i, %i], %x, %mask {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
    %r12 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
    %r13 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x4xf32>
    %r14 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<2x4xf32>
    %r15 = vector.transfer_read %t[%i, %i], %x, %mask2 {note} : tensor<8x8xf32>, vector<2x4xf32>
    %r16 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<f32>
    %r17 = vector.transfer_read %mv[%i], %v : memref<8xvector<4xf32>>, vector<1x4xf32>
    vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32>
    vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
    vector.transfer_write %w, %m[%i, %i] {note, permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<8x8xf32>
    %r18 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) -> !async.token {
  %r0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %r1 = vector.load %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<2x4xf32>
  %r2 = vector.load %mv[%i] {note} : memref<8xvector<4xf32>>, vector<4xf32>
  %r3 = vector.load %ml[%i, %i] : memref<8x?xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m1[%i] {note} : memref<?xf32>, vector<4xf32>
  %r4 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %r5 = vector.maskedload %m[%i, %i], %mask, %v {alignment = 8 : i64, note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v {alignment = 8 : i64} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m1[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %r6 = vector.expandload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %mask, %v {note} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %r7 = vector.gather %m[%i, %i] [%vi], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %r8 = vector.gather %t[%i, %i] [%vi], %mask, %v {note} : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%vi], %mask, %v {alignment = 4 : i64} : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %r9 = vector.scatter %t[%i, %i] [%vi], %mask, %v : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8x8xf32>
  %r10 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<4xf32>
  %r11 = vector.transfer_read %m[%i, %i], %x, %mask {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  %r12 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  %r13 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x4xf32>
  %r14 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<2x4xf32>
  %r15 = vector.transfer_read %t[%i, %i], %x, %mask2 {note} : tensor<8x8xf32>, vector<2x4xf32>
  %r16 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf32>, vector<f32>
  %r17 = vector.transfer_read %mv[%i], %v : memref<8xvector<4xf32>>, vector<1x4xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32>
  vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  vector.transfer_write %w, %m[%i, %i] {note, permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<8x8xf32>
  %r18 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
  return
}
