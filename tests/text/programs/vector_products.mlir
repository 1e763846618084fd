// What the vector dialect multiplies and combines, in a function, a loop and a task.
#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @products(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %v: vector<4xf32>, %s: f32, %n: index, %i: vector<4xi8>, %j: i32, %sv: vector<[4]xf32>) -> vector<2x4xf32> {
  %u = vector.broadcast %s : f32 to vector<2xf32>
  %0 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], note} %a, %b, %c {other = 1} : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %2 = vector.contract {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %s : vector<4xf32>, vector<4xf32> into f32
  %3 = vector.contract {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"], kind = #vector.kind<xor>} %i, %i, %j : vector<4xi8>, vector<4xi8> into i32
  %4 = vector.outerproduct %u, %v : vector<2xf32>, vector<4xf32>
  %5 = vector.outerproduct %u, %v, %c : vector<2xf32>, vector<4xf32>
  %6 = vector.outerproduct %v, %s : vector<4xf32>, f32
  %7 = vector.outerproduct %v, %s, %v {kind = #vector.kind<minimumf>, note} : vector<4xf32>, f32
  %8 = vector.outerproduct %sv, %sv : vector<[4]xf32>, vector<[4]xf32>
  %9:2 = vector.scan <add>, %c, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  %10:2 = vector.scan <mul>, %c, %u {inclusive = false, note, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
  %part = vector.scalable.extract %sv[2] : vector<2xf32> from vector<[4]xf32>
  %whole = vector.scalable.insert %v, %sv[4] {note} : vector<4xf32> into vector<[4]xf32>
  scf.for %k = %n to %n step %n {
    %11 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<mul>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
    %part1 = vector.scalable.extract %sv[0] {note} : vector<[4]xf32> from vector<[4]xf32>
    %whole1 = vector.scalable.insert %part1, %sv[0] : vector<[4]xf32> into vector<[4]xf32>
    %12 = vector.outerproduct %u, %v, %11 : vector<2xf32>, vector<4xf32>
    %13:2 = vector.scan <minnumf>, %12, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  }
  %token, %value = async.execute -> !async.value<vector<2x4xf32>> {
    %14 = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
    %part2 = vector.scalable.extract %sv[0] : vector<4xf32> from vector<[4]xf32>
    %whole2 = vector.scalable.insert %part2, %sv[0] : vector<4xf32> into vector<[4]xf32>
    %15 = vector.outerproduct %u, %v, %14 : vector<2xf32>, vector<4xf32>
    %16:2 = vector.scan <add>, %15, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
    async.yield %16#0 : vector<2x4xf32>
  }
  %17 = async.await %value : !async.value<vector<2x4xf32>>
  return %17 : vector<2x4xf32>
}
