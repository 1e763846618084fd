// RUN: asyncir opt %s -p form-statements | filecheck %s

// Loads and pure ops belong to the first statement that uses them, and their values go on to later ones.
// CHECK-LABEL: func.func @first_user
// CHECK: scf.for %i
// CHECK-NEXT: %x = scf.execute_region -> f32 no_inline {
// CHECK-NEXT:   %x_0 = memref.load %a[%i]
// CHECK-NEXT:   memref.store %x_0, %b[%i]
// CHECK-NEXT:   scf.yield %x_0 : f32
// CHECK-NEXT: } {software_pipeline_order = 1 : i64, software_pipeline_stage = 0 : i64, software_pipeline_statement = "0"}
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   %y = arith.addf %x, %x
// CHECK-NEXT:   memref.store %y, %c[%i]
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: } {software_pipeline_order = 0 : i64, software_pipeline_stage = 2 : i64, software_pipeline_statement = "1"}
// CHECK-NEXT: }
func.func @first_user(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %c[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 2], software_pipeline_order = array<i64: 1, 0>}
  return
}

// An asynchronous statement hands over nothing: what it loads and computes for others comes before it.
// CHECK-LABEL: func.func @values_apart
// CHECK: scf.for %i
// CHECK-NEXT: %x, %y = scf.execute_region -> (f32, f32) no_inline {
// CHECK-NEXT:   %x_0 = memref.load %a[%i]
// CHECK-NEXT:   %y_1 = arith.addf %x_0, %x_0
// CHECK-NEXT:   scf.yield %x_0, %y_1
// CHECK-NEXT: } {software_pipeline_order = 1 : i64, software_pipeline_stage = 0 : i64, software_pipeline_statement = "0.values"}
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   %z = arith.mulf %y, %x
// CHECK-NEXT:   memref.store %z, %b[%i]
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: } {software_pipeline_async, software_pipeline_order = 2 : i64, software_pipeline_stage = 0 : i64, software_pipeline_statement = "0"}
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   memref.store %y, %c[%i]
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: } {software_pipeline_order = 0 : i64, software_pipeline_stage = 2 : i64, software_pipeline_statement = "1"}
func.func @values_apart(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    %z = arith.mulf %y, %x : f32
    memref.store %z, %b[%i] : memref<8xf32>
    memref.store %y, %c[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [1, 0], software_pipeline_async_stages = [0]}
  return
}

// What depends on the induction variable and constants alone is computed in each statement that uses it.
// CHECK-LABEL: func.func @everywhere
// CHECK: scf.for %i
// CHECK-NEXT: scf.execute_region
// CHECK-NEXT:   %c2 = arith.constant 2
// CHECK-NEXT:   %j = arith.muli %i, %c2
// CHECK-NEXT:   memref.store %x, %a[%j]
// CHECK: scf.execute_region
// CHECK-NEXT:   %c2 = arith.constant 2
// CHECK-NEXT:   %j = arith.muli %i, %c2
// CHECK-NEXT:   memref.store %x, %b[%j]
func.func @everywhere(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c2 = arith.constant 2 : index
    %j = arith.muli %i, %c2 : index
    memref.store %x, %a[%j] : memref<8xf32>
    memref.store %x, %b[%j] : memref<8xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// A computation that only feeds the yield is a statement; two that share nothing are two.
// CHECK-LABEL: func.func @sums
// CHECK: scf.for %i
// CHECK-NEXT: %s1 = scf.execute_region -> f32
// CHECK-NEXT:   memref.load %a[%i]
// CHECK-NEXT:   arith.mulf
// CHECK-NEXT:   arith.addf %s,
// CHECK: software_pipeline_stage = 0
// CHECK-NEXT: %t1 = scf.execute_region -> f32
// CHECK-NEXT:   memref.load %b[%i]
// CHECK-NEXT:   arith.addf %t,
// CHECK: software_pipeline_stage = 1
// CHECK-NEXT: scf.yield %s1, %t1
func.func @sums(%a: memref<8xf32>, %b: memref<8xf32>, %z: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %z) -> (f32, f32) {
    %y = memref.load %b[%i] : memref<8xf32>
    %x = memref.load %a[%i] : memref<8xf32>
    %w = arith.mulf %x, %x : f32
    %s1 = arith.addf %s, %w : f32
    %t1 = arith.addf %t, %y : f32
    scf.yield %s1, %t1 : f32, f32
  } {software_pipeline_stage = [0, 1]}
  return %r#0, %r#1 : f32, f32
}

// A region that its author made is one statement and keeps its name; memory of the body is allocated in front of the loop.
// CHECK-LABEL: func.func @grouped
// CHECK: %b = memref.alloc()
// CHECK-NEXT: scf.for %i
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   memref.store %x, %b[%c0]
// CHECK-NEXT:   memref.store %x, %b[%c1]
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: } {software_pipeline_order = 0 : i64, software_pipeline_stage = 0 : i64, software_pipeline_statement = "fill"}
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   scf.for
// CHECK: software_pipeline_stage = 1
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %b
func.func @grouped(%a: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<2xf32>
    scf.execute_region no_inline {
      memref.store %x, %b[%c0] : memref<2xf32>
      memref.store %x, %b[%c1] : memref<2xf32>
      scf.yield
    } {software_pipeline_statement = "fill"}
    scf.for %j = %c0 to %n step %c1 {
      %y = memref.load %b[%c0] : memref<2xf32>
      memref.store %y, %a[%j] : memref<8xf32>
    }
    memref.dealloc %b : memref<2xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// A loop without annotations stays as it is.
// CHECK-LABEL: func.func @plain
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
func.func @plain(%a: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xf32>
  }
  return
}

// A statement takes in what it calls; memory of the body is marked where it is allocated now.
// CHECK-LABEL: func.func @calls
// CHECK:       memref.alloc() {software_pipeline_private} : memref<64xf32>
// CHECK:       scf.for %i
// CHECK-NEXT:    scf.execute_region no_inline {
// CHECK-NOT:       call @fill
// CHECK:           memref.store
// CHECK:         } {{{.*}}software_pipeline_statement = "0"}
// CHECK:         call @unknown
// CHECK:       memref.dealloc
func.func @calls(%a: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<64xf32>
    func.call @fill(%b, %i) : (memref<64xf32>, index) -> ()
    func.call @unknown(%i) : (index) -> ()
    %x = memref.load %b[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
  } {software_pipeline_stage = [0, 0, 0]}
  return
}
func.func private @unknown(index)
func.func private @fill(%b: memref<64xf32>, %i: index) {
  func.call @element(%b, %i) : (memref<64xf32>, index) -> ()
  return
}
func.func private @element(%b: memref<64xf32>, %i: index) {
  %one = arith.constant 1.0 : f32
  memref.store %one, %b[%i] : memref<64xf32>
  return
}

// A loop whose step nobody knows counts its iterations; one that runs not at all may have any step.
// CHECK-LABEL: func.func @any_step
// CHECK: %[[DISTANCE:.*]] = arith.subi %n, %l : index
// CHECK: %[[STEP:.*]] = arith.maxsi %s, %{{.*}} : index
// CHECK: %[[NUMBER:.*]] = arith.ceildivui %[[DISTANCE]], %[[STEP]] : index
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %l, %n : index
// CHECK: %[[TRIPS:.*]] = arith.select %[[RUNS]], %[[NUMBER]], %{{.*}} : index
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[TRIPS]] step %{{.*}} {
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT:   %[[I:.*]] = arith.muli %[[K]], %[[STEP]] : index
// CHECK-NEXT:   %[[J:.*]] = arith.addi %l, %[[I]] : index
// CHECK-NEXT:   memref.store %x, %a[%[[J]]]
func.func @any_step(%a: memref<8xf32>, %l: index, %n: index, %s: index, %x: f32) {
  scf.for %i = %l to %n step %s {
    memref.store %x, %a[%i] : memref<8xf32>
  } {software_pipeline_stage = [0]}
  return
}
