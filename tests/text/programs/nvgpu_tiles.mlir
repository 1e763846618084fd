// Tiles of matrices in registers, and those that the tensor memory accelerator moves.
!map = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!sum = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @plain(%n: index, %p: i1, %h: memref<32x32xf16, 3>, %v: vector<2x2xf16>, %k: vector<2xi16>, %r: vector<4xf32>, %u: memref<*xf16>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %m: memref<128x64xf16, 3>, %a: !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, %o: memref<128x128xf32>) {
  %0 = nvgpu.ldmatrix %h[%n, %n] {numTiles = 4 : i32, transpose = false} : memref<32x32xf16, 3> -> vector<4x2xf16>
  %1 = nvgpu.mma.sync (%0, %v, %v) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %2 = nvgpu.mma.sp.sync (%0, %0, %1) metadata (%k) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %3 = nvgpu.rcp %r {rounding = approx, ftz} : vector<4xf32>
  %4 = nvgpu.tma.create.descriptor %u box[%n, %n] : memref<*xf16> -> !map
  nvgpu.tma.fence.descriptor %4 : !map
  nvgpu.tma.prefetch.descriptor %4, predicate = %p : !map
  nvgpu.tma.async.load %4[%n, %n], %b[%n] to %m, predicate = %p : !map, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<128x64xf16, 3>
  nvgpu.tma.async.store %m to %4[%n, %n] : memref<128x64xf16, 3> -> !map
  %5 = nvgpu.warpgroup.generate.descriptor %m, %4 : memref<128x64xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
  %6 = nvgpu.warpgroup.mma.init.accumulator -> !sum
  %7 = nvgpu.warpgroup.mma %5, %a, %6 {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !sum -> !sum
  nvgpu.warpgroup.mma.store %7, %o : !sum to memref<128x128xf32>
  return
}
func.func @in_a_loop(%n: index, %p: i1, %h: memref<32x32xf16, 3>, %v: vector<2x2xf16>, %k: vector<2xi16>, %r: vector<4xf32>, %u: memref<*xf16>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %m: memref<128x64xf16, 3>, %a: !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, %o: memref<128x128xf32>) {
  scf.for %at = %n to %n step %n {
    %0 = nvgpu.ldmatrix %h[%n, %n] {numTiles = 4 : i32, transpose = false} : memref<32x32xf16, 3> -> vector<4x2xf16>
    %1 = nvgpu.mma.sync (%0, %v, %v) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %2 = nvgpu.mma.sp.sync (%0, %0, %1) metadata (%k) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %3 = nvgpu.rcp %r {rounding = approx, ftz} : vector<4xf32>
    %4 = nvgpu.tma.create.descriptor %u box[%n, %n] : memref<*xf16> -> !map
    nvgpu.tma.fence.descriptor %4 : !map
    nvgpu.tma.prefetch.descriptor %4, predicate = %p : !map
    nvgpu.tma.async.load %4[%n, %n], %b[%n] to %m, predicate = %p : !map, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<128x64xf16, 3>
    nvgpu.tma.async.store %m to %4[%n, %n] : memref<128x64xf16, 3> -> !map
    %5 = nvgpu.warpgroup.generate.descriptor %m, %4 : memref<128x64xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
    %6 = nvgpu.warpgroup.mma.init.accumulator -> !sum
    %7 = nvgpu.warpgroup.mma %5, %a, %6 {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !sum -> !sum
    nvgpu.warpgroup.mma.store %7, %o : !sum to memref<128x128xf32>
  }
  return
}
func.func @in_a_task(%n: index, %p: i1, %h: memref<32x32xf16, 3>, %v: vector<2x2xf16>, %k: vector<2xi16>, %r: vector<4xf32>, %u: memref<*xf16>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %m: memref<128x64xf16, 3>, %a: !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, %o: memref<128x128xf32>) {
  %done = async.execute {
    %0 = nvgpu.ldmatrix %h[%n, %n] {numTiles = 4 : i32, transpose = false} : memref<32x32xf16, 3> -> vector<4x2xf16>
    %1 = nvgpu.mma.sync (%0, %v, %v) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %2 = nvgpu.mma.sp.sync (%0, %0, %1) metadata (%k) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %3 = nvgpu.rcp %r {rounding = approx, ftz} : vector<4xf32>
    %4 = nvgpu.tma.create.descriptor %u box[%n, %n] : memref<*xf16> -> !map
    nvgpu.tma.fence.descriptor %4 : !map
    nvgpu.tma.prefetch.descriptor %4, predicate = %p : !map
    nvgpu.tma.async.load %4[%n, %n], %b[%n] to %m, predicate = %p : !map, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<128x64xf16, 3>
    nvgpu.tma.async.store %m to %4[%n, %n] : memref<128x64xf16, 3> -> !map
    %5 = nvgpu.warpgroup.generate.descriptor %m, %4 : memref<128x64xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
    %6 = nvgpu.warpgroup.mma.init.accumulator -> !sum
    %7 = nvgpu.warpgroup.mma %5, %a, %6 {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !sum -> !sum
    nvgpu.warpgroup.mma.store %7, %o : !sum to memref<128x128xf32>
    async.yield
  }
  async.await %done : !async.token
  return
}
