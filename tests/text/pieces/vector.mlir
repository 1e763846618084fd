func.func @f(%a: vector<4x3xf32>, %b: vector<3x8xf32>, %c: vector<4x8xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x3xf32>, vector<3x8xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["parallel"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["foo"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = []} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %w, %f : vector<4xf32>, vector<8xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %i: i32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %i : vector<4xf32>, vector<4xf32> into i32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<xor>} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.contract {foo = 1, indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>, %f: f32, %c: vector<4x8xf32>, %sv: vector<[4]xf32>, %vs: vector<[4]x[4]xf32>) {
  %0 = vector.outerproduct %v, %w : vector<4xf32>, vector<8xf32>
  %1 = vector.outerproduct %v, %w, %c : vector<4xf32>, vector<8xf32>
  %2 = vector.outerproduct %v, %f : vector<4xf32>, f32
  %3 = vector.outerproduct %v, %w, %c {kind = #vector.kind<mul>} : vector<4xf32>, vector<8xf32>
  %4 = vector.outerproduct %sv, %sv, %vs : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>, %a: vector<4x3xf32>) {
  %0 = vector.outerproduct %v, %w, %a : vector<4xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%w: vector<8xf32>, %a: vector<4x3xf32>) {
  %0 = vector.outerproduct %a, %w : vector<4x3xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vi: vector<4xi32>) {
  %0 = vector.outerproduct %v, %vi : vector<4xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>, %c: vector<4x8xf32>) {
  %0 = vector.outerproduct %v, %w, %c {kind = #vector.kind<and>} : vector<4xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.outerproduct %v : vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = [false]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>, %vm: vector<4xi1>) {
  %0 = vector.transfer_read %d[%x, %x], %f, %vm : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>, %m43: vector<4x3xi1>) {
  %0 = vector.transfer_read %d[%x, %x], %f, %m43 {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %t: tensor<?x?xf32>) {
  %0 = vector.transfer_read %t[%x, %x], %f : tensor<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %t: tensor<?x?xf32>) {
  %0 = vector.transfer_read %t[%x, %x], %f {a = 1} : tensor<?x?xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%x: index, %a: vector<4x3xf32>, %mv: memref<?x?xvector<4x3xf32>>) {
  %0 = vector.transfer_read %mv[%x, %x], %a : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  return
}
// -----
func.func @f(%x: index, %a: vector<4x3xf32>, %mv: memref<?x?xvector<4x3xf32>>) {
  %0 = vector.transfer_read %mv[%x, %x], %a {in_bounds = [true, false]} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f : memref<?x?xf32>, vector<f32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x], %f : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>, %i: i32) {
  %0 = vector.transfer_read %d[%x, %x], %i : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {permutation_map = affine_map<(d0, d1) -> (1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = [false], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  %0 = vector.transfer_read %d[%x, %x], %f {in_bounds = true} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>, %vi: vector<4xi32>) {
  %0 = vector.transfer_read %d[%x, %x], %f, %vi : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %m1: memref<?xf32>) {
  %0 = vector.transfer_read %m1[%x], %f : memref<?xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %a: vector<4x3xf32>, %d: memref<?x?xf32>, %vm: vector<4xi1>) {
  vector.transfer_write %v, %d[%x, %x] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %d[%x, %x], %vm : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %a, %d[%x, %x] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x3xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %t: tensor<?x?xf32>) {
  %0 = vector.transfer_write %v, %t[%x, %x] : vector<4xf32>, tensor<?x?xf32>
  %1 = vector.transfer_write %v, %t[%x, %x] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %d: memref<?x?xf32>) {
  vector.transfer_write %v, %d[%x, %x] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %d: memref<?x?xf32>) {
  vector.transfer_write %v, %d[%x] : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %d: memref<?x?xf32>) {
  vector.transfer_write %f, %d[%x, %x] : f32, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %t: tensor<?x?xf32>) {
  vector.transfer_write %v, %t[%x, %x] : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>, %z: vector<f32>) {
  vector.transfer_write %z, %d[%x, %x] : vector<f32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%f: f32, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %f [0, 1, 2] : vector<2x3x4xf32> to f32
  %ac = arith.constant dense<0.0> : vector<3xf32>
  %1 = vector.multi_reduction <mul>, %v3, %ac [0, 2] : vector<2x3x4xf32> to vector<3xf32>
  %2 = vector.multi_reduction <maximumf>, %v3, %ac [0, 2] {a = 1} : vector<2x3x4xf32> to vector<3xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %v3 [] : vector<2x3x4xf32> to vector<2x3x4xf32>
  return
}
// -----
func.func @f(%f: f32, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %f [0, 1] : vector<2x3x4xf32> to f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %v [0, 2] : vector<2x3x4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %v [0, 3] : vector<2x3x4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <foo>, %v3, %v [0, 1] : vector<2x3x4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.multi_reduction <add>, %v3, %v [0, 1] : vector<2x3x4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.multi_reduction <add>, %v, %f [0] : vector<4xf32> to f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32, %sv: vector<[4]xf32>) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v, %f : vector<4xf32> into f32
  %2 = vector.reduction <mul>, %v fastmath<reassoc> : vector<4xf32> into f32
  %3 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
  %4 = vector.reduction <maximumf>, %sv : vector<[4]xf32> into f32
  return
}
// -----
func.func @f(%vi: vector<4xi32>, %i: i32) {
  %0 = vector.reduction <xor>, %vi : vector<4xi32> into i32
  %1 = vector.reduction <minsi>, %vi : vector<4xi32> into i32
  %2 = vector.reduction <maxui>, %vi, %i : vector<4xi32> into i32
  %3 = vector.reduction <and>, %vi : vector<4xi32> into i32
  %4 = vector.reduction <or>, %vi : vector<4xi32> into i32
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  return
}
// -----
func.func @f(%vi: vector<4xi32>) {
  %0 = vector.reduction <maximumf>, %vi : vector<4xi32> into i32
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.reduction <add>, %a : vector<4x3xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into i32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %i: i32) {
  %0 = vector.reduction <add>, %v, %i : vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction <foo>, %v : vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.reduction add, %v : vector<4xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %ac = arith.constant dense<0.0> : vector<3xf32>
  %0:2 = vector.scan <add>, %a, %ac {inclusive = true, reduction_dim = 0} : vector<4x3xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <mul>, %a, %v {inclusive = false, reduction_dim = 1} : vector<4x3xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <mul>, %a, %v {inclusive = false, reduction_dim = 0} : vector<4x3xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <mul>, %a, %v {inclusive = false, reduction_dim = 2} : vector<4x3xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <mul>, %a, %v {reduction_dim = 1} : vector<4x3xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <xor>, %a, %v {inclusive = false, reduction_dim = 1} : vector<4x3xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%f: f32, %a: vector<4x3xf32>) {
  %0:2 = vector.scan <mul>, %a, %f {inclusive = false, reduction_dim = 1} : vector<4x3xf32>, f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %z: vector<f32>) {
  %0:2 = vector.scan <add>, %v, %z {inclusive = false, reduction_dim = 0} : vector<4xf32>, vector<f32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>, %sv: vector<[4]xf32>, %z: vector<f32>) {
  %0 = vector.shape_cast %a : vector<4x3xf32> to vector<12xf32>
  %1 = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %2 = vector.shape_cast %sv : vector<[4]xf32> to vector<1x[4]xf32>
  %o = vector.extract %v[0] : f32 from vector<4xf32>
  %3 = vector.shape_cast %z : vector<f32> to vector<1xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.shape_cast %a : vector<4x3xf32> to vector<13xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.shape_cast %a : vector<4x3xf32> to vector<12xi32>
  return
}
// -----
func.func @f(%sv: vector<[4]xf32>) {
  %0 = vector.shape_cast %sv : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%vs: vector<[4]x[4]xf32>) {
  %0 = vector.shape_cast %vs : vector<[4]x[4]xf32> to vector<[16]xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = vector.shape_cast %f : f32 to vector<1xf32>
  return
}
// -----
func.func @f(%z: vector<f32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[] : vector<2x3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %v3[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %v3[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %v3[1, 2, 3] : f32 from vector<2x3x4xf32>
  %4 = vector.extract %z[] : f32 from vector<f32>
  return
}
// -----
func.func @f(%x: index, %sv: vector<[4]xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[%x] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %v3[1, %x] : vector<4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %v3[%x, %x, %x] {a} : f32 from vector<2x3x4xf32>
  %3 = vector.extract %sv[%x] : f32 from vector<[4]xf32>
  %4 = vector.extract %sv[2] : f32 from vector<[4]xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[-1] : vector<3x4xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[2] : vector<3x4xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[-2] : vector<3x4xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[0] : vector<3xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[0, 0, 0, 0] : f32 from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%i: i32, %v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3[%i] : vector<3x4xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v3: vector<2x3x4xf32>) {
  %0 = vector.extract %v3["a"] : vector<3x4xf32> from vector<2x3x4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extract %v[0] : vector<1xf32> from vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %f: f32, %z: vector<f32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.insert %f, %v[3] : f32 into vector<4xf32>
  %1 = vector.insert %v, %v3[1, 2] : vector<4xf32> into vector<2x3x4xf32>
  %2 = vector.insert %f, %v[%x] : f32 into vector<4xf32>
  %3 = vector.insert %f, %z[] : f32 into vector<f32>
  %4 = vector.insert %v, %v[] : vector<4xf32> into vector<4xf32>
  %5 = vector.insert %f, %v[-1] : f32 into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.insert %f, %v[4] : f32 into vector<4xf32>
  return
}
// -----
func.func @f(%f: f32, %a: vector<4x3xf32>) {
  %0 = vector.insert %f, %a[0] : f32 into vector<4x3xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32) {
  %0 = vector.insert %f, %v[0, 0] : f32 into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %i: i32) {
  %0 = vector.insert %i, %v[0] : i32 into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [1, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  %1 = vector.extract_strided_slice %c {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %2 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [1, 5], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [1], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [1, 2], strides = [2]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [4, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %c: vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %v, %c {offsets = [1, 2], strides = [1, 1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.insert_strided_slice %v3, %c {offsets = [1, 2], strides = [1]} : vector<2x3x4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [1, 1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [1, 1, 1], sizes = [2, 2, 2], strides = [1, 1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [-1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%c: vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %c {offsets = [0], sizes = [0], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>, %a: vector<4x3xf32>, %z: vector<f32>) {
  %0 = vector.shuffle %v, %w [0, 4, 11] : vector<4xf32>, vector<8xf32>
  %1 = vector.shuffle %v, %v [-1, 0] : vector<4xf32>, vector<4xf32>
  %2 = vector.shuffle %a, %a [0, 7] : vector<4x3xf32>, vector<4x3xf32>
  %3 = vector.shuffle %z, %z [0, 1, 0] : vector<f32>, vector<f32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>) {
  %0 = vector.shuffle %v, %w [12] : vector<4xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>) {
  %0 = vector.shuffle %v, %w [] : vector<4xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %w: vector<8xf32>) {
  %0 = vector.shuffle %v, %w [-2] : vector<4xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>) {
  %0 = vector.shuffle %v, %a [0] : vector<4xf32>, vector<4x3xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vi: vector<4xi32>) {
  %0 = vector.shuffle %v, %vi [0] : vector<4xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%sv: vector<[4]xf32>) {
  %0 = vector.shuffle %sv, %sv [0] : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %sv: vector<[4]xf32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %1 = vector.interleave %sv, %sv : vector<[4]xf32> -> vector<[8]xf32>
  %2, %3 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %4, %5 = vector.deinterleave %v3 : vector<2x3x4xf32> -> vector<2x3x2xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0, %1 = vector.deinterleave %a : vector<4x3xf32> -> vector<4x1xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0, %1 = vector.deinterleave %v : vector<4xf32> -> vector<4xf32>
  return
}
// -----
func.func @f(%z: vector<f32>) {
  %0 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %a: vector<4x3xf32>, %sv: vector<[4]xf32>, %z: vector<f32>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<8xf16>
  %2 = vector.bitcast %sv : vector<[4]xf32> to vector<[2]xi64>
  %3 = vector.bitcast %z : vector<f32> to vector<i32>
  %4 = vector.bitcast %a : vector<4x3xf32> to vector<4x6xi16>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi64>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<2x2xi32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.bitcast %a : vector<4x3xf32> to vector<8x3xi16>
  return
}
// -----
func.func @f(%sv: vector<[4]xf32>) {
  %0 = vector.bitcast %sv : vector<[4]xf32> to vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32, %z: vector<f32>) {
  %0 = vector.from_elements %f, %f : vector<2xf32>
  %1 = vector.from_elements %f, %f, %f, %f : vector<2x2xf32>
  %2 = vector.from_elements %f : vector<f32>
  %3:4 = vector.to_elements %v : vector<4xf32>
  %4 = vector.to_elements %z : vector<f32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = vector.from_elements %f, %f : vector<3xf32>
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = vector.from_elements %i, %f : vector<2xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = vector.from_elements %f, %f, %f, %f : vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0:3 = vector.to_elements %v : vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32, %z: vector<f32>) {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %f : f32 to vector<[4]xf32>
  %3 = vector.broadcast %z : vector<f32> to vector<4xf32>
  %o1 = arith.constant dense<0.0> : vector<4x1xf32>
  %4 = vector.broadcast %o1 : vector<4x1xf32> to vector<2x4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4x2xf32>
  return
}
// -----
func.func @f(%i: i32) {
  %0 = vector.broadcast %i : i32 to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.broadcast %a : vector<4x3xf32> to vector<3xf32>
  return
}
// -----
func.func @f(%sv: vector<[4]xf32>) {
  %0 = vector.broadcast %sv : vector<[4]xf32> to vector<4x4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = vector.splat %f : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>, %z: vector<f32>, %v3: vector<2x3x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<4x3xf32> to vector<3x4xf32>
  %1 = vector.transpose %v3, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %2 = vector.transpose %z, [] : vector<f32> to vector<f32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.transpose %a, [0, 1] : vector<4x3xf32> to vector<3x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.transpose %a, [1, 1] : vector<4x3xf32> to vector<3x3xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.transpose %a, [1] : vector<4x3xf32> to vector<3x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x3xf32>) {
  %0 = vector.transpose %a, [1, 2] : vector<4x3xf32> to vector<3x4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %z: vector<f32>) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.fma %z, %z, %z : vector<f32>
  return
}
// -----
func.func @f(%vi: vector<4xi32>) {
  %0 = vector.fma %vi, %vi, %vi : vector<4xi32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = vector.fma %f, %f, %f : f32
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>, %mv: memref<?x?xvector<4x3xf32>>) {
  %0 = vector.load %d[%x, %x] : memref<?x?xf32>, vector<4xf32>
  vector.store %0, %d[%x, %x] : memref<?x?xf32>, vector<4xf32>
  %1 = vector.load %d[%x, %x] {nontemporal = true} : memref<?x?xf32>, vector<2x4xf32>
  %2 = vector.load %mv[%x, %x] : memref<?x?xvector<4x3xf32>>, vector<4x3xf32>
  %3 = vector.load %d[%x, %x] {alignment = 8} : memref<?x?xf32>, vector<[4]xf32>
  %4 = vector.load %d[%x, %x] : memref<?x?xf32>, vector<f32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>) {
  %0 = vector.load %d[%x, %x] : memref<?x?xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>) {
  %0 = vector.load %d[%x] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>) {
  %0 = vector.load %d[%x, %x] {alignment = 3} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %t: tensor<?x?xf32>) {
  %0 = vector.load %t[%x, %x] : tensor<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %d: memref<?x?xf32>, %vi: vector<4xi32>) {
  vector.store %vi, %d[%x, %x] : memref<?x?xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%x: index, %mv: memref<?x?xvector<4x3xf32>>) {
  %0 = vector.load %mv[%x, %x] : memref<?x?xvector<4x3xf32>>, vector<8xf32>
  return
}
// -----
func.func @f(%x: index) {
  %q = memref.alloc() : memref<4x4xf32, strided<[8, 2]>>
  %0 = vector.load %q[%x, %x] : memref<4x4xf32, strided<[8, 2]>>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.maskedload %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.expandload %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%w: vector<8xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.maskedload %m1[%x], %vm, %w : memref<?xf32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.maskedload %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.maskedload %m1[%x, %x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.maskedload %m1[%x], %vm, %v {alignment = 16} : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  vector.maskedstore %m1[%x], %vm, %vi : memref<?xf32>, vector<4xi1>, vector<4xi32>
  return
}
// -----
func.func @f(%w: vector<8xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  vector.compressstore %m1[%x], %vm, %w : memref<?xf32>, vector<4xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.expandload %m1[%x], %vm, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %t: tensor<?x?xf32>, %d: memref<?x?xf32>, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>, %idx: vector<4xindex>) {
  %0 = vector.gather %m1[%x] [%vi], %vm, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %d[%x, %x] [%idx], %vm, %v {a = 1} : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m1[%x] [%vi], %vm, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %2 = vector.gather %t[%x, %x] [%vi], %vm, %v : tensor<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  %0 = vector.gather %m1[%x] [%vi], %vm, %v {alignment = 8} : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.gather %m1[%x] [%v], %vm, %v : memref<?xf32>, vector<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%w: vector<8xf32>, %x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  %0 = vector.gather %m1[%x] [%vi], %vm, %w : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  %0 = vector.gather %m1[%x, %x] [%vi], %vm, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%w: vector<8xf32>, %x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%x] [%vi], %vm, %w : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %vi: vector<4xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%x, %x] [%vi], %vm, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = vector.constant_mask [3] : vector<4xi1>
  %1 = vector.constant_mask [2, 3] : vector<4x3xi1>
  %2 = vector.create_mask %x : vector<4xi1>
  %3 = vector.create_mask %x, %x : vector<4x[4]xi1>
  %4 = vector.constant_mask [0] : vector<i1>
  %5 = vector.constant_mask [1] : vector<i1>
  %6 = vector.create_mask %x : vector<i1>
  %7 = vector.constant_mask [4] : vector<[4]xi1>
  %8 = vector.constant_mask [0] : vector<[4]xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [5] : vector<4xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [-1] : vector<4xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [0, 2] : vector<4x3xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<4x3xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.constant_mask [2] : vector<i1>
  return
}
// -----
func.func @f(%x: index) {
  %0 = vector.create_mask %x : vector<4x3xi1>
  return
}
// -----
func.func @f() {
  %0 = vector.create_mask : vector<4xi1>
  return
}
// -----
func.func @f(%i: i32) {
  %0 = vector.create_mask %i : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32, %sv: vector<[4]xf32>) {
  %0 = vector.step : vector<4xindex>
  %1 = vector.step : vector<[4]xindex>
  %2 = vector.vscale
  vector.print %v : vector<4xf32>
  vector.print %f : f32
  vector.print %v : vector<4xf32> punctuation <open>
  vector.print punctuation <newline>
  vector.print str "hi\n"
  vector.print %f : f32 punctuation <comma>
  vector.print %f : f32 punctuation <no_punctuation>
  vector.print %sv : vector<[4]xf32>
  return
}
// -----
func.func @f() {
  %0 = vector.step : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = vector.step : vector<4x4xindex>
  return
}
// -----
func.func @f() {
  vector.print
  return
}
// -----
func.func @f(%m: memref<4x3xf32>) {
  vector.print %m : memref<4x3xf32>
  return
}
// -----
func.func @f() {
  vector.print punctuation <foo>
  return
}
// -----
func.func @f(%m: memref<4x3xf32>) {
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<4x3xf32>>
  return
}
// -----
func.func @f(%m: memref<4x3xf32>) {
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<3x4xf32>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = vector.type_cast %d : memref<?x?xf32> to memref<vector<4x3xf32>>
  return
}
// -----
func.func @f(%m: memref<4x3xf32>) {
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<4x3xf32>, 1>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %sv: vector<[4]xf32>) {
  %0 = vector.scalable.extract %sv[0] : vector<4xf32> from vector<[4]xf32>
  %1 = vector.scalable.insert %v, %sv[4] : vector<4xf32> into vector<[4]xf32>
  return
}
// -----
func.func @f(%sv: vector<[4]xf32>) {
  %0 = vector.scalable.extract %sv[3] : vector<4xf32> from vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.scalable.extract %v[0] : vector<4xf32> from vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %sv: vector<[4]xf32>) {
  %0 = vector.scalable.insert %v, %sv[3] : vector<4xf32> into vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vm: vector<4xi1>) {
  %0 = vector.mask %vm { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %f: f32, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.mask %vm, %v { vector.transfer_read %m1[%x], %f : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  vector.mask %vm { vector.transfer_write %v, %m1[%x] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return
}
// -----
func.func @f(%vm: vector<4xi1>) {
  vector.mask %vm { } : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vm: vector<4xi1>) {
  %0 = vector.mask %vm { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vm: vector<4xi1>) {
  %0 = vector.mask %vm { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %m43: vector<4x3xi1>) {
  %0 = vector.mask %m43 { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4x3xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vm: vector<4xi1>) {
  %0 = vector.mask %vm { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> i32
  return
}
// -----
func.func @f(%x: index, %f: f32, %vm: vector<4xi1>, %m1: memref<?xf32>) {
  %0 = vector.mask %vm { vector.transfer_read %m1[%x], %f, %vm : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
func.func @f() {
  vector.yield
  return
}
// -----
func.func @f(%v16: vector<16xf32>) {
  %0 = vector.flat_transpose %v16 {rows = 4 : i32, columns = 4 : i32} : vector<16xf32> -> vector<16xf32>
  return
}
// -----
func.func @f(%v16: vector<16xf32>) {
  %0 = vector.matrix_multiply %v16, %v16 {lhs_rows = 4 : i32, lhs_columns = 4 : i32, rhs_columns = 4 : i32} : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %f: f32, %i: i32) {
  %0 = vector.insertelement %f, %v[%i : i32] : vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %i: i32) {
  %0 = vector.extractelement %v[%i : i32] : vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %x: index) {
  %0 = vector.warp_execute_on_lane_0(%x)[32] -> (vector<4xf32>) { vector.yield %v : vector<4xf32> }
  return
}
// -----
func.func @f(%a: vector<[1]xf32>) {
  %0 = vector.broadcast %a : vector<[1]xf32> to vector<[4]xf32>
  return
}
// -----
func.func @f(%b: vector<1xf32>) {
  %0 = vector.broadcast %b : vector<1xf32> to vector<[4]xf32>
  return
}
// -----
func.func @f(%c: vector<4xf32>) {
  %0 = vector.broadcast %c : vector<4xf32> to vector<[4]xf32>
  return
}
// -----
func.func @f(%d: vector<[4]xf32>) {
  %0 = vector.broadcast %d : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%d: vector<[4]xf32>) {
  %0 = vector.broadcast %d : vector<[4]xf32> to vector<2x[4]xf32>
  return
}
// -----
func.func @f(%a: vector<[1]xf32>) {
  %0 = vector.broadcast %a : vector<[1]xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%d: vector<[4]xf32>) {
  %0 = vector.broadcast %d : vector<[4]xf32> to vector<[2]x[4]xf32>
  return
}
// -----
func.func @f(%e: vector<[1]x4xf32>) {
  %0 = vector.broadcast %e : vector<[1]x4xf32> to vector<[2]x4xf32>
  return
}
// -----
func.func @f(%c: vector<4xf32>) {
  %0 = vector.shuffle %c, %c [0] : vector<4xf32>, vector<4xf32>
  return
}
