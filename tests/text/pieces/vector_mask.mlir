func.func @reduction(%a: vector<8xi32>, %m: vector<8xi1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  return %0 : i32
}
// -----
func.func @write(%v: vector<16xf32>, %m: vector<16xi1>, %b: memref<?xf32>, %i: index) {
  vector.mask %m { vector.transfer_write %v, %b[%i] : vector<16xf32>, memref<?xf32> } : vector<16xi1>
  return
}
// -----
func.func @twrite(%v: vector<16xf32>, %m: vector<16xi1>, %b: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = vector.mask %m { vector.transfer_write %v, %b[%i] : vector<16xf32>, tensor<?xf32> } : vector<16xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @read(%m: vector<16xi1>, %b: memref<?xf32>, %i: index, %p: f32) -> vector<16xf32> {
  %0 = vector.mask %m { vector.transfer_read %b[%i], %p : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @passthru(%m: vector<16xi1>, %b: memref<?xf32>, %i: index, %p: f32, %t: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.mask %m, %t { vector.transfer_read %b[%i], %p : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @empty(%m: vector<16xi1>) {
  vector.mask %m { } : vector<16xi1>
  return
}
// -----
func.func @empty2(%m: vector<16xi1>, %a: vector<16xf32>) -> vector<16xf32> {
  %0 = vector.mask %m { vector.yield %a : vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @scalable(%a: vector<[8]xf32>, %m: vector<[8]xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<[8]xf32> into f32 } {x = 1 : i32} : vector<[8]xi1> -> f32
  return %0 : f32
}
// -----
func.func @two(%a: vector<8xi32>, %m: vector<8xi1>) -> i32 {
  %0 = vector.mask %m { 
     %1 = vector.reduction <add>, %a : vector<8xi32> into i32 
     vector.yield %1 : i32
  } : vector<8xi1> -> i32
  return %0 : i32
}
// -----
func.func @bad(%a: vector<8xi32>, %m: vector<4xi1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<4xi1> -> i32
  return %0 : i32
}
// -----
func.func @bad(%a: vector<8xi32>, %m: vector<8xi1>) -> i64 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i64
  return %0 : i64
}
// -----
func.func @bad(%a: vector<8xi32>, %m: vector<8xi1>) {
  %0 = vector.mask %m { arith.addi %a, %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  return
}
// -----
func.func @contract(%a: vector<3x4xf32>, %b: vector<4x2xf32>, %c: vector<3x2xf32>, %m: vector<3x2x4xi1>) -> vector<3x2xf32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x4xf32>, vector<4x2xf32> into vector<3x2xf32> } : vector<3x2x4xi1> -> vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
// -----
func.func @gather(%b: memref<?xf32>, %i: index, %ix: vector<8xi32>, %gm: vector<8xi1>, %p: vector<8xf32>, %m: vector<8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.gather %b[%i] [%ix], %gm, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
// -----
func.func @multi(%a: vector<4x8xf32>, %c: vector<4xf32>, %m: vector<4x8xi1>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %c [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @two(%a: vector<8xi32>, %m: vector<8xi1>) -> i32 {
  %0 = vector.mask %m { 
     %1 = vector.reduction <add>, %a : vector<8xi32> into i32 
     %2 = vector.reduction <add>, %a : vector<8xi32> into i32 
     vector.yield %1 : i32
  } : vector<8xi1> -> i32
  return %0 : i32
}
// -----
func.func @zero(%a: vector<8xi32>, %m: vector<i1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<i1> -> i32
  return %0 : i32
}
// -----
func.func @tc(%m: memref<5x4x3xf32>, %n: memref<8x8xf32, 3>, %o: memref<f32>, %q: memref<4xvector<4xf32>>) {
  %0 = vector.type_cast %m : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
  %1 = vector.type_cast %n : memref<8x8xf32, 3> to memref<vector<8x8xf32>, 3>
  %2 = vector.type_cast %o : memref<f32> to memref<vector<f32>>
  %3 = vector.type_cast %q {a} : memref<4xvector<4xf32>> to memref<vector<4x4xf32>>
  return
}
// -----
func.func @tc(%m: memref<5x?x3xf32>) {
  %0 = vector.type_cast %m : memref<5x?x3xf32> to memref<vector<5x4x3xf32>>
  return
}
// -----
func.func @tc(%m: memref<5x3xf32>) {
  %0 = vector.type_cast %m : memref<5x3xf32> to memref<vector<5x4xf32>>
  return
}
// -----
func.func @tc(%m: memref<5x3xf32>) {
  %0 = vector.type_cast %m : memref<5x3xf32> to memref<vector<5x3xf64>>
  return
}
// -----
func.func @tc(%m: memref<5x3xf32>) {
  %0 = vector.type_cast %m : memref<5x3xf32> to memref<vector<5x3xf32>, 1>
  return
}
// -----
func.func @tc(%m: memref<5x3xf32, strided<[6, 2]>>) {
  %0 = vector.type_cast %m : memref<5x3xf32, strided<[6, 2]>> to memref<vector<5x3xf32>>
  return
}
