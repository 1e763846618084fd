// RUN: asyncir opt %s -p async-parallel-for | filecheck %s

// The estimate decides whether a loop runs in place or becomes tasks; either way its body is in a function of its own.
// CHECK-LABEL: func.func @scale
// CHECK: %[[WORKERS:.*]] = async.runtime.num_worker_threads : index
// CHECK: %[[LONG:.*]] = arith.cmpf oge, %{{.*}}, %{{.*}} : f64
// CHECK: %[[MANY:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: %[[SPLIT:.*]] = arith.andi %[[LONG]], %[[MANY]] : i1
// CHECK-NEXT: scf.if %[[SPLIT]] {
// CHECK: %[[T:.*]] = async.call @scale_parallel_split_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %x, %m)
// CHECK-NEXT: async.await %[[T]] : !async.token {asyncir.passes_on}
// CHECK-NEXT: } else {
// CHECK: %[[SLOW:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: scf.if %[[SLOW]] {
// CHECK: scf.for %[[LOW:.*]] = %{{.*}} to %[[COUNT:.*]] step %[[STEP:.*]] {
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[LOW]] : index
// CHECK-NEXT: %[[FULL:.*]] = arith.cmpi slt, %[[STEP]], %[[LEFT]] : index
// CHECK-NEXT: %[[SIZE:.*]] = arith.select %[[FULL]], %[[STEP]], %[[LEFT]] : index
// CHECK-NEXT: %[[HIGH:.*]] = arith.addi %[[LOW]], %[[SIZE]] : index
// CHECK-NEXT: func.call @scale_parallel_block_0(%[[LOW]], %[[HIGH]], %x, %m) {asyncir.block}
// CHECK: } else {
// CHECK-NEXT: func.call @scale_parallel_block_0(%{{.*}}, %{{.*}}, %x, %m)
// CHECK: async.func private @scale_parallel_split_0(%from0: index, %to0: index, %most: f64, %middle: f64, %step: f64, %x: f64, %m: memref<?xf64>) -> !async.token
// CHECK: scf.if
// CHECK: func.call @scale_parallel_block_0(%from0, %to0, %x, %m)
// CHECK: } else {
// CHECK: %[[MIDDLE:.*]] = arith.addi %from0,
// CHECK-NEXT: %[[NUMBER:.*]] = rt.worker_number : index
// CHECK: %[[WORKER:.*]] = arith.uitofp
// CHECK: %[[UPPER:.*]] = arith.cmpf oge, %[[WORKER]], %middle : f64
// CHECK: %[[FROM:.*]] = arith.select %[[UPPER]], %[[MIDDLE]], %from0 : index
// CHECK-NEXT: %[[TO:.*]] = arith.select %[[UPPER]], %to0, %[[MIDDLE]] : index
// CHECK: %[[ONE:.*]] = async.execute {
// CHECK-NEXT: async.call @scale_parallel_split_0(%[[FROM]], %[[TO]], %most,
// CHECK: %[[FROM:.*]] = arith.select %[[UPPER]], %from0, %[[MIDDLE]] : index
// CHECK-NEXT: %[[TO:.*]] = arith.select %[[UPPER]], %[[MIDDLE]], %to0 : index
// CHECK: %[[OTHER:.*]] = async.call @scale_parallel_split_0(%[[FROM]], %[[TO]], %most,
// CHECK-NEXT: async.runtime.await %[[ONE]] : !async.token
// CHECK-NEXT: async.runtime.await %[[OTHER]] : !async.token
// CHECK-NEXT: scf.if %[[UPPER]] {
// CHECK-NEXT: async.await %[[OTHER]] : !async.token
// CHECK-NEXT: async.await %[[ONE]] : !async.token
// CHECK: func.func private @scale_parallel_block_0(%from0: index, %to0: index, %x: f64, %m: memref<?xf64>) attributes {no_inline} {
// CHECK: scf.for %i = %from0 to %to0 step
// CHECK-NEXT: memref.store %x, %m[%i]
func.func @scale(%m: memref<?xf64>, %x: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf64>
    scf.reduce
  }
  return
}

// A block starts with what changes nothing; blocks are combined in the order of the iterations.
// CHECK-LABEL: func.func @sum
// CHECK: %[[S:.*]] = scf.if %{{.*}} -> (f64) {
// CHECK: %[[V:.*]] = async.await %{{.*}} : !async.value<f64>
// CHECK-NEXT: %[[R:.*]] = arith.addf %zero, %[[V]] : f64
// CHECK-NEXT: scf.yield %[[R]] : f64
// CHECK-NEXT: } else {
// CHECK: scf.for %[[LOW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SOFAR:.*]] = %zero) -> (f64) {
// CHECK: func.call @sum_parallel_block_0(%[[LOW]], %{{.*}}, %[[SOFAR]], %m) {asyncir.block}
// CHECK: } else {
// CHECK-NEXT: func.call @sum_parallel_block_0(%{{.*}}, %{{.*}}, %zero, %m)
// CHECK: async.func private @sum_parallel_split_0
// CHECK: arith.constant -0.000000e+00 : f64
// CHECK: %[[LEFT:.*]]:2 = async.execute -> !async.value<f64>
// CHECK: async.call @sum_parallel_split_0
// CHECK: %[[BOTH:.*]]:2 = scf.if %{{.*}} -> (f64, f64) {
// CHECK: } else {
// CHECK-NEXT: %[[X:.*]] = async.await %[[LEFT]]#1 : !async.value<f64>
// CHECK-NEXT: %[[Y:.*]] = async.await %{{.*}}#1 : !async.value<f64>
// CHECK-NEXT: scf.yield %[[X]], %[[Y]] : f64, f64
// CHECK: arith.addf %[[BOTH]]#0, %[[BOTH]]#1 : f64
func.func @sum(%m: memref<?xf64>, %zero: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %x = memref.load %m[%i] : memref<?xf64>
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %r = arith.addf %a, %b : f64
      scf.reduce.return %r : f64
    }
  }
  return %s : f64
}

// Where nothing is known that changes nothing, a flag says whether there is a value so far.
// CHECK-LABEL: func.func @last
// CHECK: func.call @last_parallel_block_0(%{{.*}}, %{{.*}}, %{{.*}}, %zero, %m) : (index, index, i1,
// CHECK: func.func private @last_parallel_block_0(%from0: index, %to0: index, %{{.*}}: i1, %{{.*}}: f64, %m: memref<?xf64>) -> f64
// CHECK: scf.for %i = %from0 to %to0 step %{{.*}} iter_args(%[[SOME:.*]] = %{{.*}}, %[[SOFAR:.*]] = %{{.*}}) -> (i1, f64) {
// CHECK: scf.if %[[SOME]] -> (f64) {
func.func @last(%m: memref<?xf64>, %zero: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %x = memref.load %m[%i] : memref<?xf64>
    scf.reduce(%x : f64) {
    ^bb0(%a: f64, %b: f64):
      %r = arith.maximumf %b, %b : f64
      scf.reduce.return %r : f64
    }
  }
  return %s : f64
}

// What is known to be short stays as it is.
// CHECK-LABEL: func.func @short
// CHECK: scf.parallel
// CHECK-NOT: short_parallel
func.func @short(%m: memref<100xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%i) = (%c0) to (%c100) step (%c1) {
    memref.store %x, %m[%i] : memref<100xf64>
    scf.reduce
  }
  return
}

// Inner loops become tasks only where there are few outer iterations; else a block runs them one after the other.
// CHECK-LABEL: func.func @nested
// CHECK: %[[FEW:.*]] = arith.cmpf olt
// CHECK: async.call @nested_parallel_split_0(%{{.*}}, %{{.*}}, %{{.*}}, %[[FEW]], %{{.*}}, %{{.*}}, %n, %x, %m)
// CHECK: async.func private @nested_parallel_split_0
// CHECK: scf.if %inner {
// CHECK-NEXT: func.call @nested_parallel_block_1
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @nested_parallel_block_0
// CHECK: func.func private @nested_parallel_block_1
// CHECK: async.call @nested_parallel_block_1_parallel_split_0
// CHECK: func.func private @nested_parallel_block_0
// CHECK: scf.for %i
// CHECK: scf.for %j
func.func @nested(%m: memref<?x?xf64>, %x: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf64>
      scf.reduce
    }
    scf.reduce
  }
  return
}
