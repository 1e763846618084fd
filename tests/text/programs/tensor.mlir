func.func @ops(%a: tensor<4x?xf32>, %u: tensor<*xf32>, %x: f32, %i: index, %shape: tensor<2xindex>, %ids: tensor<5x1xi32>) -> tensor<?x?xf32> {
  %bits = tensor.bitcast %a : tensor<4x?xf32> to tensor<4x?xi32>
  %cast = tensor.cast %a {note = "x"} : tensor<4x?xf32> to tensor<?x?xf32>
  %ranked = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
  %two = tensor.concat dim(1) %a, %a : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %d = tensor.dim %a, %i : tensor<4x?xf32>
  %du = tensor.dim %u, %i : tensor<*xf32>
  %new = tensor.empty(%d) : tensor<?x8xf32>
  %none = tensor.empty() {k} : tensor<f32>
  %one = tensor.extract %a[%i, %i] : tensor<4x?xf32>
  %zero = tensor.extract %none[] : tensor<f32>
  %slice = tensor.extract_slice %a[1, %i] [2, 3] [1, %d] : tensor<4x?xf32> to tensor<2x3xf32>
  %reduced = tensor.extract_slice %a[1, 0] [1, %d] [1, 1] {k = 1 : i32} : tensor<4x?xf32> to tensor<?xf32>
  %elements = tensor.from_elements %x, %one, %x : tensor<3xf32>
  %square = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
  %scalar = tensor.from_elements %x : tensor<f32>
  %nothing = tensor.from_elements : tensor<0xf32>
  %picked = tensor.gather %a[%ids] gather_dims([1]) unique : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4x1xf32>
  %picked2 = tensor.gather %a[%ids] gather_dims([1]) : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  %made = tensor.generate %d {
  ^bb0(%p: index, %q: index):
    %e = tensor.extract %a[%p, %q] : tensor<4x?xf32>
    tensor.yield %e : f32
  } : tensor<?x3xf32>
  %put = tensor.insert %x into %a[%i, %i] : tensor<4x?xf32>
  %put0 = tensor.insert %x into %none[] : tensor<f32>
  %into = tensor.insert_slice %slice into %a[1, %i] [2, 3] [1, %d] : tensor<2x3xf32> into tensor<4x?xf32>
  %into1 = tensor.insert_slice %reduced into %a[1, 0] [1, %d] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
  %r = tensor.rank %u : tensor<*xf32>
  %reshaped = tensor.reshape %a(%shape) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %expanded = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 2, %d] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %collapsed = tensor.collapse_shape %expanded [[0, 1, 2]] : tensor<2x2x?xf32> into tensor<?xf32>
  %flat = tensor.collapse_shape %scalar [] : tensor<f32> into tensor<f32>
  %long = tensor.expand_shape %scalar [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %padded = tensor.pad %a low[%i, 1] high[0, 2] {
  ^bb0(%p: index, %q: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %kept = tensor.pad %a nofold low[0, 0] high[0, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %x : f32
  } {note} : tensor<4x?xf32> to tensor<4x?xf32>
  %scattered = tensor.scatter %picked into %a[%ids] scatter_dims([1]) unique : (tensor<5x4x1xf32>, tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<4x?xf32>
  %all = tensor.splat %x : tensor<4x8xf32>
  %some = tensor.splat %x[%d, %i] : tensor<?x8x?xf32>
  return %padded : tensor<?x?xf32>
}
func.func @in_a_task(%a: tensor<4x?xf32>, %u: tensor<*xf32>, %x: f32, %i: index, %shape: tensor<2xindex>, %ids: tensor<5x1xi32>) {
  %token = async.execute {
    %bits = tensor.bitcast %a : tensor<4x?xf32> to tensor<4x?xi32>
    %cast = tensor.cast %a {note = "x"} : tensor<4x?xf32> to tensor<?x?xf32>
    %ranked = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
    %two = tensor.concat dim(1) %a, %a : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %d = tensor.dim %a, %i : tensor<4x?xf32>
    %du = tensor.dim %u, %i : tensor<*xf32>
    %new = tensor.empty(%d) : tensor<?x8xf32>
    %none = tensor.empty() {k} : tensor<f32>
    %one = tensor.extract %a[%i, %i] : tensor<4x?xf32>
    %zero = tensor.extract %none[] : tensor<f32>
    %slice = tensor.extract_slice %a[1, %i] [2, 3] [1, %d] : tensor<4x?xf32> to tensor<2x3xf32>
    %reduced = tensor.extract_slice %a[1, 0] [1, %d] [1, 1] {k = 1 : i32} : tensor<4x?xf32> to tensor<?xf32>
    %elements = tensor.from_elements %x, %one, %x : tensor<3xf32>
    %square = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
    %scalar = tensor.from_elements %x : tensor<f32>
    %nothing = tensor.from_elements : tensor<0xf32>
    %picked = tensor.gather %a[%ids] gather_dims([1]) unique : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4x1xf32>
    %picked2 = tensor.gather %a[%ids] gather_dims([1]) : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %made = tensor.generate %d {
    ^bb0(%p: index, %q: index):
      %e = tensor.extract %a[%p, %q] : tensor<4x?xf32>
      tensor.yield %e : f32
    } : tensor<?x3xf32>
    %put = tensor.insert %x into %a[%i, %i] : tensor<4x?xf32>
    %put0 = tensor.insert %x into %none[] : tensor<f32>
    %into = tensor.insert_slice %slice into %a[1, %i] [2, 3] [1, %d] : tensor<2x3xf32> into tensor<4x?xf32>
    %into1 = tensor.insert_slice %reduced into %a[1, 0] [1, %d] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
    %r = tensor.rank %u : tensor<*xf32>
    %reshaped = tensor.reshape %a(%shape) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %expanded = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 2, %d] : tensor<4x?xf32> into tensor<2x2x?xf32>
    %collapsed = tensor.collapse_shape %expanded [[0, 1, 2]] : tensor<2x2x?xf32> into tensor<?xf32>
    %flat = tensor.collapse_shape %scalar [] : tensor<f32> into tensor<f32>
    %long = tensor.expand_shape %scalar [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    %padded = tensor.pad %a low[%i, 1] high[0, 2] {
    ^bb0(%p: index, %q: index):
      tensor.yield %x : f32
    } : tensor<4x?xf32> to tensor<?x?xf32>
    %kept = tensor.pad %a nofold low[0, 0] high[0, 0] {
    ^bb0(%p: index, %q: index):
      tensor.yield %x : f32
    } {note} : tensor<4x?xf32> to tensor<4x?xf32>
    %scattered = tensor.scatter %picked into %a[%ids] scatter_dims([1]) unique : (tensor<5x4x1xf32>, tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<4x?xf32>
    %all = tensor.splat %x : tensor<4x8xf32>
    %some = tensor.splat %x[%d, %i] : tensor<?x8x?xf32>
    async.yield
  }
  return
}
func.func @in_a_loop(%a: tensor<4x?xf32>, %u: tensor<*xf32>, %x: f32, %i: index, %shape: tensor<2xindex>, %ids: tensor<5x1xi32>, %n: index) {
  scf.for %k = %i to %n step %n {
    %bits = tensor.bitcast %a : tensor<4x?xf32> to tensor<4x?xi32>
    %cast = tensor.cast %a {note = "x"} : tensor<4x?xf32> to tensor<?x?xf32>
    %ranked = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
    %two = tensor.concat dim(1) %a, %a : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %d = tensor.dim %a, %i : tensor<4x?xf32>
    %du = tensor.dim %u, %i : tensor<*xf32>
    %new = tensor.empty(%d) : tensor<?x8xf32>
    %none = tensor.empty() {k} : tensor<f32>
    %one = tensor.extract %a[%i, %i] : tensor<4x?xf32>
    %zero = tensor.extract %none[] : tensor<f32>
    %slice = tensor.extract_slice %a[1, %i] [2, 3] [1, %d] : tensor<4x?xf32> to tensor<2x3xf32>
    %reduced = tensor.extract_slice %a[1, 0] [1, %d] [1, 1] {k = 1 : i32} : tensor<4x?xf32> to tensor<?xf32>
    %elements = tensor.from_elements %x, %one, %x : tensor<3xf32>
    %square = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
    %scalar = tensor.from_elements %x : tensor<f32>
    %nothing = tensor.from_elements : tensor<0xf32>
    %picked = tensor.gather %a[%ids] gather_dims([1]) unique : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4x1xf32>
    %picked2 = tensor.gather %a[%ids] gather_dims([1]) : (tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %made = tensor.generate %d {
    ^bb0(%p: index, %q: index):
      %e = tensor.extract %a[%p, %q] : tensor<4x?xf32>
      tensor.yield %e : f32
    } : tensor<?x3xf32>
    %put = tensor.insert %x into %a[%i, %i] : tensor<4x?xf32>
    %put0 = tensor.insert %x into %none[] : tensor<f32>
    %into = tensor.insert_slice %slice into %a[1, %i] [2, 3] [1, %d] : tensor<2x3xf32> into tensor<4x?xf32>
    %into1 = tensor.insert_slice %reduced into %a[1, 0] [1, %d] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
    %r = tensor.rank %u : tensor<*xf32>
    %reshaped = tensor.reshape %a(%shape) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %expanded = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 2, %d] : tensor<4x?xf32> into tensor<2x2x?xf32>
    %collapsed = tensor.collapse_shape %expanded [[0, 1, 2]] : tensor<2x2x?xf32> into tensor<?xf32>
    %flat = tensor.collapse_shape %scalar [] : tensor<f32> into tensor<f32>
    %long = tensor.expand_shape %scalar [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    %padded = tensor.pad %a low[%i, 1] high[0, 2] {
    ^bb0(%p: index, %q: index):
      tensor.yield %x : f32
    } : tensor<4x?xf32> to tensor<?x?xf32>
    %kept = tensor.pad %a nofold low[0, 0] high[0, 0] {
    ^bb0(%p: index, %q: index):
      tensor.yield %x : f32
    } {note} : tensor<4x?xf32> to tensor<4x?xf32>
    %scattered = tensor.scatter %picked into %a[%ids] scatter_dims([1]) unique : (tensor<5x4x1xf32>, tensor<4x?xf32>, tensor<5x1xi32>) -> tensor<4x?xf32>
    %all = tensor.splat %x : tensor<4x8xf32>
    %some = tensor.splat %x[%d, %i] : tensor<?x8x?xf32>
  }
  return
}
