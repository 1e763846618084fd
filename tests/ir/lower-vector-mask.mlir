// RUN: asyncir opt %s -p lower-vector-mask | filecheck %s

// Where the mask is not set a reduction has what changes nothing; it keeps its accumulator.
// CHECK-LABEL: func.func @sum
// CHECK: %[[N:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK: %[[S:.*]] = arith.select %m, %a, %[[N]] : vector<8xi1>, vector<8xf32>
// CHECK: vector.reduction <add>, %[[S]], %c : vector<8xf32> into f32
func.func @sum(%a: vector<8xf32>, %c: f32, %m: vector<8xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a, %c : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}

// What is neutral may be what flags promise never to occur: these go, and others stay.
// CHECK-LABEL: func.func @flags
// CHECK: arith.constant dense<0x7FC00000> : vector<8xf32>
// CHECK: vector.reduction <minnumf>, %{{[0-9]+}} : vector<8xf32>
// CHECK: vector.reduction <mul>, %{{[0-9]+}} fastmath<nnan> : vector<8xf32>
func.func @flags(%a: vector<8xf32>, %m: vector<8xi1>) -> (f32, f32) {
  %0 = vector.mask %m { vector.reduction <minnumf>, %a fastmath<nnan> : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.mask %m { vector.reduction <mul>, %a fastmath<nnan> : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0, %1 : f32, f32
}

// The extreme of signed numbers is one, that of unsigned ones another.
// CHECK-LABEL: func.func @extremes
// CHECK: arith.constant dense<127> : vector<2x4xi8>
// CHECK: vector.multi_reduction <minsi>, %{{[0-9]+}}, %c [1]
// CHECK: arith.constant dense<-1> : vector<2x4xi8>
// CHECK: vector.multi_reduction <minui>, %{{[0-9]+}}, %c [1]
func.func @extremes(%a: vector<2x4xi8>, %c: vector<2xi8>, %m: vector<2x4xi1>) -> (vector<2xi8>, vector<2xi8>) {
  %0 = vector.mask %m { vector.multi_reduction <minsi>, %a, %c [1] : vector<2x4xi8> to vector<2xi8> } : vector<2x4xi1> -> vector<2xi8>
  %1 = vector.mask %m { vector.multi_reduction <minui>, %a, %c [1] : vector<2x4xi8> to vector<2xi8> } : vector<2x4xi1> -> vector<2xi8>
  return %0, %1 : vector<2xi8>, vector<2xi8>
}

#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (k, j)>
#acc = affine_map<(i, j, k) -> (i, j)>

// The factors of a contraction are made as wide as the sum, and have an element for each point, as the mask has.
// CHECK-LABEL: func.func @contraction
// CHECK: %[[A:.*]] = arith.extsi %a : vector<2x3xi8> to vector<2x3xi32>
// CHECK: %[[B:.*]] = vector.broadcast %[[A]] : vector<2x3xi32> to vector<4x2x3xi32>
// CHECK: %[[C:.*]] = vector.transpose %[[B]], [1, 0, 2] : vector<4x2x3xi32> to vector<2x4x3xi32>
// CHECK: %[[L:.*]] = arith.select %m, %[[C]], %{{[0-9]+}} : vector<2x4x3xi1>, vector<2x4x3xi32>
// CHECK: vector.broadcast {{.*}} to vector<2x3x4xi32>
// CHECK: vector.transpose {{.*}}, [0, 2, 1] : vector<2x3x4xi32> to vector<2x4x3xi32>
// CHECK: arith.constant dense<1> : vector<2x4x3xi32>
// CHECK: %[[R:.*]] = arith.select %m
// CHECK: vector.contract {indexing_maps = [#[[I:.*]], #[[I]], #{{.*}}], {{.*}}} %[[L]], %[[R]], %c
func.func @contraction(%a: vector<2x3xi8>, %b: vector<3x4xi8>, %c: vector<2x4xi32>, %m: vector<2x4x3xi1>) -> vector<2x4xi32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
  return %0 : vector<2x4xi32>
}

// Of an outer product the accumulator stays; without one nobody knows what would.
// CHECK-LABEL: func.func @products
// CHECK: %[[P:.*]] = vector.outerproduct %a, %b, %c
// CHECK: arith.select %m, %[[P]], %c
// CHECK: vector.mask %m { vector.outerproduct %a, %b :
func.func @products(%a: vector<2xf32>, %b: vector<4xf32>, %c: vector<2x4xf32>, %m: vector<2x4xi1>) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %0 = vector.mask %m { vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  %1 = vector.mask %m { vector.outerproduct %a, %b : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
}

#swap = affine_map<(i, j) -> (j, i)>
#again = affine_map<(i, j) -> (0, j)>

// A transfer takes the mask as its own, which may have one already; what passes through is chosen in the order of the vector.
// CHECK-LABEL: func.func @transfers
// CHECK: %[[V:.*]] = vector.transfer_read %x[%i, %i], %p, %m
// CHECK: %[[M:.*]] = vector.transpose %m, [1, 0] : vector<4x2xi1> to vector<2x4xi1>
// CHECK: arith.select %[[M]], %[[V]], %v
// CHECK: %[[W:.*]] = vector.transfer_read %x[%i, %i], %p, %n
// CHECK: %[[N:.*]] = vector.broadcast %n : vector<4xi1> to vector<2x4xi1>
// CHECK: arith.select %[[N]], %[[W]], %v
// CHECK: %[[O:.*]] = arith.andi %m, %o : vector<4x2xi1>
// CHECK: vector.transfer_write %v, %x[%i, %i], %[[O]]
func.func @transfers(%x: memref<?x?xf32>, %v: vector<2x4xf32>, %i: index, %p: f32, %m: vector<4x2xi1>, %n: vector<4xi1>, %o: vector<4x2xi1>) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %0 = vector.mask %m, %v { vector.transfer_read %x[%i, %i], %p {permutation_map = #swap} : memref<?x?xf32>, vector<2x4xf32> } : vector<4x2xi1> -> vector<2x4xf32>
  %1 = vector.mask %n, %v { vector.transfer_read %x[%i, %i], %p {permutation_map = #again} : memref<?x?xf32>, vector<2x4xf32> } : vector<4xi1> -> vector<2x4xf32>
  vector.mask %m { vector.transfer_write %v, %x[%i, %i], %o {permutation_map = #swap} : vector<2x4xf32>, memref<?x?xf32> } : vector<4x2xi1>
  return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
}

// A gather reads where both masks are set; a tensor is written as memory is.
// CHECK-LABEL: func.func @others
// CHECK: %[[M:.*]] = arith.andi %m, %n : vector<8xi1>
// CHECK: vector.gather %x[%i] [%k], %[[M]], %p
// CHECK: vector.transfer_write %p, %t[%i], %m : vector<8xf32>, tensor<?xf32>
func.func @others(%x: memref<?xf32>, %t: tensor<?xf32>, %i: index, %k: vector<8xi32>, %p: vector<8xf32>, %m: vector<8xi1>, %n: vector<8xi1>) -> (vector<8xf32>, tensor<?xf32>) {
  %0 = vector.mask %m { vector.gather %x[%i] [%k], %n, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %m { vector.transfer_write %p, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  return %0, %1 : vector<8xf32>, tensor<?xf32>
}

// A mask around values alone is these values, or those that pass through.
// CHECK-LABEL: func.func @values
// CHECK-NEXT: %[[S:.*]] = arith.select %m, %a, %b
// CHECK-NEXT: return %s, %a, %[[S]]
func.func @values(%a: vector<8xi32>, %b: vector<8xi32>, %s: i32, %m: vector<8xi1>) -> (i32, vector<8xi32>, vector<8xi32>) {
  %0:2 = vector.mask %m { vector.yield %s, %a : i32, vector<8xi32> } : vector<8xi1> -> (i32, vector<8xi32>)
  %1 = vector.mask %m, %b { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  return %0#0, %0#1, %1 : i32, vector<8xi32>, vector<8xi32>
}
