func.func @br_to_one(%x: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%y: i32):
  %s = arith.muli %y, %y : i32
  return %s : i32
}

func.func @br_chain(%x: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%y: i32):
  cf.br ^b(%y : i32)
^b(%z: i32):
  cf.br ^c
^c:
  return %z : i32
}

func.func @cond_br_true(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^a, ^b
^a:
  return %x : i32
^b:
  return %y : i32
}

func.func @cond_br_false(%x: i32, %y: i32) -> i32 {
  %t = arith.constant false
  cf.cond_br %t, ^a, ^b
^a:
  return %x : i32
^b:
  return %y : i32
}

func.func @cond_br_same(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%x : i32)
^a(%y: i32):
  return %y : i32
}

func.func @cond_br_same_block(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%y : i32)
^a(%z: i32):
  return %z : i32
}

func.func @cond_br_pass_through(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c(%x : i32)
^b:
  cf.br ^c(%y : i32)
^c(%z: i32):
  return %z : i32
}

func.func @cond_br_pass_through_one(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c(%x : i32)
^b:
  memref.store %x, %m[] : memref<i32>
  cf.br ^c(%y : i32)
^c(%z: i32):
  return %z : i32
}

func.func @cond_br_condition_known(%m: memref<2xi1>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %c, %m[%c0] : memref<2xi1>
  return
^b:
  memref.store %c, %m[%c1] : memref<2xi1>
  return
}

func.func @cond_br_condition_known_select(%m: memref<2xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^a, ^b
^a:
  %s = arith.select %c, %x, %y : i32
  memref.store %s, %m[%c0] : memref<2xi32>
  return
^b:
  %u = arith.select %c, %x, %y : i32
  memref.store %u, %m[%c1] : memref<2xi32>
  return
}

func.func @cond_br_twice(%m: memref<i32>, %c: i1, %x: i32, %y: i32, %z: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.cond_br %c, ^c, ^b
^b:
  memref.store %x, %m[] : memref<i32>
  return
^c:
  memref.store %y, %m[] : memref<i32>
  return
}

func.func @cond_br_twice_false(%m: memref<i32>, %c: i1, %x: i32, %y: i32, %z: i32) {
  cf.cond_br %c, ^b, ^a
^a:
  cf.cond_br %c, ^b, ^c
^b:
  memref.store %x, %m[] : memref<i32>
  return
^c:
  memref.store %y, %m[] : memref<i32>
  return
}

func.func @unreachable_block(%x: i32) -> i32 {
  return %x : i32
^a:
  cf.br ^a
}

func.func @unreachable_loop(%x: i32) -> i32 {
  cf.br ^c
^a(%y: i32):
  %s = arith.addi %y, %x : i32
  cf.br ^b(%s : i32)
^b(%z: i32):
  cf.br ^a(%z : i32)
^c:
  return %x : i32
}

func.func @unused_argument(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%u: i32):
  return %x : i32
^b:
  %s = arith.muli %x, %x : i32
  return %s : i32
}

func.func @same_argument_on_all_edges(%m: memref<i32>, %c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[] : memref<i32>
  cf.br ^c(%x : i32)
^b:
  cf.br ^c(%x : i32)
^c(%z: i32):
  return %z : i32
}

func.func @switch_constant(%x: i32, %y: i32, %z: i32) -> i32 {
  %f = arith.constant 43 : i32
  cf.switch %f : i32, [
    default: ^a(%x : i32),
    42: ^b(%y : i32),
    43: ^c(%z : i32)
  ]
^a(%p: i32):
  return %p : i32
^b(%q: i32):
  %s = arith.addi %q, %q : i32
  return %s : i32
^c(%r: i32):
  return %r : i32
}

func.func @switch_constant_default(%x: i32, %y: i32) -> i32 {
  %f = arith.constant 1 : i32
  cf.switch %f : i32, [
    default: ^a,
    42: ^b
  ]
^a:
  return %x : i32
^b:
  return %y : i32
}

func.func @switch_only_default(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^a(%x : i32)
  ]
^a(%p: i32):
  return %p : i32
}

func.func @switch_case_like_default(%f: i32, %m: memref<i32>, %x: i32, %y: i32) {
  cf.switch %f : i32, [
    default: ^a(%x : i32),
    42: ^b(%y : i32),
    43: ^a(%x : i32)
  ]
^a(%p: i32):
  memref.store %p, %m[] : memref<i32>
  return
^b(%q: i32):
  %s = arith.addi %q, %q : i32
  memref.store %s, %m[] : memref<i32>
  return
}

func.func @switch_pass_through(%f: i32, %m: memref<i32>, %x: i32, %y: i32) {
  cf.switch %f : i32, [
    default: ^a,
    42: ^b,
    43: ^c
  ]
^a:
  cf.br ^d(%x : i32)
^b:
  cf.br ^d(%y : i32)
^c:
  memref.store %y, %m[] : memref<i32>
  return
^d(%p: i32):
  memref.store %p, %m[] : memref<i32>
  return
}

func.func @switch_of_switch(%f: i32, %m: memref<3xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.switch %f : i32, [
    default: ^a,
    42: ^b
  ]
^a:
  memref.store %x, %m[%c0] : memref<3xi32>
  return
^b:
  cf.switch %f : i32, [
    default: ^a,
    42: ^c
  ]
^c:
  memref.store %x, %m[%c2] : memref<3xi32>
  return
}

func.func @switch_of_switch_default(%f: i32, %m: memref<3xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.switch %f : i32, [
    default: ^b,
    42: ^a
  ]
^a:
  memref.store %x, %m[%c0] : memref<3xi32>
  return
^b:
  cf.switch %f : i32, [
    default: ^d,
    42: ^c,
    43: ^e
  ]
^c:
  memref.store %x, %m[%c1] : memref<3xi32>
  return
^d:
  memref.store %x, %m[%c2] : memref<3xi32>
  return
^e:
  return
}

func.func @assert_true(%x: i32) -> i32 {
  %t = arith.constant true
  cf.assert %t, "never"
  return %x : i32
}

func.func @assert_unknown(%c: i1, %x: i32) -> i32 {
  cf.assert %c, "perhaps"
  return %x : i32
}

func.func @merge_equal_blocks(%c: i1, %m: memref<i32>, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[] : memref<i32>
  return
^b:
  memref.store %x, %m[] : memref<i32>
  return
}

func.func @merge_returns(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  return %y : i32
}

func.func @merge_blocks_with_arguments(%c: i1, %m: memref<i32>, %x: i32, %y: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b(%y : i32)
^a(%p: i32):
  memref.store %p, %m[] : memref<i32>
  return
^b(%q: i32):
  memref.store %q, %m[] : memref<i32>
  return
}

func.func @merge_blocks_of_other_operands(%c: i1, %m: memref<i32>, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[] : memref<i32>
  return
^b:
  memref.store %y, %m[] : memref<i32>
  return
}

func.func @loop_of_blocks(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %n : i32, i32)
^head(%i: i32, %k: i32):
  %c = arith.cmpi slt, %i, %k : i32
  cf.cond_br %c, ^body, ^end
^body:
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %k : i32, i32)
^end:
  return %i : i32
}

func.func @dead_argument_of_loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %n : i32, i32)
^head(%i: i32, %k: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^end
^body:
  %j = arith.addi %i, %c1 : i32
  %l = arith.muli %k, %c1 : i32
  cf.br ^head(%j, %l : i32, i32)
^end:
  return %i : i32
}
