func.func @f(%x: index) {
  %0:2 = affine.delinearize_index %x into (%x, 8) : index, index
  return
}
// -----
func.func @f(%x: index) {
  %0:3 = affine.delinearize_index %x into (%x, 8) : index, index, index
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.linearize_index [%x, %x, %x] by (2, %x, 3) : index
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.linearize_index [%x, 3] by (2, 4) : index
  return
}
// -----
func.func @f(%x: index, %c: i1, %m: memref<?x?xf32>) {
  scf.for %a = %x to %x step %x { scf.for %b = %a to %x step %x { %0 = memref.load %m[%a, %b] : memref<?x?xf32>
  scf.if %c { memref.store %0, %m[%b, %a] : memref<?x?xf32> } } }
  return
}
// -----
func.func @f(%x: index, %f: f32, %t: tensor<?x?xf32>) {
  %0:2 = scf.for %a = %x to %x step %x iter_args(%b = %t, %e = %f) -> (tensor<?x?xf32>, f32) { %1 = tensor.insert %e into %b[%a, %a] : tensor<?x?xf32>
  scf.yield %1, %e : tensor<?x?xf32>, f32 } {loop.tag = "x"}
  return
}
// -----
func.func @f(%i: i32) {
  %0 = scf.while (%a = %i) : (i32) -> i32 { %1 = arith.cmpi slt, %a, %i : i32
  scf.condition(%1) %a : i32 } do { ^bb0(%b: i32): %2 = arith.addi %b, %b : i32
  scf.yield %2 : i32 }
  return
}
// -----
func.func @f(%x: index, %t: tensor<?x?xf32>, %s: tensor<4x4xf32>) {
  %r = scf.forall (%a, %b) = (0, %x) to (10, %x) step (5, %x) shared_outs(%q = %t) -> (tensor<?x?xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %s into %q[%a, %b] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<?x?xf32> } } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (4) { } {mapping = [#gpu.warp<linear_dim_0>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (4) { } {mapping = [#gpu.warpgroup<x>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a, %b) in (4, 4) { } {mapping = [#gpu.thread<linear_dim_0>, #gpu.thread<linear_dim_1>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a, %b) in (4, 4) { } {mapping = [#gpu.thread<x>]}
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32, strided<[?], offset: ?>>) {
  %0 = memref.subview %o[%x] [%x] [2] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%d1: memref<4x4x4xf32>) {
  %0 = memref.subview %d1[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<4x4x4xf32> to memref<4xf32, strided<[4]>>
  return
}
// -----
func.func @f(%x: index, %d1: memref<4x4x4xf32>) {
  %0 = memref.subview %d1[0, %x, 0] [4, 1, 4] [1, 1, 1] : memref<4x4x4xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}
// -----
func.func @f(%x: index, %d1: memref<4x4x4xf32>) {
  %0 = memref.subview %d1[0, %x, 0] [4, 1, 4] [1, 1, 1] : memref<4x4x4xf32> to memref<4x4xf32, strided<[4, 1], offset: ?>>
  return
}
// -----
func.func @f(%d1: memref<4x4x4xf32>) {
  %0 = memref.expand_shape %d1 [[0, 1], [2], [3, 4]] output_shape [2, 2, 4, 1, 4] : memref<4x4x4xf32> into memref<2x2x4x1x4xf32>
  return
}
// -----
func.func @f(%d1: memref<4x4x4xf32>) {
  %0 = memref.collapse_shape %d1 [[0], [1, 2]] : memref<4x4x4xf32> into memref<4x16xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32, strided<[?], offset: ?>>) {
  %0 = memref.collapse_shape %o [[0]] : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %vm: vector<4xi1>) {
  %0 = vector.mask %vm { vector.reduction <mul>, %v : vector<4xf32> into f32 } {a} : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%x: index, %f: f32, %m: memref<?x?xf32>, %vm: vector<4xi1>) {
  %0 = vector.transfer_read %m[%x, %x], %f, %vm {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}
// -----
func.func @f() {
  %0 = gpu.thread_id x
  %1 = gpu.block_dim y
  %2 = gpu.grid_dim z
  %3 = gpu.block_id x
  %4 = gpu.lane_id
  %5 = gpu.subgroup_id : index
  %6 = gpu.global_id x
  %7 = gpu.num_subgroups : index
  %8 = gpu.subgroup_size : index
  return
}
// -----
func.func @f() {
  %0 = gpu.thread_id x upper_bound 64
  return
}
// -----
func.func @f() {
  %0 = gpu.thread_id w
  return
}
// -----
func.func @f() {
  gpu.barrier
  return
}
// -----
func.func @f(%x: index) {
  gpu.launch blocks(%a, %b, %e) in (%g = %x, %h = %x, %j = %x) threads(%k, %l, %n) in (%p = %x, %q = %x, %r = %x) { gpu.terminator }
  return
}
// -----
func.func @f(%i: i32, %x: index) {
  gpu.launch blocks(%a, %b, %e) in (%g = %x, %h = %x, %j = %x) threads(%k, %l, %n) in (%p = %x, %q = %x, %r = %x) dynamic_shared_memory_size %i { gpu.terminator }
  return
}
// -----
func.func @f(%x: index) {
  %0 = gpu.launch async blocks(%a, %b, %e) in (%g = %x, %h = %x, %j = %x) threads(%k, %l, %n) in (%p = %x, %q = %x, %r = %x) { gpu.terminator }
  return
}
// -----
func.func @f(%x: index) {
  gpu.launch blocks(%a, %b, %e) in (%g = %x, %h = %x, %j = %x) threads(%k, %l, %n) in (%p = %x, %q = %x, %r = %x) { }
  return
}
// -----
func.func @f(%i: i32, %x: index) {
  gpu.launch blocks(%a, %b, %e) in (%g = %x, %h = %x, %j = %x) threads(%k, %l, %n) in (%p = %x, %q = %x, %r = %i) { gpu.terminator }
  return
}
// -----
func.func @f() {
  gpu.terminator
  return
}
// -----
func.func @f() {
  %0 = gpu.wait async
  %1 = gpu.wait async [%0]
  gpu.wait [%0, %1]
  return
}
// -----
func.func @f() {
  %0 = gpu.wait
  return
}
// -----
func.func @f() {
  %0 = gpu.alloc () : memref<?xf32, 1>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %o: memref<?xf32, strided<[?], offset: ?>>) {
  gpu.memcpy %m, %o : memref<?x?xf32>, memref<?xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%i: i32, %m: memref<?x?xf32>) {
  gpu.memset %m, %i : memref<?x?xf32>, i32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = gpu.all_reduce %f { } : (f32) -> (f32)
  return
}
// -----
func.func @f(%f: f32) {
  %0 = gpu.all_reduce and %f { } : (f32) -> (f32)
  return
}
// -----
func.func @f(%i: i32, %f: f32) {
  %0, %1 = gpu.shuffle foo %f, %i, %i : f32
  return
}
// -----
func.func @f() {
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @f() {
  %0 = gpu.dynamic_shared_memory : memref<?xf32, #gpu.address_space<workgroup>>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  %1 = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<4xf32, #gpu.address_space<foo>>
  return
}
// -----
func.func @f(%s: tensor<4x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) attrs = {a = 1 : i32} { ^bb0(%a: f32, %b: f32): %1 = linalg.index 0 : index
  %2 = linalg.index 1 : index
  %3 = arith.addi %1, %2 : index
  linalg.yield %a : f32 } -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%f: f32, %t: tensor<?x?xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<?x?xf32>) { ^bb0(%b: f32): linalg.yield %f : f32 } -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %t: tensor<?x?xf32>) {
  %0 = tensor.pad %t low[%x, 0] high[0, %x] { ^bb0(%a: index, %b: index): %1 = arith.addi %a, %b : index
  tensor.yield %f : f32 } : tensor<?x?xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %t: tensor<?x?xf32>) {
  %0 = tensor.generate %x, %x { ^bb0(%a: index, %b: index): %e = tensor.extract %t[%a, %b] : tensor<?x?xf32>
  tensor.yield %e : f32 } : tensor<?x?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %e, %tok = async.execute -> !async.value<f32> { async.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32) {
  %tok, %e = async.execute -> !async.value<f32> { async.yield %f : f32 }
  %u = async.await %e : !async.value<f32>
  async.await %tok : !async.token
  return
}
// -----
func.func @f() {
  %tok = async.execute { %tok2 = async.execute { async.yield }
  async.await %tok2 : !async.token
  async.yield }
  return
}
// -----
func.func @f() {
  %tok = async.execute { return }
  return
}
// -----
func.func @f(%f: f32) {
  %tok = async.execute { async.yield %f : f32 }
  return
}
// -----
gpu.module @k { gpu.func @f(%a: memref<4xf32>) kernel { gpu.return } }
// -----
gpu.module @k { gpu.func @f(%a: memref<4xf32>) workgroup(%w: memref<4xf32, 3>) private(%p: memref<1xf32, 5>) kernel { gpu.return } }
// -----
gpu.module @k { gpu.func @f(%a: f32) -> f32 { gpu.return %a : f32 } }
// -----
gpu.module @k { gpu.func @f(%a: f32) -> f32 kernel { gpu.return %a : f32 } }
// -----
gpu.module @k { gpu.func @f() kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} { gpu.return } }
// -----
gpu.module @k { gpu.func @f() kernel attributes {gpu.known_block_size = array<i32: 32, 1>} { gpu.return } }
// -----
gpu.func @f() kernel { gpu.return }
// -----
gpu.module @k { func.func @f() { gpu.return } }
// -----
module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } } func.func @h(%x: index, %f: f32) { gpu.launch_func @k::@f blocks in (%x, %x, %x) threads in (%x, %x, %x) args(%f : f32) return } }
// -----
module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } } func.func @h(%x: index, %f: i32) { gpu.launch_func @k::@f blocks in (%x, %x, %x) threads in (%x, %x, %x) args(%f : i32) return } }
// -----
module { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } } func.func @h(%x: index, %f: f32) { gpu.launch_func @k::@f blocks in (%x, %x, %x) threads in (%x, %x, %x) args(%f : f32) return } }
// -----
module attributes {gpu.container_module} { gpu.module @k { gpu.func @f(%a: f32) kernel { gpu.return } } func.func @h(%x: index, %f: f32) { gpu.launch_func @k::@g blocks in (%x, %x, %x) threads in (%x, %x, %x) args(%f : f32) return } }
// -----
module attributes {gpu.container_module} { gpu.module @k { gpu.func @f() kernel { gpu.return } } func.func @h(%x: index, %i: i32) { %t = gpu.wait async %0 = gpu.launch_func async [%t] @k::@f blocks in (%x, %x, %x) threads in (%x, %x, %x) dynamic_shared_memory_size %i return } }
