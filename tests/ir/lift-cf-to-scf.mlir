// RUN: asyncir opt %s -p lift-cf-to-scf | filecheck %s

// A loop that is left from its head asks there, and hands on what the head has.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[O:.*]] = arith.constant 1 : index
// CHECK-NEXT: %{{.*}}, %[[R:.*]] = scf.while (%i = %[[Z]], %[[S:.*]] = %x) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
// CHECK-NEXT:   %more = arith.cmpi slt, %i, %n : index
// CHECK-NEXT:   scf.condition(%more) %i, %[[S]] : index, tensor<4xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i: index, %[[T:.*]]: tensor<4xf32>):
// CHECK-NEXT:   %t = arith.addf %[[T]], %x : tensor<4xf32>
// CHECK-NEXT:   %j = arith.addi %i, %[[O]] : index
// CHECK-NEXT:   scf.yield %j, %t : index, tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : tensor<4xf32>
func.func @loop(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<4xf32>)
^head(%i: index, %s: tensor<4xf32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %t = arith.addf %s, %x : tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, tensor<4xf32>)
^end:
  return %s : tensor<4xf32>
}

// Two ends are one.
// CHECK-LABEL: func.func @ends
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT:   scf.yield %a : i32
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func.func @ends(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^one, ^other
^one:
  return %a : i32
^other:
  return %b : i32
}
