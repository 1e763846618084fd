// Results of every type that Python can take.
func.func @main(%b: memref<2xi1>, %h: memref<2xbf16>, %c: memref<2xcomplex<f32>>) -> (memref<2xi1>, memref<2xbf16>, memref<2xcomplex<f32>>, vector<2xbf16>, bf16, i8, i1, index) {
  %v = arith.constant dense<[1.5,-2.0]> : vector<2xbf16>
  %s = arith.constant 1.5 : bf16
  %i = arith.constant 200 : i8
  %t = arith.constant true
  %x = arith.constant 7 : index
  return %b, %h, %c, %v, %s, %i, %t, %x : memref<2xi1>, memref<2xbf16>, memref<2xcomplex<f32>>, vector<2xbf16>, bf16, i8, i1, index
}
