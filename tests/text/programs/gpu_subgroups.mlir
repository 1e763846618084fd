// What the threads of a block or a subgroup do together.
func.func @plain(%n: index, %i: i32, %x: f32, %y: f16, %w: vector<4xi32>, %m: memref<32x32xf16, 3>) {
  %a = gpu.all_reduce add %x uniform {
  } : (f32) -> f32
  %b = gpu.all_reduce %x {
  ^bb0(%l: f32, %r: f32):
    %0 = arith.maximumf %l, %r : f32
    gpu.yield %0 : f32
  } : (f32) -> f32
  %c = gpu.subgroup_reduce mul %x uniform cluster(size = 4, stride = 2) : (f32) -> f32
  %d, %e = gpu.shuffle xor %c, %i, %i : f32
  %f, %g = gpu.rotate %d, 1, 16 : f32
  %h = gpu.subgroup_broadcast %f, specific_lane %i : f32
  %k = gpu.subgroup_broadcast %h, first_active_lane : f32
  %v = gpu.warp_execute_on_lane_0(%n)[32] args(%w : vector<4xi32>) -> (vector<1xf32>) {
  ^bb0(%all: vector<128xi32>):
    %one = vector.broadcast %k : f32 to vector<32xf32>
    gpu.yield %one : vector<32xf32>
  }
  %p = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %q = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %z = gpu.subgroup_mma_constant_matrix %y : !gpu.mma_matrix<16x16xf16, "COp">
  %s = gpu.subgroup_mma_compute %p, %q, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %t = gpu.subgroup_mma_elementwise addf %s, %z : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  %u = gpu.subgroup_mma_extract_thread_local %t[%n] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  %o = gpu.subgroup_mma_insert_thread_local %u, %t[%n] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %o, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
func.func @in_a_loop(%n: index, %i: i32, %x: f32, %y: f16, %w: vector<4xi32>, %m: memref<32x32xf16, 3>) {
  scf.for %at = %n to %n step %n {
    %a = gpu.all_reduce add %x uniform {
    } : (f32) -> f32
    %b = gpu.all_reduce %x {
    ^bb0(%l: f32, %r: f32):
      %0 = arith.maximumf %l, %r : f32
      gpu.yield %0 : f32
    } : (f32) -> f32
    %c = gpu.subgroup_reduce mul %x uniform cluster(size = 4, stride = 2) : (f32) -> f32
    %d, %e = gpu.shuffle xor %c, %i, %i : f32
    %f, %g = gpu.rotate %d, 1, 16 : f32
    %h = gpu.subgroup_broadcast %f, specific_lane %i : f32
    %k = gpu.subgroup_broadcast %h, first_active_lane : f32
    %v = gpu.warp_execute_on_lane_0(%n)[32] args(%w : vector<4xi32>) -> (vector<1xf32>) {
    ^bb0(%all: vector<128xi32>):
      %one = vector.broadcast %k : f32 to vector<32xf32>
      gpu.yield %one : vector<32xf32>
    }
    %p = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %q = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %z = gpu.subgroup_mma_constant_matrix %y : !gpu.mma_matrix<16x16xf16, "COp">
    %s = gpu.subgroup_mma_compute %p, %q, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %t = gpu.subgroup_mma_elementwise addf %s, %z : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %u = gpu.subgroup_mma_extract_thread_local %t[%n] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    %o = gpu.subgroup_mma_insert_thread_local %u, %t[%n] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %o, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  }
  return
}
func.func @in_a_task(%n: index, %i: i32, %x: f32, %y: f16, %w: vector<4xi32>, %m: memref<32x32xf16, 3>) {
  %done = async.execute {
    %a = gpu.all_reduce add %x uniform {
    } : (f32) -> f32
    %b = gpu.all_reduce %x {
    ^bb0(%l: f32, %r: f32):
      %0 = arith.maximumf %l, %r : f32
      gpu.yield %0 : f32
    } : (f32) -> f32
    %c = gpu.subgroup_reduce mul %x uniform cluster(size = 4, stride = 2) : (f32) -> f32
    %d, %e = gpu.shuffle xor %c, %i, %i : f32
    %f, %g = gpu.rotate %d, 1, 16 : f32
    %h = gpu.subgroup_broadcast %f, specific_lane %i : f32
    %k = gpu.subgroup_broadcast %h, first_active_lane : f32
    %v = gpu.warp_execute_on_lane_0(%n)[32] args(%w : vector<4xi32>) -> (vector<1xf32>) {
    ^bb0(%all: vector<128xi32>):
      %one = vector.broadcast %k : f32 to vector<32xf32>
      gpu.yield %one : vector<32xf32>
    }
    %p = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %q = gpu.subgroup_mma_load_matrix %m[%n, %n] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %z = gpu.subgroup_mma_constant_matrix %y : !gpu.mma_matrix<16x16xf16, "COp">
    %s = gpu.subgroup_mma_compute %p, %q, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %t = gpu.subgroup_mma_elementwise addf %s, %z : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %u = gpu.subgroup_mma_extract_thread_local %t[%n] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    %o = gpu.subgroup_mma_insert_thread_local %u, %t[%n] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %o, %m[%n, %n] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    async.yield
  }
  async.await %done : !async.token
  return
}
