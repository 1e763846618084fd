func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y step %x { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y step %x { scf.yield } {a = 1}
  return
}
// -----
func.func @f(%i: i32) {
  scf.for %a = %i to %i step %i : i32 { }
  return
}
// -----
func.func @f(%i: i32) {
  scf.for unsigned %a = %i to %i step %i : i32 { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y step %x : index { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for unsigned %a = %x to %y step %x { }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.for %a = %x to %y step %x iter_args(%s = %f) -> (f32) { scf.yield %s : f32 }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.for %a = %x to %y step %x iter_args(%s = %f) -> f32 { scf.yield %s : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0:2 = scf.for %a = %i to %i step %i iter_args(%s = %f, %q = %x) -> (f32, index) : i32 { scf.yield %s, %q : f32, index }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32, %i: i32) {
  %0 = scf.for %a = %x to %y step %x iter_args(%s = %f) -> (f32) { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.for %a = %x to %y step %x iter_args(%s = %f) -> (f32) { }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.for %a = %x to %y step %x iter_args(%s = %f) -> (f32, f32) { scf.yield %s : f32 }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  scf.for %a = %x to %y step %x iter_args(%s = %f) { scf.yield %s : f32 }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  scf.for %a = %x to %y step %x { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%x: index, %y: index, %i: i32) {
  scf.for %a = %x to %y step %i { }
  return
}
// -----
func.func @f(%f: f32) {
  scf.for %a = %f to %f step %f : f32 { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y step %x : i32 { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %c0 = arith.constant 0 : index
  scf.for %a = %x to %y step %c0 { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %cn = arith.constant -1 : index
  scf.for %a = %x to %y step %cn { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.for %a = %x to %y step %x { cf.br ^b
  ^b: scf.yield }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y, %x) ({ ^bb0(%a: i32): scf.yield }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y, %x) ({ ^bb0(%a: index): scf.yield }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y, %x) ({ ^bb0: scf.yield }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y, %x) ({ ^bb0(%a: index, %b: f32): scf.yield }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y, %x) ({ }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%x: index, %y: index) {
  "scf.for"(%x, %y) ({ ^bb0(%a: index): scf.yield }) : (index, index) -> ()
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { } else { }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { scf.yield } else { scf.yield } {a}
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.if %c -> f32 { scf.yield %f : f32 } else { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32, %c: i1) {
  %0:2 = scf.if %c -> (f32, i32) { scf.yield %f, %i : f32, i32 } else { scf.yield %f, %i : f32, i32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.if %c -> f32 { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32, %c: i1) {
  %0 = scf.if %c -> f32 { scf.yield %i : i32 } else { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.if %c -> f32 { } else { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.if %c -> (f32, f32) { scf.yield %f : f32 } else { scf.yield %f, %f : f32, f32 }
  return
}
// -----
func.func @f(%i: i32) {
  scf.if %i { }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  scf.if %c { scf.yield %f : f32 }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { cf.br ^a
  ^a: scf.yield }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { return }
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({ scf.yield }, { }) : (i1) -> ()
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({ scf.yield }) : (i1) -> ()
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({ }, { scf.yield }) : (i1) -> ()
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({ ^bb0(%a: i32): scf.yield }, { }) : (i1) -> ()
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  return
}
// -----
func.func @f(%c: i1) {
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32, %c: i1) {
  %0:2 = scf.while (%a = %f, %b = %i) : (f32, i32) -> (i32, index) { scf.condition(%c) %b, %x : i32, index } do { ^bb0(%q: i32, %w: index): scf.yield %f, %q : f32, i32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 } attributes {foo = 1}
  return
}
// -----
func.func @f(%f: f32, %i: i32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %i : i32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: i32): scf.yield %a : f32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield %i : i32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.yield %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  return
}
// -----
func.func @f(%f: f32, %c: i1) {
  %0 = scf.while (%a = %f) : (i32) -> f32 { scf.condition(%c) %f : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%i) %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  return
}
// -----
func.func @f(%c: i1) {
  scf.while : () -> () { scf.condition(%c) }
  return
}
// -----
func.func @f(%c: i1) {
  scf.condition(%c)
  return
}
// -----
func.func @f() {
  scf.yield
  return
}
// -----
func.func @f(%f: f32) {
  scf.yield %f : f32
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.parallel (%a) = (%x) to (%y) step (%x) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.parallel (%a, %b) = (%x, %x) to (%y, %y) step (%x, %x) { scf.reduce } {a = 1}
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l0: f32, %r: f32): %1 = arith.addf %l0, %r : f32
  scf.reduce.return %1 : f32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32, %i: i32) {
  %0:2 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f, %i) -> (f32, i32) { scf.reduce(%f, %i : f32, i32) { ^bb0(%l0: f32, %r: f32): scf.reduce.return %r : f32 }, { ^bb0(%l0: i32, %r: i32): scf.reduce.return %r : i32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32, %i: i32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%i : i32) { ^bb0(%l0: i32, %r: i32): scf.reduce.return %r : i32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32, %i: i32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l0: f32, %r: f32): scf.reduce.return %i : i32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l0: f32): scf.reduce.return %l0 : f32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l0: f32, %r: i32): scf.reduce.return %l0 : f32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  %0 = scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l0: f32, %r: f32): scf.yield %l0 : f32 } }
  return
}
// -----
func.func @f(%x: index, %y: index, %f: f32) {
  scf.parallel (%a) = (%x) to (%y) step (%x) init (%f) { scf.reduce(%f : f32) { ^bb0(%l0: f32, %r: f32): scf.reduce.return %l0 : f32 } }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.parallel (%a) = (%x, %x) to (%y) step (%x) { }
  return
}
// -----
func.func @f(%x: index, %y: index, %i: i32) {
  scf.parallel (%a) = (%i) to (%y) step (%x) { }
  return
}
// -----
func.func @f() {
  scf.parallel () = () to () step () { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%a) = (%x) to (%y) step (%c0) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %cn = arith.constant -2 : index
  scf.parallel (%a) = (%x) to (%y) step (%cn) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.parallel (%a) = (%x) to (%y) step (%x) { scf.yield }
  return
}
// -----
func.func @f() {
  scf.reduce
  return
}
// -----
func.func @f(%f: f32) {
  scf.reduce.return %f : f32
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (10) { }
  return
}
// -----
func.func @f(%x: index) {
  scf.forall (%a, %b) in (%x, 20) { scf.forall.in_parallel { } }
  return
}
// -----
func.func @f() {
  scf.forall (%a) = (0) to (10) step (2) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  scf.forall (%a, %b) = (%x, 0) to (%y, 10) step (%x, 3) { }
  return
}
// -----
func.func @f() {
  scf.forall (%a) = (0) to (10) step (1) { }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %t) -> (tensor<4x4xf32>) { %q = tensor.extract_slice %s[%a, 0][1, 4][1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  scf.forall.in_parallel { tensor.parallel_insert_slice %q into %s[%a, 0][1, 4][1, 1] : tensor<1x4xf32> into tensor<4x4xf32> } }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>, %o: tensor<?x?xf32>) {
  %0:2 = scf.forall (%a) in (4) shared_outs(%s = %t, %r = %o) -> (tensor<4x4xf32>, tensor<?x?xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %s[0, 0][4, 4][1, 1] : tensor<4x4xf32> into tensor<4x4xf32>
  tensor.parallel_insert_slice %t into %r[%a, 0][4, 4][1, 1] {a} : tensor<4x4xf32> into tensor<?x?xf32> } }
  return
}
// -----
func.func @f() {
  scf.forall (%a, %b) in (2, 3) { } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (2) { } {mapping = [#gpu.block<x>, #gpu.thread<x>]}
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (2) { } {mapping = [5]}
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (2) { } {foo = 1}
  return
}
// -----
func.func @f() {
  scf.forall (%a, %b) in (2) { }
  return
}
// -----
func.func @f(%f: f32) {
  scf.forall (%a) in (%f) { }
  return
}
// -----
func.func @f() {
  scf.forall (%a) = (0) to (10) step (0) { }
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (-1) { }
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (4) { scf.yield }
  return
}
// -----
func.func @f() {
  scf.forall (%a) in (4) { scf.forall.in_parallel { arith.constant 1 : i32 } }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %t) -> (tensor<4x4xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %t[0, 0][4, 4][1, 1] : tensor<4x4xf32> into tensor<4x4xf32> } }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %t) -> (tensor<4x4xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %s[0, 0][4, 3][1, 1] : tensor<4x4xf32> into tensor<4x4xf32> } }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %t) -> (tensor<4x5xf32>) { }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %f) -> (f32) { }
  return
}
// -----
func.func @f(%t: tensor<4x4xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%s = %t) -> (tensor<4x4xf32>) { }
  return
}
// -----
func.func @f() {
  scf.forall () in () { }
  return
}
// -----
func.func @f() {
  scf.forall.in_parallel { }
  return
}
// -----
func.func @f(%x: index) {
  scf.index_switch %x default { }
  return
}
// -----
func.func @f(%x: index) {
  scf.index_switch %x case 1 { scf.yield } case 5 { scf.yield } default { scf.yield }
  return
}
// -----
func.func @f(%x: index, %i: i32) {
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield %i : i32 } default { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0:2 = scf.index_switch %x {a} -> i32, f32 case -1 { scf.yield %i, %f : i32, f32 } default { scf.yield %i, %f : i32, f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield %f : f32 } default { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%x: index, %i: i32) {
  %0 = scf.index_switch %x -> i32 case 1 { } default { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%x: index, %i: i32) {
  %0 = scf.index_switch %x -> i32 case 1 { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%x: index) {
  scf.index_switch %x case 1 { scf.yield } case 1 { scf.yield } default { }
  return
}
// -----
func.func @f(%i: i32) {
  scf.index_switch %i default { }
  return
}
// -----
func.func @f(%x: index) {
  scf.index_switch %x case a { } default { }
  return
}
// -----
func.func @f(%x: index, %i: i32) {
  scf.index_switch %x case 1 { scf.yield %i : i32 } default { }
  return
}
// -----
func.func @f(%i: i32) {
  %0 = scf.execute_region -> i32 { scf.yield %i : i32 }
  return
}
// -----
func.func @f() {
  scf.execute_region { scf.yield }
  return
}
// -----
func.func @f(%c: i1) {
  scf.execute_region { cf.br ^a
  ^a: cf.cond_br %c, ^a, ^b
  ^b: scf.yield }
  return
}
// -----
func.func @f(%f: f32, %i: i32, %c: i1) {
  %0:2 = scf.execute_region -> (i32, f32) { cf.cond_br %c, ^a, ^b
  ^a: scf.yield %i, %f : i32, f32
  ^b: scf.yield %i, %f : i32, f32 } {a = 1}
  return
}
// -----
func.func @f(%i: i32) {
  %0 = scf.execute_region -> i32 no_inline { scf.yield %i : i32 }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = scf.execute_region -> i32 { scf.yield %f : f32 }
  return
}
// -----
func.func @f() {
  %0 = scf.execute_region -> i32 { scf.yield }
  return
}
// -----
func.func @f() {
  scf.execute_region { }
  return
}
// -----
func.func @f() {
  scf.execute_region { return }
  return
}
// -----
func.func @f() {
  "scf.execute_region"() ({ ^bb0(%a: i32): scf.yield }) : () -> ()
  return
}
// -----
func.func @f() {
  "scf.execute_region"() ({ }) : () -> ()
  return
}
// -----
func.func @f() {
  %0 = async.execute { async.yield }
  return
}
// -----
func.func @f(%f: f32) {
  %0, %1 = async.execute -> !async.value<f32> { async.yield %f : f32 }
  return
}
// -----
func.func @f(%t: !async.token) {
  %0 = async.execute [%t] { async.yield }
  return
}
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>) {
  %0, %1 = async.execute [%t, %t] (%v as %u: !async.value<f32>) -> !async.value<f32> { async.yield %u : f32 }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %0, %1:2 = async.execute (%v as %u: !async.value<f32>, %v as %w: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) { async.yield %u, %w : f32, f32 }
  return
}
// -----
func.func @f() {
  %0 = async.execute attributes {a = 1} { async.yield }
  return
}
// -----
func.func @f() {
  %0, %1 = async.execute -> !async.value<f32> { async.yield }
  return
}
// -----
func.func @f(%f: f32) {
  %0, %1 = async.execute -> f32 { async.yield %f : f32 }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %0 = async.execute [%v] { async.yield }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %0 = async.execute (%v as %u: !async.value<i32>) { async.yield }
  return
}
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g: !async.group) {
  async.await %t : !async.token
  %0 = async.await %v : !async.value<f32>
  async.await_all %g
  return
}
// -----
func.func @f(%f: f32) {
  async.await %f : f32
  return
}
// -----
func.func @f(%t: !async.token) {
  %0 = async.await %t : !async.token
  return
}
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g: !async.group, %x: index) {
  %1 = async.create_group %x : !async.group
  %2 = async.add_to_group %t, %g : !async.token
  %3 = async.add_to_group %v, %g : !async.value<f32>
  return
}
// -----
func.func @f(%f: f32) {
  %1 = async.create_group %f : !async.group
  return
}
// -----
func.func @f(%g: !async.group) {
  %2 = async.add_to_group %g, %g : !async.group
  return
}
// -----
func.func @f() {
  async.yield
  return
}
// -----
async.func @f() -> !async.token { return }
// -----
async.func @f(%a: f32) -> (!async.token, !async.value<f32>) { return %a : f32 }
// -----
async.func @f(%a: f32) -> !async.value<f32> { return %a : f32 }
// -----
async.func @f() { return }
// -----
async.func @f() -> f32 { }
// -----
async.func private @f(f32) -> !async.token
// -----
async.func @f() -> (!async.value<f32>, !async.token) { return }
// -----
async.func @f() -> (!async.token, !async.token) { return }
// -----
async.func private @g() -> !async.token
func.func @f() { %0 = async.call @g() : () -> !async.token return }
// -----
async.func private @g() -> !async.token
async.func @f() -> !async.token { %0 = async.call @g() : () -> !async.token async.await %0 : !async.token return }
// -----
async.func @f() -> (!async.token, !async.value<f32>) { return }
// -----
func.func @f() { async.call @g() : () -> !async.token return }
// -----
func.func private @f(!async.token, !async.value<!async.value<f32>>, !async.group, !async.coro.id, !async.coro.handle, !async.coro.state)
// -----
func.func private @f(!async.foo)
