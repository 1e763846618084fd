// Vectors: broadcast, arithmetic, element access, reduction.
// run: @main(3 : i32, 1.5 : f32) = 42 : i32, 9 : i32, 6.0 : f32
func.func @main(%a: i32, %x: f32) -> (i32, i32, f32) {
  %b = vector.broadcast %a : i32 to vector<4xi32>
  %c = arith.constant dense<[2, 3, 4, 5]> : vector<4xi32>
  %p = arith.muli %b, %c : vector<4xi32>
  %sum = vector.reduction <add>, %p : vector<4xi32> into i32
  %e = vector.extract %p[1] : i32 from vector<4xi32>
  %f = vector.broadcast %x : f32 to vector<8xf32>
  %g = arith.addf %f, %f : vector<8xf32>
  %h = arith.addf %g, %g : vector<8xf32>
  %y = vector.extract %h[7] : f32 from vector<8xf32>
  return %sum, %e, %y : i32, i32, f32
}
