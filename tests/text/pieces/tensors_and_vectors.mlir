func.func @f(%t: tensor<4x?xf32>, %i: index) {
  %0 = tensor.dim %t, %i : tensor<4x?xf32>
  %1 = tensor.rank %t : tensor<4x?xf32>
  return
}
// -----
func.func @f(%t: tensor<*xf32>, %i: index) {
  %0 = tensor.dim %t, %i : tensor<*xf32>
  %1 = tensor.rank %t : tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<f32>, %i: index) {
  %0 = tensor.dim %t, %i : tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>) {
  %c = arith.constant 4 : index
  %0 = tensor.dim %t, %c : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>) {
  %c = arith.constant -1 : index
  %0 = tensor.dim %t, %c : tensor<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%i) : tensor<?xf32>
  %2 = tensor.empty(%i, %i) {a.b} : tensor<?x4x?xf32, "enc">
  return
}
// -----
func.func @f(%i: index) {
  %0 = tensor.empty(%i) : tensor<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = tensor.empty() : tensor<?xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = tensor.empty() : tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %t : tensor<4x?xf32> to tensor<4x8xf32>
  %2 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<5x?xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<4x?xf64>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32, "a">) {
  %0 = tensor.cast %t : tensor<4xf32, "a"> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>, %i: index) {
  %0 = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %1 = tensor.insert %0 into %t[%i, %i] : tensor<4x?xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>, %i: index) {
  %0 = tensor.extract %t[%i] : tensor<4x?xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  %1 = tensor.insert %x into %t[%i] : tensor<4x?xf32>
  return
}
// -----
func.func @f(%t: tensor<4x?xf32>, %i: index, %x: i32) {
  %1 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  return
}
// -----
func.func @f(%t: tensor<f32>) {
  %0 = tensor.extract %t[] : tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<*xf32>, %i: index) {
  %0 = tensor.extract %t[%i] : tensor<*xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x : tensor<1xf32>
  %1 = tensor.from_elements %x, %x : tensor<2xf32>
  %2 = tensor.from_elements %x : tensor<f32>
  %3 = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x, %x : tensor<3xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements : tensor<0xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x : tensor<?xf32>
  return
}
// -----
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x : tensor<1xf64>
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = tensor.generate %i {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = tensor.generate %i {
  ^bb0(%a: index): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = tensor.generate %i, %i {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}
// -----
func.func @f(%i: index, %x: f64) {
  %0 = tensor.generate %i {
  ^bb0(%a: index, %b: index): tensor.yield %x : f64 } : tensor<4x?xf32>
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = tensor.generate %i {
  ^bb0(%a: i32, %b: index): tensor.yield %x : f32 } : tensor<4x?xf32>
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = tensor.generate {
  tensor.yield %x : f32 } : tensor<f32>
  return
}
// -----
func.func @f(%x: f32, %i: index) {
  %0 = tensor.splat %x : tensor<4xf32>
  %1 = tensor.splat %x[%i] : tensor<?xf32>
  %2 = tensor.splat %x[%i, %i] : tensor<?x4x?xf32>
  return
}
// -----
func.func @f(%x: f32, %i: index) {
  %0 = tensor.splat %x : tensor<?xf32>
  return
}
// -----
func.func @f(%x: f32, %i: index) {
  %0 = tensor.splat %x[%i] : tensor<4xf32>
  return
}
// -----
func.func @f(%x: !async.token, %i: index) {
  %0 = tensor.splat %x : tensor<4x!async.token>
  return
}
// -----
func.func @f(%x: i8) {
  %0 = tensor.splat %x : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, %i] [4, %i] [1, 2] : tensor<8x16xf32> to tensor<4x?xf32>
  %1 = tensor.extract_slice %t[0, 0] [1, 4] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %t[%i, %i] [1, 1] [%i, %i] : tensor<8x16xf32> to tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x5xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf64>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4x1xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[6, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [3, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[-1, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [0, 4] [1, 1] : tensor<8x16xf32> to tensor<0x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [-4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [0, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [-1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: index) {
  %0 = tensor.extract_slice %t[7, 0] [4, 4] [-1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %i: i32) {
  %0 = tensor.extract_slice %t[%i, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4x4xf32>, %i: index) {
  %0 = tensor.insert_slice %s into %t[0, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4xf32>, %i: index) {
  %0 = tensor.insert_slice %s into %t[0, %i] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x16xf32>
  %1 = tensor.insert_slice %s into %t[0, %i] [4, 1] [2, 1] : tensor<4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4x4xf32>, %i: index) {
  %0 = tensor.insert_slice %s into %t[0, %i] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4x4xf64>, %i: index) {
  %0 = tensor.insert_slice %s into %t[0, %i] [4, 4] [1, 1] : tensor<4x4xf64> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4x4xf32>, %i: index) {
  %0 = tensor.insert_slice %s into %t[6, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %s: tensor<4x4xf32>, %i: index) {
  tensor.parallel_insert_slice %s into %t[0, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[1, %i] high[2, 3] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<11x?xf32>
  %1 = tensor.pad %t nofold low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<8x16xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[1, 1] high[2, 3] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<11x21xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[1, 1] high[2, 3] {
  ^bb0(%a: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<11x20xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: i32, %i: index) {
  %0 = tensor.pad %t low[1, 1] high[2, 3] {
  ^bb0(%a: index, %b: index): tensor.yield %x : i32 } : tensor<8x16xf32> to tensor<11x20xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[1] high[2, 3] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<11x20xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[-1, 1] high[2, 3] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<9x20xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[1, 1] high[2, 3] {
  ^bb0(%a: i32, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<11x20xf32>
  return
}
// -----
func.func @f(%t: tensor<8x16xf32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[%i, %i] high[%i, %i] {
  ^bb0(%a: index, %b: index): tensor.yield %x : f32 } : tensor<8x16xf32> to tensor<8x?xf32>
  return
}
// -----
func.func @f(%t: tensor<f32>, %x: f32, %i: index) {
  %0 = tensor.pad %t low[] high[] {
  tensor.yield %x : f32 } : tensor<f32> to tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<12xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return
}
// -----
func.func @f(%t: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%i, %i] : tensor<?xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<12xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [3, 5] : tensor<12xf32> into tensor<3x5xf32>
  return
}
// -----
func.func @f(%t: tensor<12xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<?x4xf32>
  return
}
// -----
func.func @f(%t: tensor<12xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return
}
// -----
func.func @f(%t: tensor<f32>, %i: index) {
  %0 = tensor.expand_shape %t [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %i: index) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<3x4xf32> into tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<3x?xf32>, %i: index) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<3x?xf32> into tensor<12xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %i: index) {
  %0 = tensor.collapse_shape %t [[1, 0]] : tensor<3x4xf32> into tensor<12xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4x5xf32>, %i: index) {
  %0 = tensor.collapse_shape %t [[0, 1], [1, 2]] : tensor<3x4x5xf32> into tensor<12x5xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %i: index) {
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<3x4xf32> into tensor<3x4xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %s: tensor<3xindex>, %q: tensor<?xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<3x4xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %1 = tensor.reshape %t(%q) : (tensor<3x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %s: tensor<3xindex>, %q: tensor<?xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<3x4xf32>, tensor<3xindex>) -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %s: tensor<2xindex>, %q: tensor<?xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<3x4xf32>, tensor<2xindex>) -> tensor<3x5xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %s: tensor<2xindex>, %q: tensor<?xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<3x4xf32>, tensor<2xindex>) -> tensor<3x4xf64>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %s: tensor<2xf32>) {
  %0 = tensor.reshape %t(%s) : (tensor<3x4xf32>, tensor<2xf32>) -> tensor<3x4xf32>
  return
}
// -----
func.func @f(%t: tensor<3x4xf32>, %q: tensor<?xi32>) {
  %1 = tensor.reshape %t(%q) : (tensor<3x4xf32>, tensor<?xi32>) -> tensor<12xf32>
  return
}
// -----
func.func @f(%t: tensor<4xi32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %t : tensor<4xi32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xi32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<4xi64>
  return
}
// -----
func.func @f(%t: tensor<4xi32>) {
  %0 = tensor.bitcast %t : tensor<4xi32> to tensor<?xi32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x2xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<1x2x2xindex>) -> tensor<1x2x1x1xf32>
  %1 = tensor.gather %t[%i] gather_dims([0, 1]) unique : (tensor<4x4xf32>, tensor<1x2x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x1x1xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([2]) : (tensor<4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x1x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([-1]) : (tensor<4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x1x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x2xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([1, 0]) : (tensor<4x4xf32>, tensor<1x2x2xindex>) -> tensor<1x2x1x1xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xi32>) {
  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<1x2x1xi32>) -> tensor<1x2x1x4xf32>
  %1 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<1x2x1xi32>) -> tensor<1x2x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xi32>, %s: tensor<1x2x1x4xf32>) {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<1x2x1x4xf32>, tensor<4x4xf32>, tensor<1x2x1xi32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %i: tensor<1x2x1xi32>, %s: tensor<1x2x1x4xf32>) {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) : (tensor<1x2x1x4xf32>, tensor<4x4xf32>, tensor<1x2x1xi32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = tensor.concat dim(1) %t : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = tensor.concat dim(0) %t, %s : (tensor<4x4xf32>, tensor<2x2xf32>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = tensor.concat dim(2) %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %s: tensor<2x2xf32>) {
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<9x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %s: tensor<?x4xf32>) {
  %0 = tensor.concat dim(0) %t, %s : (tensor<4x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.concat dim(0) %t, %s : (tensor<4x4xf32>, tensor<?x4xf32>) -> tensor<9x4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>) {
  tensor.yield %t : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %3 = bufferization.to_buffer %t read_only {a.b} : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.to_tensor %m : memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.to_memref %t : tensor<4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<*xf32>, %m: memref<*xf32>) {
  %0 = bufferization.to_tensor %m : memref<*xf32> to tensor<*xf32>
  %1 = bufferization.to_buffer %t : tensor<*xf32> to memref<*xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: index) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%i) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  %3 = bufferization.alloc_tensor() size_hint=%i : tensor<4xf32>
  %4 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: index) {
  %0 = bufferization.alloc_tensor(%i) copy(%t) : tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: index) {
  %0 = bufferization.alloc_tensor(%i) : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %i: index) {
  bufferization.dealloc_tensor %t : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: tensor<4xf32>) {
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: tensor<4xf32>) {
  %0 = bufferization.materialize_in_destination %t in writable %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<5xf32>, %u: tensor<4xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<5xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<4xf32>, %c: i1) {
  %0:1 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%m : memref<4xf32>)
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  bufferization.dealloc
  return
}
// -----
func.func @f(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c, %c)
  return
}
// -----
func.func @f(%m: memref<4xf32>, %c: i1) {
  %0 = bufferization.dealloc retain (%m : memref<4xf32>)
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  bufferization.dealloc (%m : memref<4xf32>) if ()
  return
}
// -----
func.func @f(%a: vector<4xf32>, %s: f32, %i: index) {
  %0 = vector.extract %a[0] : f32 from vector<4xf32>
  %1 = vector.extract %a[%i] : f32 from vector<4xf32>
  %2 = vector.insert %s, %a[3] : f32 into vector<4xf32>
  %3 = vector.insert %s, %a[%i] : f32 into vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = vector.extract %a[4] : f32 from vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = vector.extract %a[-1] : f32 from vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = vector.extract %a[-2] : f32 from vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = vector.extract %a[] : vector<4xf32> from vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<f32>) {
  %0 = vector.extract %a[] : f32 from vector<f32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %i: index) {
  %0 = vector.extract %a[1] : vector<4xf32> from vector<2x4xf32>
  %1 = vector.extract %a[1, %i] : f32 from vector<2x4xf32>
  %2 = vector.extract %a[%i] : vector<4xf32> from vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.extract %a[1] : vector<2xf32> from vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.extract %a[1, 2, 3] : f32 from vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.extract %a[1] : vector<1x4xf32> from vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %b: vector<4xf32>) {
  %0 = vector.insert %b, %a[2] : vector<4xf32> into vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %b: f64) {
  %0 = vector.insert %b, %a[0, 0] : f64 into vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [6], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [4], strides = [2]} : vector<8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [2, 2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<5xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [-1], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [0], strides = [1]} : vector<8xf32> to vector<0xf32>
  return
}
// -----
func.func @f(%a: vector<8x16xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<8x16xf32> to vector<2x16xf32>
  return
}
// -----
func.func @f(%a: vector<8x[16]xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<8x[16]xf32> to vector<2x[16]xf32>
  %1 = vector.extract_strided_slice %a {offsets = [1, 0], sizes = [2, 16], strides = [1, 1]} : vector<8x[16]xf32> to vector<2x[16]xf32>
  return
}
// -----
func.func @f(%a: vector<8x[16]xf32>) {
  %1 = vector.extract_strided_slice %a {offsets = [1, 0], sizes = [2, 8], strides = [1, 1]} : vector<8x[16]xf32> to vector<2x[8]xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>, %b: vector<4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>, %b: vector<4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [5], strides = [1]} : vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%a: vector<8x8xf32>, %b: vector<4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [2, 2], strides = [1]} : vector<4xf32> into vector<8x8xf32>
  return
}
// -----
func.func @f(%a: vector<8x8xf32>, %b: vector<4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [2], strides = [1]} : vector<4xf32> into vector<8x8xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>, %b: vector<4x4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [2], strides = [1, 1]} : vector<4x4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%a: vector<8xf32>, %n: index) {
  %0 = vector.scalable.extract %a[0] : vector<4xf32> from vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<[8]xf32>, %b: vector<4xf32>) {
  %0 = vector.scalable.extract %a[4] : vector<4xf32> from vector<[8]xf32>
  %1 = vector.scalable.insert %b, %a[4] : vector<4xf32> into vector<[8]xf32>
  return
}
// -----
func.func @f(%a: vector<[8]xf32>, %b: vector<4xf32>) {
  %0 = vector.scalable.extract %a[3] : vector<4xf32> from vector<[8]xf32>
  return
}
// -----
func.func @f(%a: vector<[8]xf32>, %b: vector<4xf64>) {
  %1 = vector.scalable.insert %b, %a[4] : vector<4xf64> into vector<[8]xf32>
  return
}
// -----
func.func @f(%s: f32, %a: vector<4xf32>) {
  %0 = vector.broadcast %s : f32 to vector<4xf32>
  %1 = vector.broadcast %a : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %s : f32 to vector<f32>
  %3 = vector.broadcast %s : f32 to vector<[4]xf32>
  return
}
// -----
func.func @f(%s: f32, %a: vector<4xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<4x2xf32>
  return
}
// -----
func.func @f(%s: f32, %a: vector<4xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<4xf64>
  return
}
// -----
func.func @f(%s: f32, %a: vector<1x4xf32>) {
  %0 = vector.broadcast %a : vector<1x4xf32> to vector<3x4xf32>
  %1 = vector.broadcast %a : vector<1x4xf32> to vector<2x3x4xf32>
  return
}
// -----
func.func @f(%s: f32, %a: vector<2x4xf32>) {
  %0 = vector.broadcast %a : vector<2x4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%s: f32, %a: vector<4xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<[4]xf32>
  return
}
// -----
func.func @f(%s: f32) {
  %0 = vector.splat %s : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 6] : vector<4xf32>, vector<3xf32>
  %1 = vector.shuffle %a, %a [0, 7, -1, 2] : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 7] : vector<4xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf32>) {
  %0 = vector.shuffle %a, %b [] : vector<4xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf64>) {
  %0 = vector.shuffle %a, %b [0] : vector<4xf32>, vector<3xf64>
  return
}
// -----
func.func @f(%a: vector<4x2xf32>, %b: vector<3x2xf32>) {
  %0 = vector.shuffle %a, %b [0, 6] : vector<4x2xf32>, vector<3x2xf32>
  return
}
// -----
func.func @f(%a: vector<4x2xf32>, %b: vector<3x3xf32>) {
  %0 = vector.shuffle %a, %b [0, 6] : vector<4x2xf32>, vector<3x3xf32>
  return
}
// -----
func.func @f(%a: vector<f32>, %b: vector<f32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<f32>, vector<f32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  %1, %2 = vector.deinterleave %0 : vector<8xf32> -> vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = vector.interleave %a, %b : vector<4xf32> -> vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<5xf32>) {
  %1, %2 = vector.deinterleave %a : vector<5xf32> -> vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<f32>) {
  %0 = vector.interleave %a, %a : vector<f32> -> vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<2x[4]xf32>, %b: vector<4xf32>) {
  %0 = vector.interleave %a, %a : vector<2x[4]xf32> -> vector<2x[8]xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %1 = vector.transpose %a, [0, 1] : vector<2x4xf32> to vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [0, 0] : vector<2x4xf32> to vector<2x2xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [1, 2] : vector<2x4xf32> to vector<4x2xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [1] : vector<2x4xf32> to vector<4x2xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.transpose %a, [-1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return
}
// -----
func.func @f(%a: vector<f32>) {
  %0 = vector.transpose %a, [] : vector<f32> to vector<f32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  %1 = vector.shape_cast %a : vector<2x4xf32> to vector<4x2xf32>
  %2 = vector.shape_cast %a : vector<2x4xf32> to vector<1x8x1xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<9xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<8xf64>
  return
}
// -----
func.func @f(%a: vector<[2]x4xf32>) {
  %0 = vector.shape_cast %a : vector<[2]x4xf32> to vector<[8]xf32>
  return
}
// -----
func.func @f(%a: vector<[2]x4xf32>) {
  %0 = vector.shape_cast %a : vector<[2]x4xf32> to vector<8xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<2x4xi32>
  %1 = vector.bitcast %a : vector<2x4xf32> to vector<2x8xi16>
  %2 = vector.bitcast %a : vector<2x4xf32> to vector<2x2xi64>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<4x4xi16>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>) {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<2x4xi16>
  return
}
// -----
func.func @f(%a: vector<f32>) {
  %0 = vector.bitcast %a : vector<f32> to vector<i32>
  return
}
// -----
func.func @f(%a: vector<4xindex>) {
  %0 = vector.bitcast %a : vector<4xindex> to vector<4xi64>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %s: f32) {
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  %1 = vector.reduction <mul>, %a, %s fastmath<reassoc> : vector<4xf32> into f32
  %2 = vector.reduction <minnumf>, %a : vector<4xf32> into f32
  %3 = vector.reduction <maximumf>, %a {a.b} : vector<4xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = vector.reduction <and>, %a : vector<4xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = vector.reduction <minnumf>, %a : vector<4xi32> into i32
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = vector.reduction <xor>, %a : vector<4xi32> into i32
  %1 = vector.reduction <maxui>, %a : vector<4xi32> into i32
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = vector.reduction <sub>, %a : vector<4xi32> into i32
  return
}
// -----
func.func @f(%a: vector<4x4xf32>) {
  %0 = vector.reduction <add>, %a : vector<4x4xf32> into f32
  return
}
// -----
func.func @f(%a: vector<f32>) {
  %0 = vector.reduction <add>, %a : vector<f32> into f32
  return
}
// -----
func.func @f(%a: vector<4xindex>) {
  %0 = vector.reduction <add>, %a : vector<4xindex> into index
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %s: vector<2xf32>, %x: f32) {
  %0 = vector.multi_reduction <add>, %a, %s [1] : vector<2x4xf32> to vector<2xf32>
  %1 = vector.multi_reduction <maximumf>, %a, %x [0, 1] : vector<2x4xf32> to f32
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %s: vector<2xf32>) {
  %0 = vector.multi_reduction <add>, %a, %s [0] : vector<2x4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %s: vector<2xf32>) {
  %0 = vector.multi_reduction <add>, %a, %s [2] : vector<2x4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %s: vector<2x4xf32>) {
  %0 = vector.multi_reduction <add>, %a, %s [] : vector<2x4xf32> to vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %s: vector<2xf32>) {
  %0 = vector.multi_reduction <add>, %a, %s [1, 1] : vector<2x4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %m: vector<4xi1>) {
  %0 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 0 : i64} : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %i: vector<4xf32>) {
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %i: vector<4xf32>) {
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<2x4xf32>, %i: vector<4xf32>) {
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 5 : i64} : vector<2x4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf32>, %c: vector<4x3xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf32>, %c: vector<3x4xf32>) {
  %1 = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: f32, %c: vector<4xf32>) {
  %0 = vector.outerproduct %a, %b, %c : vector<4xf32>, f32
  %1 = vector.outerproduct %a, %b : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<3xf64>) {
  %1 = vector.outerproduct %a, %b : vector<4xf32>, vector<3xf64>
  return
}
// -----
func.func @f(%a: vector<4x4xf32>, %b: vector<3xf32>) {
  %1 = vector.outerproduct %a, %b : vector<4x4xf32>, vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4xi32>, %b: vector<3xi32>, %c: vector<4x3xi32>) {
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<4xi32>, vector<3xi32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index, %v: vector<4xf32>, %x: f32, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {nontemporal = true} : memref<8x16xf32>, vector<4xf32>
  %1 = vector.load %m[%i, %i] {alignment = 16 : i64} : memref<8x16xf32>, vector<2x4xf32>
  %2 = vector.maskedload %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index, %v: vector<4xf32>, %k: vector<5xi1>) {
  %2 = vector.maskedload %m[%i, %i], %k, %v : memref<8x16xf32>, vector<5xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  %2 = vector.maskedload %m[%i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf64>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  %2 = vector.maskedload %m[%i, %i], %k, %v : memref<8x16xf64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] {alignment = 3 : i64} : memref<8x16xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<8x16xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<4xf64>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<2x2x2xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<1xf32>
  return
}
// -----
func.func @f(%m: memref<8xvector<4xf32>>, %i: index) {
  %0 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  %1 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<f32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xi32>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%v], %k, %p : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%m: tensor<8xf32>, %i: index, %v: vector<4xi32>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i] [%v], %k, %p : tensor<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%m: tensor<8xf32>, %i: index, %v: vector<4xi32>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.scatter %m[%i] [%v], %k, %p : tensor<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %i: index, %v: vector<5xi32>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<5xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i] [%v], %k, %p {alignment = 8 : i64} : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.create_mask %i : vector<4xi1>
  %1 = vector.create_mask %i, %i : vector<2x4xi1>
  %2 = vector.constant_mask [2] : vector<4xi1>
  %3 = vector.constant_mask [1, 2] : vector<2x4xi1>
  %4 = vector.create_mask %i : vector<[4]xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.create_mask %i : vector<2x4xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [5] : vector<4xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [-1] : vector<4xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [0, 2] : vector<2x4xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [0, 0] : vector<2x4xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [4] : vector<[4]xi1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [2] : vector<4xi32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.create_mask : vector<i1>
  return
}
// -----
func.func @f(%i: index) {
  %0 = vector.constant_mask [0] : vector<i1>
  %1 = vector.constant_mask [1] : vector<i1>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %s: f32, %v: vector<4x4xf32>) {
  vector.print %a : vector<4xf32>
  vector.print %s : f32
  vector.print %s : f32 punctuation <comma>
  vector.print punctuation <newline>
  vector.print str "hi"
  vector.print %v : vector<4x4xf32> punctuation <no_punctuation>
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  vector.print %a : tensor<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  vector.print %a : vector<4xf32> punctuation <foo>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = vector.fma %a, %b, %a : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = vector.fma %a, %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = vector.fma %a, %a, %a : f32
  return
}
// -----
func.func @f() {
  %0 = vector.vscale
  %1 = vector.step : vector<4xindex>
  %2 = vector.step : vector<[4]xindex>
  return
}
// -----
func.func @f() {
  %0 = vector.step : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = vector.step : vector<2x4xindex>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0:4 = vector.to_elements %a : vector<4xf32>
  %1 = vector.from_elements %0#0, %0#1, %0#2, %0#3 : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0:3 = vector.to_elements %a : vector<4xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = vector.from_elements %a, %a : vector<3xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = vector.from_elements %a : vector<f32>
  %1 = vector.from_elements %a : vector<1x1xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = vector.from_elements %a : vector<[1]xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = vector.type_cast %m : memref<4x4xf32> to memref<vector<4x4xf32>>
  return
}
// -----
func.func @f(%m: memref<4x?xf32>) {
  %0 = vector.type_cast %m : memref<4x?xf32> to memref<vector<4x4xf32>>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = vector.type_cast %m : memref<4x4xf32> to memref<4xvector<4xf32>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index, %x: vector<1xf32>, %y: vector<1x1xf32>, %z: vector<f32>, %k: vector<1xi1>) {
  vector.store %x, %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<1xf32>
  vector.store %y, %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<1x1xf32>
  vector.store %z, %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<f32>
  %0 = vector.maskedload %m[%i, %i], %k, %x : memref<8x16xf32, strided<[32, 2]>>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index, %x: vector<[1]xf32>) {
  vector.store %x, %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<[1]xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index, %x: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i, %i], %k, %x : memref<8x16xf32, strided<[32, 2]>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xindex>) {
  %0 = vector.bitcast %a : vector<4xindex> to vector<8xi32>
  return
}
// -----
func.func @f(%a: vector<4xindex>) {
  %0 = vector.bitcast %a : vector<4xindex> to vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<4xindex>) {
  %0 = vector.bitcast %a : vector<4xindex> to vector<4xindex>
  return
}
