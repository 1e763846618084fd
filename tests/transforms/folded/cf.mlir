module {
  func.func @br_to_one(%x: i32) -> i32 {
    %s = arith.muli %x, %x : i32
    return %s : i32
  }
  func.func @br_chain(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @cond_br_true(%x: i32, %y: i32) -> i32 {
    return %x : i32
  }
  func.func @cond_br_false(%x: i32, %y: i32) -> i32 {
    return %y : i32
  }
  func.func @cond_br_same(%c: i1, %x: i32) -> i32 {
    return %x : i32
  }
  func.func @cond_br_same_block(%c: i1, %x: i32, %y: i32) -> i32 {
    %z = arith.select %c, %x, %y : i32
    return %z : i32
  }
  func.func @cond_br_pass_through(%c: i1, %x: i32, %y: i32) -> i32 {
    %z = arith.select %c, %x, %y : i32
    return %z : i32
  }
  func.func @cond_br_pass_through_one(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
    cf.cond_br %c, ^c(%x : i32), ^b
  ^b:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    cf.br ^c(%y : i32)
  ^c(%z: i32):  // 2 preds: ^bb0, ^b
    return %z : i32
  }
  func.func @cond_br_condition_known(%m: memref<2xi1>, %c: i1) {
    %0 = arith.constant false
    %1 = arith.constant true
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %1, %m[%c0] : memref<2xi1>
    return
  ^b:  // pred: ^bb0
    memref.store %0, %m[%c1] : memref<2xi1>
    return
  }
  func.func @cond_br_condition_known_select(%m: memref<2xi32>, %c: i1, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %x, %m[%c0] : memref<2xi32>
    return
  ^b:  // pred: ^bb0
    memref.store %y, %m[%c1] : memref<2xi32>
    return
  }
  func.func @cond_br_twice(%m: memref<i32>, %c: i1, %x: i32, %y: i32, %z: i32) {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  }
  func.func @cond_br_twice_false(%m: memref<i32>, %c: i1, %x: i32, %y: i32, %z: i32) {
    cf.cond_br %c, ^b, ^a
  ^a:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  }
  func.func @unreachable_block(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @unreachable_loop(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @unused_argument(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    return %x : i32
  ^b:  // pred: ^bb0
    %s = arith.muli %x, %x : i32
    return %s : i32
  }
  func.func @same_argument_on_all_edges(%m: memref<i32>, %c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^a, ^c
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    cf.br ^c
  ^c:  // 2 preds: ^bb0, ^a
    return %x : i32
  }
  func.func @switch_constant(%x: i32, %y: i32, %z: i32) -> i32 {
    return %z : i32
  }
  func.func @switch_constant_default(%x: i32, %y: i32) -> i32 {
    return %x : i32
  }
  func.func @switch_only_default(%f: i32, %x: i32) -> i32 {
    return %x : i32
  }
  func.func @switch_case_like_default(%f: i32, %m: memref<i32>, %x: i32, %y: i32) {
    cf.switch %f : i32, [
      default: ^a,
      42: ^b
    ]
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    %s = arith.addi %y, %y : i32
    memref.store %s, %m[] : memref<i32>
    return
  }
  func.func @switch_pass_through(%f: i32, %m: memref<i32>, %x: i32, %y: i32) {
    cf.switch %f : i32, [
      default: ^d(%x : i32),
      42: ^d(%y : i32),
      43: ^c
    ]
  ^c:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    return
  ^d(%p: i32):  // 2 preds: ^bb0, ^bb0
    memref.store %p, %m[] : memref<i32>
    return
  }
  func.func @switch_of_switch(%f: i32, %m: memref<3xi32>, %x: i32) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    cf.switch %f : i32, [
      default: ^a,
      42: ^c
    ]
  ^a:  // pred: ^bb0
    memref.store %x, %m[%c0] : memref<3xi32>
    return
  ^c:  // pred: ^bb0
    memref.store %x, %m[%c2] : memref<3xi32>
    return
  }
  func.func @switch_of_switch_default(%f: i32, %m: memref<3xi32>, %x: i32) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    cf.switch %f : i32, [
      default: ^b,
      42: ^a
    ]
  ^a:  // pred: ^bb0
    memref.store %x, %m[%c0] : memref<3xi32>
    return
  ^b:  // pred: ^bb0
    cf.switch %f : i32, [
      default: ^d,
      43: ^e
    ]
  ^d:  // pred: ^b
    memref.store %x, %m[%c2] : memref<3xi32>
    return
  ^e:  // pred: ^b
    return
  }
  func.func @assert_true(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @assert_unknown(%c: i1, %x: i32) -> i32 {
    cf.assert %c, "perhaps"
    return %x : i32
  }
  func.func @merge_equal_blocks(%c: i1, %m: memref<i32>, %x: i32) {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  }
  func.func @merge_returns(%c: i1, %x: i32, %y: i32) -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    return %x : i32
  ^b:  // pred: ^bb0
    return %y : i32
  }
  func.func @merge_blocks_with_arguments(%c: i1, %m: memref<i32>, %x: i32, %y: i32) {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    return
  }
  func.func @merge_blocks_of_other_operands(%c: i1, %m: memref<i32>, %x: i32, %y: i32) {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    return
  ^b:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    return
  }
  func.func @loop_of_blocks(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    cf.br ^head(%c0 : i32)
  ^head(%i: i32):  // 2 preds: ^bb0, ^body
    %c = arith.cmpi slt, %i, %n : i32
    cf.cond_br %c, ^body, ^end
  ^body:  // pred: ^head
    %j = arith.addi %i, %c1 : i32
    cf.br ^head(%j : i32)
  ^end:  // pred: ^head
    return %i : i32
  }
  func.func @dead_argument_of_loop(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    cf.br ^head(%c0 : i32)
  ^head(%i: i32):  // 2 preds: ^bb0, ^body
    %c = arith.cmpi slt, %i, %n : i32
    cf.cond_br %c, ^body, ^end
  ^body:  // pred: ^head
    %j = arith.addi %i, %c1 : i32
    cf.br ^head(%j : i32)
  ^end:  // pred: ^head
    return %i : i32
  }
}
