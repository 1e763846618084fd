// RUN: asyncir opt %s -p lower-affine | filecheck %s

// Division rounds down or up, and a remainder is never negative.
// CHECK-LABEL: func.func @map
// CHECK: %[[A:.*]] = arith.floordivsi %i, %{{.*}} : index
// CHECK: %[[B:.*]] = arith.ceildivsi %n, %{{.*}} : index
// CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : index
// CHECK: %[[REM:.*]] = arith.remsi %i, %[[BY:.*]] : index
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[REM]], %{{.*}} : index
// CHECK-NEXT: %[[MORE:.*]] = arith.addi %[[REM]], %[[BY]] : index
// CHECK-NEXT: %[[MOD:.*]] = arith.select %[[NEGATIVE]], %[[MORE]], %[[REM]] : index
// CHECK-NEXT: %[[ALL:.*]] = arith.addi %[[SUM]], %[[MOD]] : index
// CHECK-NEXT: return %[[ALL]] : index
func.func @map(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 3 + s0 ceildiv 4 + d0 mod 5)>(%i)[%n]
  return %0 : index
}

// A bound of several expressions is the greatest of lower ones, the least of upper ones.
// CHECK-LABEL: func.func @loop
// CHECK: %[[LOW:.*]] = arith.maxsi %n, %{{.*}} : index
// CHECK: %[[HIGH:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: scf.parallel (%i) = (%[[LOW]]) to (%[[HIGH]]) step (%{{.*}}) init (%[[ZERO]], %[[LEAST]]) -> (f32, f32) {
// CHECK: %[[NEXT:.*]] = arith.addi %i, %{{.*}} : index
// CHECK-NEXT: %[[X:.*]] = memref.load %m[%[[NEXT]]] : memref<?xf32>
// CHECK-NEXT: memref.store %[[X]], %m[%i] : memref<?xf32>
// CHECK-NEXT: scf.reduce(%[[X]], %[[X]] : f32, f32) {
// CHECK: arith.addf
// CHECK: arith.maximumf
func.func @loop(%m: memref<?xf32>, %n: index) -> (f32, f32) {
  %0:2 = affine.parallel (%i) = (max(%n, 3)) to (min(%n * 2, 100)) step (2) reduce ("addf", "maximumf") -> (f32, f32) {
    %x = affine.load %m[%i + 1] : memref<?xf32>
    affine.store %x, %m[%i] : memref<?xf32>
    affine.yield %x, %x : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// A loop without dimensions runs once.
// CHECK-LABEL: func.func @once
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%{{.*}}) = (%[[C0]]) to (%[[C1]]) step (%[[C1]]) {
// CHECK-NEXT: memref.store %x, %m[] : memref<f32>
func.func @once(%m: memref<f32>, %x: f32) {
  affine.parallel () = () to () {
    affine.store %x, %m[] : memref<f32>
  }
  return
}
