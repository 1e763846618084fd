func.func @f(%x: index) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%x) : tensor<?xf32>
  %2 = tensor.empty(%x, %x) : tensor<?x4x?xf32, #foo.e>
  return
}
// -----
func.func @f() {
  %0 = tensor.empty() : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = tensor.empty(%x) : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = tensor.empty() : tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %u: tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<?x?xf32> to tensor<4x?xf32>
  %1 = tensor.cast %t : tensor<?x?xf32> to tensor<*xf32>
  %2 = tensor.cast %u : tensor<*xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = tensor.cast %t : tensor<?x?xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = tensor.cast %t : tensor<?x?xf32> to tensor<4x4xi32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.cast %s : tensor<4x4xf32> to tensor<4x5xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.cast %s : tensor<4x4xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %u: tensor<*xf32>) {
  %0 = tensor.dim %t, %x : tensor<?x?xf32>
  %1 = tensor.dim %u, %x : tensor<*xf32>
  %2 = tensor.rank %u : tensor<*xf32>
  %3 = tensor.rank %t : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %z: tensor<f32>) {
  %0 = tensor.dim %z, %x : tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %c5 = arith.constant 5 : index
  %0 = tensor.dim %t, %c5 : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.dim %f, %x : f32
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %z: tensor<f32>) {
  %0 = tensor.extract %t[%x, %x] : tensor<?x?xf32>
  %1 = tensor.insert %0 into %t[%x, %x] : tensor<?x?xf32>
  %2 = tensor.extract %z[] : tensor<f32>
  %3 = tensor.insert %2 into %z[] : tensor<f32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index) {
  %0 = tensor.extract %t[%x] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %u: tensor<*xf32>) {
  %0 = tensor.extract %u[%x] : tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %i: i32) {
  %0 = tensor.extract %t[%i, %x] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %i: i32) {
  %0 = tensor.insert %i into %t[%x, %x] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %f: f32) {
  %0 = tensor.insert %f into %t[%x] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index) {
  %0 = "tensor.extract"(%t, %x, %x) : (tensor<?x?xf32>, index, index) -> i32
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %f: f32) {
  %0 = "tensor.insert"(%f, %t, %x, %x) : (f32, tensor<?x?xf32>, index, index) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index) {
  %0 = tensor.extract_slice %t[0, %x][4, %x][1, %x] : tensor<?x?xf32> to tensor<4x?xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 0, 0][1, 16, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<16x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][8, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<8x4xf32>
  return
}
// -----
func.func @f(%x: index, %b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[%x, %x, 0][1, 1, 4][1, 1, 1] {a} : tensor<8x16x4xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][8, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<8x5xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][8, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<8x4xi32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][8, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<8x1x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2][8, 1][1, 1] : tensor<8x16x4xf32> to tensor<8x1xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][9, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<9x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[8, 2, 0][1, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<1x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][4, 1, 4][3, 1, 1] : tensor<8x16x4xf32> to tensor<4x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][4, 1, 4][-1, 1, 1] : tensor<8x16x4xf32> to tensor<4x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[-1, 2, 0][4, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<4x1x4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.extract_slice %b[0, 2, 0][0, 1, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<0x1x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.extract_slice %s[0, 0][4, 4][1, 1] : tensor<4x4xf32> to tensor<?x4xf32>
  return
}
// -----
func.func @f(%x: index, %s: tensor<4x4xf32>) {
  %0 = tensor.extract_slice %s[0, 0][%x, 4][1, 1] : tensor<4x4xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %s: tensor<4x4xf32>) {
  %0 = tensor.insert_slice %s into %t[0, %x][4, 4][1, 1] : tensor<4x4xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %o: tensor<?xf32>) {
  %0 = tensor.insert_slice %o into %t[0, %x][%x, 1][1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %o: tensor<?xf32>) {
  %0 = tensor.insert_slice %o into %t[0, %x][4, 1][1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.insert_slice %s into %b[0, 0, 0][4, 1, 4][1, 1, 1] : tensor<4x4xf32> into tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.insert_slice %s into %b[0, 0, 0][4, 4, 4][1, 1, 1] : tensor<4x4xf32> into tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.insert_slice %s into %b[6, 0, 0][4, 1, 4][1, 1, 1] : tensor<4x4xf32> into tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %z: tensor<f32>) {
  %0 = tensor.insert_slice %z into %t[0, %x][1, 1][1, 1] : tensor<f32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %s: tensor<4x4xf32>) {
  %0 = tensor.insert_slice %s into %t[0][4][1] : tensor<4x4xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %sh: tensor<2xi32>) {
  %0 = tensor.insert_slice %sh into %t[0, 0][2, 1][1, 1] : tensor<2xi32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.from_elements %f, %f, %f : tensor<3xf32>
  %1 = tensor.from_elements %f, %f, %f, %f : tensor<2x2xf32>
  %2 = tensor.from_elements %f : tensor<f32>
  %3 = tensor.from_elements : tensor<0xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.from_elements %f, %f : tensor<3xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.from_elements %f, %f : tensor<?xf32>
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = tensor.from_elements %f, %i : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = tensor.from_elements : tensor<*xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.generate { ^bb0(%a: index, %bb: index): tensor.yield %f : f32 } : tensor<4x4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x, %x { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x, %x { ^bb0(%a: index, %q: i32): tensor.yield %f : f32 } : tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %i: i32) {
  %0 = tensor.generate %x { ^bb0(%a: index): tensor.yield %i : i32 } : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = tensor.generate %x { ^bb0(%a: index): } : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = tensor.generate %x { ^bb0(%a: index): return } : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x { ^bb0(%a: index): tensor.yield %f : f32 } {a = 1} : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.generate %x { ^bb0(%a: index): tensor.yield %f, %f : f32, f32 } : tensor<?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  tensor.yield %f : f32
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index, %f: f32) {
  %0 = tensor.pad %t low[1, %x] high[%x, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<?x?xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s nofold low[0, 0] high[0, 0] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } {a = 1} : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<8x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1] high[2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: i32): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %i: i32) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %i : i32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): return } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[%x, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[-1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } : tensor<4x4xf32> to tensor<5x7xf32>
  return
}
// -----
func.func @f(%f: f32, %z: tensor<f32>) {
  %0 = tensor.pad %z low[] high[] { tensor.yield %f : f32 } : tensor<f32> to tensor<f32>
  return
}
// -----
func.func @f(%x: index, %o: tensor<?xf32>) {
  %0 = tensor.expand_shape %o [[0, 1]] output_shape [%x, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 3, 4] : tensor<4x4xf32> into tensor<2x3x4xf32>
  return
}
// -----
func.func @f(%z: tensor<f32>) {
  %0 = tensor.expand_shape %z [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return
}
// -----
func.func @f(%x: index, %o: tensor<?xf32>) {
  %0 = tensor.expand_shape %o [[0, 1]] output_shape [%x, %x] : tensor<?xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%o: tensor<?xf32>) {
  %0 = tensor.expand_shape %o [[0, 1]] output_shape [2, 4] : tensor<?xf32> into tensor<2x4xf32>
  return
}
// -----
func.func @f(%x: index, %o: tensor<?xf32>) {
  %0 = tensor.expand_shape %o [[0], [1]] output_shape [%x, 4] : tensor<?xf32> into tensor<?x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.expand_shape %s [[0], [1]] output_shape [4, 4] : tensor<4x4xf32> into tensor<4x4xf32>
  return
}
// -----
func.func @f(%o: tensor<?xf32>) {
  %0 = tensor.expand_shape %o [[0, 1]] : tensor<?xf32> into tensor<?x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.collapse_shape %b [[0], [1, 2]] : tensor<8x16x4xf32> into tensor<8x64xf32>
  %2 = tensor.collapse_shape %b [[0, 1, 2]] {a} : tensor<8x16x4xf32> into tensor<512xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %b [[0], [1, 2]] : tensor<8x16x4xf32> into tensor<8x63xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %b [[0], [1]] : tensor<8x16x4xf32> into tensor<8x16xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %b [[0], [2, 1]] : tensor<8x16x4xf32> into tensor<8x64xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %b [[0], [1, 2]] : tensor<8x16x4xf32> into tensor<8x?xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16x4xf32>) {
  %0 = tensor.collapse_shape %b [[0, 1, 2]] : tensor<8x16x4xf32> into tensor<8x64xf32>
  return
}
// -----
func.func @f(%u: tensor<*xf32>) {
  %0 = tensor.collapse_shape %u [[0]] : tensor<*xf32> into tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %u: tensor<*xf32>, %sh: tensor<2xi32>, %dsh: tensor<?xi32>) {
  %0 = tensor.reshape %t(%sh) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = tensor.reshape %u(%sh) : (tensor<*xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  %2 = tensor.reshape %t(%dsh) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %sh: tensor<2xi32>) {
  %0 = tensor.reshape %t(%sh) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %dsh: tensor<?xi32>) {
  %0 = tensor.reshape %t(%dsh) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %sh: tensor<2xi32>) {
  %0 = tensor.reshape %t(%sh) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xi32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %sh: tensor<2xi32>) {
  %0 = tensor.reshape %s(%sh) : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.reshape %s(%s) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.splat %f : tensor<4xf32>
  %1 = tensor.splat %f[%x] : tensor<?x4xf32>
  %2 = tensor.splat %f[%x, %x] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.splat %f : tensor<?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = tensor.splat %f[%x] : tensor<4xf32>
  return
}
// -----
func.func @f(%i: i32) {
  %0 = tensor.splat %i : tensor<4xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = tensor.splat %f : tensor<*xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0, 1]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x1x1x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0, 1]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0, 1]) unique : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x16x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([1, 0]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0, 3]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([0, 0]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.gather %b[%idx] gather_dims([-1, 0]) : (tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %s0 = tensor.empty() : tensor<6x4xf32>
  %0 = tensor.scatter %s0 into %b[%idx] scatter_dims([0, 1]) unique : (tensor<6x4xf32>, tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %s0 = tensor.empty() : tensor<6x4xf32>
  %0 = tensor.scatter %s0 into %b[%idx] scatter_dims([0, 1]) : (tensor<6x4xf32>, tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %s0 = tensor.empty() : tensor<6x1x1x4xf32>
  %0 = tensor.scatter %s0 into %b[%idx] scatter_dims([0, 1]) unique : (tensor<6x1x1x4xf32>, tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%idx: tensor<6x2xindex>, %b: tensor<8x16x4xf32>) {
  %s0 = tensor.empty() : tensor<6x4xf32>
  %0 = tensor.scatter %s0 into %b[%idx] scatter_dims([0]) unique : (tensor<6x4xf32>, tensor<8x16x4xf32>, tensor<6x2xindex>) -> tensor<8x16x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %s: tensor<4x4xf32>) {
  %0 = tensor.concat dim(0) %s, %s : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = tensor.concat dim(1) %s, %t : (tensor<4x4xf32>, tensor<?x?xf32>) -> tensor<4x?xf32>
  %2 = tensor.concat dim(1) %s : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.concat dim(0) %s, %s : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<9x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.concat dim(2) %s, %s : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %o: tensor<?xf32>) {
  %0 = tensor.concat dim(0) %s, %o : (tensor<4x4xf32>, tensor<?xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %b: tensor<8x16x4xf32>) {
  %0 = tensor.concat dim(0) %s, %b : (tensor<4x4xf32>, tensor<8x16x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f() {
  %0 = tensor.concat dim(0) : () -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.bitcast %s : tensor<4x4xf32> to tensor<4x4xi32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.bitcast %s : tensor<4x4xf32> to tensor<4x4xi64>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.bitcast %s : tensor<4x4xf32> to tensor<?x4xi32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.bitcast %s : tensor<4x4xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%u: tensor<*xf32>) {
  %0 = tensor.bitcast %u : tensor<*xf32> to tensor<*xi32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %s: tensor<4x4xf32>) {
  tensor.parallel_insert_slice %s into %t[0, 0][4, 4][1, 1] : tensor<4x4xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %mu: memref<*xf32>) {
  %0 = bufferization.to_tensor %m : memref<?x?xf32> to tensor<?x?xf32>
  %1 = bufferization.to_tensor %m restrict : memref<?x?xf32> to tensor<?x?xf32>
  %2 = bufferization.to_tensor %m restrict writable {a} : memref<?x?xf32> to tensor<?x?xf32>
  %3 = bufferization.to_tensor %mu : memref<*xf32> to tensor<*xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.to_tensor %m : memref<?x?xf32> to tensor<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.to_tensor %m : memref<?x?xf32> to tensor<?x?xi32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.to_tensor %m : memref<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?x?xf32> to memref<?x?xf32>
  %1 = bufferization.to_buffer %t read_only : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %2 = bufferization.to_buffer %t : tensor<?x?xf32> to memref<?x?xf32, 3>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?x?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?x?xf32> to memref<?x?xi32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%x) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<?x?xf32>
  %3 = bufferization.alloc_tensor(%x) size_hint=%x : tensor<?xf32>
  %4 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = bufferization.alloc_tensor() : tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %x: index) {
  %0 = bufferization.alloc_tensor(%x, %x) copy(%t) : tensor<?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = bufferization.alloc_tensor() copy(%s) : tensor<?x?xf32>
  return
}
// -----
func.func @f() {
  %0 = bufferization.alloc_tensor() {bufferization.escape = [false]} : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = bufferization.alloc_tensor() {bufferization.escape = [false, true]} : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = bufferization.alloc_tensor() {bufferization.escape = [5]} : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = bufferization.alloc_tensor() {bufferization.escape = true} : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = tensor.empty() {bufferization.escape = [false]} : tensor<4xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.addf %f, %f {bufferization.escape = [false]} : f32
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = tensor.cast %s {bufferization.escape = [false]} : tensor<4x4xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.to_tensor %m {bufferization.escape = [false]} : memref<?x?xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %t {bufferization.escape = [false]} : tensor<?x?xf32> to memref<?x?xf32>
  return
}
// -----
func.func @f(%f: f32, %s: tensor<4x4xf32>) {
  %0 = tensor.pad %s low[1, 1] high[2, 2] { ^bb0(%a: index, %q: index): tensor.yield %f : f32 } {bufferization.escape = [false]} : tensor<4x4xf32> to tensor<7x7xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = arith.addf %s, %s {bufferization.escape = [false]} : tensor<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  memref.copy %m, %m {bufferization.escape = []} : memref<?x?xf32> to memref<?x?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.addf %f, %f {bufferization.writable = true} : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.addf %f, %f {bufferization.foo = true} : f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %mu: memref<*xf32>) {
  %0 = bufferization.clone %m : memref<?x?xf32> to memref<?x?xf32>
  %1 = bufferization.clone %mu {a} : memref<*xf32> to memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.clone %m : memref<?x?xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.clone %t : tensor<?x?xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  bufferization.dealloc_tensor %t : tensor<?x?xf32>
  bufferization.dealloc_tensor %t {a} : tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  bufferization.dealloc_tensor %m : memref<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.materialize_in_destination %t in %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %m: memref<?x?xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %m: memref<?x?xf32>) {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %m: memref<?x?xf32>) {
  bufferization.materialize_in_destination %t in %m : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  bufferization.materialize_in_destination %t in %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>) {
  %0 = bufferization.materialize_in_destination %t in restrict %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %m: memref<?x?xf32>) {
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<?x?xf32>, memref<?x?xf32>) -> memref<?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>, %o: tensor<?xf32>) {
  %0 = bufferization.materialize_in_destination %s in %o : (tensor<4x4xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %s: tensor<4x4xf32>) {
  %0 = bufferization.materialize_in_destination %s in %t : (tensor<4x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %ms: memref<4x4xf32, 3>, %mu: memref<*xf32>, %c: i1) {
  %0:2 = bufferization.dealloc (%m, %ms : memref<?x?xf32>, memref<4x4xf32, 3>) if (%c, %c) retain (%m, %mu : memref<?x?xf32>, memref<*xf32>)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<?x?xf32>) if (%c)
  return
}
// -----
func.func @f() {
  bufferization.dealloc
  return
}
// -----
func.func @f(%m: memref<?x?xf32>) {
  %0 = bufferization.dealloc retain (%m : memref<?x?xf32>)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %c: i1) {
  bufferization.dealloc (%m, %m : memref<?x?xf32>, memref<?x?xf32>) if (%c)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %c: i1) {
  %0:2 = bufferization.dealloc (%m : memref<?x?xf32>) if (%c) retain (%m : memref<?x?xf32>)
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %c: i1) {
  bufferization.dealloc (%t : tensor<?x?xf32>) if (%c)
  return
}
