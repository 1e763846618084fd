// RUN: asyncir opt %s -p 'outline-structured{more-than=2}' | filecheck %s

// Ops that are alike become calls of one function, whatever memory they are given; what is in a loop stays.
// CHECK-LABEL: func.func @many
// CHECK: call @many_linalg_fill_0(%[[A:.*]]) : (memref<8xf32>) -> ()
// CHECK-NEXT: call @many_linalg_fill_0(%[[B:.*]]) : (memref<8xf32>) -> ()
// CHECK-NEXT: call @[[OTHER:many_linalg_fill_.*]](%[[A]]) : (memref<8xf32>) -> ()
// CHECK-NEXT: call @[[ADD:many_linalg_add_.*]](%[[A]], %[[B]], %m)
// CHECK-NEXT: call @[[ADD_IN_PLACE:many_linalg_add_.*]](%[[A]], %[[B]])
// CHECK: scf.for
// CHECK-NEXT: linalg.fill
// CHECK-DAG: func.func private @many_linalg_fill_0(%{{.*}}: memref<8xf32> {llvm.noalias}) attributes {no_inline}
// CHECK-DAG: func.func private @[[OTHER]](
// CHECK-DAG: func.func private @[[ADD]](%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias}, %m: memref<8xf32> {llvm.noalias})
// CHECK-DAG: func.func private @[[ADD_IN_PLACE]](%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias}) attributes
func.func @many(%m: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.fill ins(%z : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%z : f32) outs(%b : memref<8xf32>)
  linalg.fill ins(%o : f32) outs(%a : memref<8xf32>)
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%m : memref<8xf32>)
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%z : f32) outs(%a : memref<8xf32>)
  }
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return
}

// A function with few keeps them.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT: few_linalg
func.func @few(%a: memref<8xf32>, %b: memref<8xf32>, %z: f32) {
  linalg.fill ins(%z : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%z : f32) outs(%b : memref<8xf32>)
  return
}

// A failed assertion names its place, so that each of these ops has a function of its own.
// CHECK-LABEL: func.func @may_fail
// CHECK: call @may_fail_linalg_generic_0
// CHECK-NEXT: call @may_fail_linalg_generic_1
// CHECK-NEXT: call @may_fail_linalg_generic_2
#map = affine_map<(d0) -> (d0)>
func.func @may_fail(%a: memref<8xi32>) {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%a : memref<8xi32>) {
  ^bb0(%x: i32):
    %t = arith.cmpi eq, %x, %x : i32
    cf.assert %t, "no number"
    linalg.yield %x : i32
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%a : memref<8xi32>) {
  ^bb0(%x: i32):
    %t = arith.cmpi eq, %x, %x : i32
    cf.assert %t, "no number"
    linalg.yield %x : i32
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%a : memref<8xi32>) {
  ^bb0(%x: i32):
    %t = arith.cmpi eq, %x, %x : i32
    cf.assert %t, "no number"
    linalg.yield %x : i32
  }
  return
}
