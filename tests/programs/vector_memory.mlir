// Loading and storing vectors.
// run: @main() = 14.0 : f32
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<8xf32>
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  vector.store %a, %m[%c0] : memref<8xf32>, vector<4xf32>
  vector.store %a, %m[%c2] : memref<8xf32>, vector<4xf32>
  %b = vector.load %m[%c2] : memref<8xf32>, vector<4xf32>
  %p = arith.addf %a, %b : vector<4xf32>
  %x = vector.extract %p[3] : f32 from vector<4xf32>
  %y = memref.load %m[%c5] : memref<8xf32>
  %z = memref.load %m[%c0] : memref<8xf32>
  %s = arith.addf %x, %y : f32
  %t = arith.addf %s, %z : f32
  %one = arith.constant 1.0 : f32
  %u = arith.addf %t, %one : f32
  memref.dealloc %m : memref<8xf32>
  return %u : f32
}
