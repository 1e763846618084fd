func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true, a.b} : memref<?x?xf16, 3> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32} : memref<?x?xf16, 3> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 2 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x1xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, #gpu.address_space<workgroup>>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  return
}
// -----
func.func @f(%m: memref<?x?xf32, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<?x?xf32, 3> -> vector<4x1xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf32, 3> -> vector<4x1xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf64, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf64, 3> -> vector<4x1xf64>
  return
}
// -----
func.func @f(%m: memref<?x?xi8, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xi8, 3> -> vector<4x4xi8>
  return
}
// -----
func.func @f(%m: memref<?x?xf16, 3>, %i: index) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {a.b, mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<2x4xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<2x4xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<1x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<1x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<1x4xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<1x4xf16>) -> vector<1x4xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x1xf32>, %b: vector<2x1xf32>, %c: vector<2x2xf32>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}
// -----
func.func @f(%a: vector<1x1xf64>, %b: vector<1x1xf64>, %c: vector<1x2xf64>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return
}
// -----
func.func @f(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return
}
// -----
func.func @f(%a: vector<4x8xi4>, %b: vector<2x8xi4>, %c: vector<2x2xi32>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 64]} : (vector<4x8xi4>, vector<2x8xi4>, vector<2x2xi32>) -> vector<2x2xi32>
  return
}
// -----
func.func @f(%a: vector<4x2xi16>, %b: vector<2x2xi16>, %c: vector<2x2xi32>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xi16>, vector<2x2xi16>, vector<2x2xi32>) -> vector<2x2xi32>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf16>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xbf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %b, %c) metadata (%m) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %b, %c) metadata (%m) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %b, %c) metadata (%m) {mmaShape = [16, 8, 32], sparsitySelector = 2 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %b, %c) metadata (%m) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}
// -----
func.func @f(%a: vector<1x1xf64>, %b: vector<1x1xf64>, %c: vector<1x2xf64>, %m: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %b, %c) metadata (%m) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return
}
// -----
func.func @f(%v: vector<32x16xf32>) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<32x16xf32>
  return
}
// -----
func.func @f(%v: vector<32x16xf32>) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} {a.b} : vector<32x16xf32>
  return
}
// -----
func.func @f(%v: vector<32x16xf32>) {
  %0 = nvgpu.rcp %v {rounding = approx} : vector<32x16xf32>
  return
}
// -----
func.func @f(%v: vector<32x16xf32>) {
  %0 = nvgpu.rcp %v {rounding = rn, ftz} : vector<32x16xf32>
  return
}
// -----
func.func @f(%v: vector<32x16xf32>) {
  %0 = nvgpu.rcp %v {rounding = foo, ftz} : vector<32x16xf32>
  return
}
// -----
func.func @f(%v: vector<32x16xf16>) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<32x16xf16>
  return
}
// -----
func.func @f(%v: vector<f32>) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<f32>
  return
}
// -----
func.func @f(%v: f32) {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : f32
  return
}
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @f(%d: !d, %b: !b, %m: memref<32x32xf32, 3>, %i: index, %p: i1, %k: i16) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m : !d, !b -> memref<32x32xf32, 3>
nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m multicast_mask = %k, predicate = %p {a.b} : !d, !b -> memref<32x32xf32, 3>
nvgpu.tma.async.store %m to %d[%i, %i] : memref<32x32xf32, 3> -> !d
nvgpu.tma.async.store %m to %d[%i, %i], predicate = %p : memref<32x32xf32, 3> -> !d
nvgpu.tma.prefetch.descriptor %d : !d
nvgpu.tma.prefetch.descriptor %d, predicate = %p : !d
nvgpu.tma.fence.descriptor %d : !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @f(%d: !d, %b: !b, %m: memref<32x32xf32, 3>, %i: index) { nvgpu.tma.async.load %d[%i], %b[%i] to %m : !d, !b -> memref<32x32xf32, 3>
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @f(%d: !d, %b: !b, %m: memref<32x32xf32>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m : !d, !b -> memref<32x32xf32>
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @f(%d: !d, %b: !b, %m: memref<32x16xf32, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m : !d, !b -> memref<32x16xf32, 3>
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @f(%d: !d, %b: !b, %m: memref<32x32xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m : !d, !b -> memref<32x32xf16, 3>
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%d: !d, %m: memref<32x32xf32, 3>, %i: index) { nvgpu.tma.async.store %m to %d[%i, %i] : memref<32x32xf32, 3> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x?xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%d: !d, %m: memref<32x32xf32, 3>, %i: index) { nvgpu.tma.async.store %m to %d[%i, %i] : memref<32x32xf32, 3> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>
func.func @f(%d: !d, %m: memref<32x32xf32, 3>, %i: index) { nvgpu.tma.async.store %m to %d[%i, %i] : memref<32x32xf32, 3> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<512x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%d: !d, %m: memref<512x32xf32, 3>, %i: index) { nvgpu.tma.async.store %m to %d[%i, %i] : memref<512x32xf32, 3> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x16xf32, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @f(%d: !d, %m: memref<32x16xf32, 3>, %i: index) { nvgpu.tma.async.store %m to %d[%i, %i] : memref<32x16xf32, 3> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<swizzle = swizzle_32b, tensor = memref<32x32xf32, 3>, l2promo = l2promo_64b, oob = nan, interleave = none>
func.func @f(%m: memref<*xf32>, %i: index) { %0 = nvgpu.tma.create.descriptor %m box[%i, %i] : memref<*xf32> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = swizzle_32b, l2promo = l2promo_64b, oob = nan>
func.func @f(%m: memref<*xf32>, %i: index) { return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = foo, l2promo = l2promo_64b, oob = nan, interleave = none>
func.func @f(%m: memref<*xf32>, %i: index) { return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = vector<32x32xf32>, swizzle = none, l2promo = l2promo_64b, oob = nan, interleave = none>
func.func @f(%m: memref<*xf32>, %i: index) { return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%m: memref<*xf32>, %i: index) { %0 = nvgpu.tma.create.descriptor %m box[%i, %i, %i, %i, %i, %i] : memref<*xf32> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%m: memref<8xf32>, %i: index) { %0 = nvgpu.tma.create.descriptor %m box[%i] : memref<8xf32> -> !d
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @f(%m: memref<128x64xf16, 3>, %d: !d) { %0 = nvgpu.warpgroup.generate.descriptor %m, %d : memref<128x64xf16, 3>, !d -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
return }
// -----
!d = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%m: memref<128x64xf16, 3>, %d: !d) { %0 = nvgpu.warpgroup.generate.descriptor %m, %d : memref<128x64xf16, 3>, !d -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @f(%a: !a, %b: !b, %m: memref<128x128xf32>) { %c = nvgpu.warpgroup.mma.init.accumulator -> !c
%d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
%e = nvgpu.warpgroup.mma %a, %b, %d {transposeB, waitGroup = 2} : !a, !b, !c -> !c
nvgpu.warpgroup.mma.store %e, %m : !c to memref<128x128xf32>
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c {transposeA} : !a, !b, !c -> !c
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x121xf16, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x121xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf32, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf32, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x32xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xi8, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xi8, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xi16>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
return }
// -----
!a = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf8E5M2, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf8E5M2, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) { %d = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<100x128xf32>>
func.func @f() { %c = nvgpu.warpgroup.mma.init.accumulator -> !c
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x100xf32>>
func.func @f() { %c = nvgpu.warpgroup.mma.init.accumulator -> !c
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf16>>
func.func @f() { %c = nvgpu.warpgroup.mma.init.accumulator -> !c
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>
func.func @f(%c: !c, %m: memref<64x4xf32>) { nvgpu.warpgroup.mma.store %c, %m : !c to memref<64x4xf32>
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf16>>
func.func @f(%c: !c, %m: memref<64x8xf16>) { nvgpu.warpgroup.mma.store %c, %m : !c to memref<64x8xf16>
return }
// -----
!c = !nvgpu.warpgroup.accumulator<fragmented = memref<64x8xf16>>
func.func private @f(!c)
// -----
!c = !nvgpu.warpgroup.descriptor<tensor = memref<64x8xf16>, foo = 1>
func.func private @f(!c)
