module {
  func.func @for_no_iterations(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @for_one_iteration(%x: index) -> index {
    %s = arith.muli %x, %x : index
    return %s : index
  }
  func.func @for_one_iteration_with_step(%m: memref<8xi32>, %x: i32) {
    %c2 = arith.constant 2 : index
    memref.store %x, %m[%c2] : memref<8xi32>
    return
  }
  func.func @for_one_iteration_of_sum(%m: memref<8xi32>, %lb: index, %x: i32) {
    %c1 = arith.constant 1 : index
    %ub = arith.addi %lb, %c1 : index
    scf.for %i = %lb to %ub step %c1 {
      memref.store %x, %m[%i] : memref<8xi32>
    }
    return
  }
  func.func @for_one_iteration_of_exact_sum(%m: memref<8xi32>, %lb: index, %x: i32) {
    memref.store %x, %m[%lb] : memref<8xi32>
    return
  }
  func.func @for_same_bounds(%x: i32, %n: index) -> i32 {
    return %x : i32
  }
  func.func @for_yields_outside(%x: i32, %y: i32) -> i32 {
    return %y : i32
  }
  func.func @for_yields_constant(%x: i32) -> i32 {
    %k = arith.constant 5 : i32
    return %k : i32
  }
  func.func @for_passes_on(%x: i32, %y: f32, %n: index) -> (i32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = arith.addi %a, %a : i32
      scf.yield %s : i32
    }
    return %r, %y : i32, f32
  }
  func.func @for_yields_initial(%x: i32, %y: f32, %n: index) -> (i32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = arith.addi %a, %a : i32
      scf.yield %s : i32
    }
    return %r, %y : i32, f32
  }
  func.func @for_unused_result(%x: i32, %y: i32, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = arith.addi %a, %a : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @for_unused_result_of_unused_argument(%x: i32, %y: i32, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = arith.addi %a, %a : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @for_duplicate_arguments(%x: i32, %n: index) -> (i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = arith.addi %a, %a : i32
      scf.yield %s : i32
    }
    return %r, %r : i32, i32
  }
  func.func @for_nothing(%n: index) {
    return
  }
  func.func @for_pure_body(%n: index) {
    return
  }
  func.func @for_negative_bounds(%m: memref<8xi32>, %x: i32) {
    %j = arith.constant 1 : index
    memref.store %x, %m[%j] : memref<8xi32>
    return
  }
  func.func @for_unsigned_none(%m: memref<8xi32>, %x: i32) {
    return
  }
  func.func @for_swaps(%x: i32, %y: i32, %n: index) -> (i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
      scf.yield %b, %a : i32, i32
    }
    return %r#0, %r#1 : i32, i32
  }
  func.func @if_true(%x: i32, %y: i32) -> i32 {
    %s = arith.muli %x, %x : i32
    return %s : i32
  }
  func.func @if_false_without_else(%m: memref<i32>, %x: i32) {
    return
  }
  func.func @if_to_select(%c: i1, %x: i32, %y: i32) -> i32 {
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  }
  func.func @if_to_select_partly(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
    %r = arith.select %c, %x, %y : i32
    %r_0 = scf.if %c -> (i32) {
      %a = arith.muli %x, %y : i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    return %r_0, %r : i32, i32
  }
  func.func @if_to_select_with_store(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
    %r = arith.select %c, %x, %y : i32
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return %r : i32
  }
  func.func @if_yields_same(%c: i1, %x: i32) -> i32 {
    return %x : i32
  }
  func.func @if_unused_result(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
    %r = scf.if %c -> (i32) {
      %a = arith.muli %x, %y : i32
      scf.yield %a : i32
    } else {
      %a = arith.addi %x, %y : i32
      scf.yield %a : i32
    }
    return %r : i32
  }
  func.func @if_empty_else(%m: memref<i32>, %c: i1, %x: i32) {
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return
  }
  func.func @if_empty(%c: i1) {
    return
  }
  func.func @if_not(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
    scf.if %c {
      memref.store %y, %m[] : memref<i32>
    } else {
      memref.store %x, %m[] : memref<i32>
    }
    return
  }
  func.func @if_not_yields(%c: i1, %x: i32, %y: i32) -> i32 {
    %r = scf.if %c -> (i32) {
      %a = arith.remsi %x, %y : i32
      scf.yield %a : i32
    } else {
      %a = arith.divsi %x, %y : i32
      scf.yield %a : i32
    }
    return %r : i32
  }
  func.func @if_condition_known_inside(%m: memref<2xi1>, %c: i1) {
    %0 = arith.constant true
    %1 = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %0, %m[%c0] : memref<2xi1>
    } else {
      memref.store %1, %m[%c1] : memref<2xi1>
    }
    return
  }
  func.func @if_same_condition_inside(%m: memref<2xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
      memref.store %x, %m[%c1] : memref<2xi32>
    }
    return
  }
  func.func @if_same_condition_in_else(%m: memref<2xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
    } else {
      memref.store %x, %m[%c1] : memref<2xi32>
    }
    return
  }
  func.func @if_condition_yielded(%c: i1, %d: i1, %x: i32) -> (i1, i32) {
    %r = arith.select %c, %c, %d : i1
    %r_0 = scf.if %c -> (i32) {
      %a = arith.muli %x, %x : i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    return %r, %r_0 : i1, i32
  }
  func.func @if_yields_condition(%c: i1) -> i1 {
    return %c : i1
  }
  func.func @if_yields_condition_with_store(%m: memref<i32>, %c: i1, %x: i32) -> i1 {
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return %c : i1
  }
  func.func @if_yields_negated_condition(%m: memref<i32>, %c: i1, %x: i32) -> i1 {
    %t = arith.constant true
    %r = arith.xori %c, %t : i1
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return %r : i1
  }
  func.func @if_yields_same_with_store(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return %y : i32
  }
  func.func @ifs_neighbours(%m: memref<2xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
      memref.store %x, %m[%c1] : memref<2xi32>
    }
    return
  }
  func.func @ifs_neighbours_with_else(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<4xi32>
      memref.store %x, %m[%c1] : memref<4xi32>
    } else {
      memref.store %y, %m[%c0] : memref<4xi32>
      memref.store %y, %m[%c1] : memref<4xi32>
    }
    return
  }
  func.func @ifs_neighbours_second_else_only(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<4xi32>
      memref.store %x, %m[%c1] : memref<4xi32>
    } else {
      memref.store %y, %m[%c1] : memref<4xi32>
    }
    return
  }
  func.func @ifs_neighbours_with_results(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
    %r, %s = scf.if %c -> (i32, i32) {
      %a = arith.divsi %x, %y : i32
      %a_0 = arith.divsi %y, %x : i32
      scf.yield %a, %a_0 : i32, i32
    } else {
      %a = arith.remsi %x, %y : i32
      %a_0 = arith.remsi %y, %x : i32
      scf.yield %a, %a_0 : i32, i32
    }
    return %r, %s : i32, i32
  }
  func.func @ifs_neighbours_second_uses_first(%c: i1, %x: i32, %y: i32) -> i32 {
    %s = scf.if %c -> (i32) {
      %a = arith.divsi %x, %y : i32
      %a_0 = arith.divsi %a, %x : i32
      scf.yield %a_0 : i32
    } else {
      %a = arith.remsi %x, %y : i32
      %a_0 = arith.remsi %a, %x : i32
      scf.yield %a_0 : i32
    }
    return %s : i32
  }
  func.func @ifs_neighbours_negated(%m: memref<2xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
    } else {
      memref.store %x, %m[%c1] : memref<2xi32>
    }
    return
  }
  func.func @ifs_with_something_between(%m: memref<2xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
    }
    memref.store %x, %m[%c1] : memref<2xi32>
    scf.if %c {
      memref.store %x, %m[%c1] : memref<2xi32>
    }
    return
  }
  func.func @ifs_three_neighbours(%m: memref<4xi32>, %c: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<4xi32>
      memref.store %x, %m[%c1] : memref<4xi32>
      memref.store %x, %m[%c2] : memref<4xi32>
    }
    return
  }
  func.func @ifs_nested(%m: memref<i32>, %c: i1, %d: i1, %x: i32) {
    %0 = arith.andi %c, %d : i1
    scf.if %0 {
      memref.store %x, %m[] : memref<i32>
    }
    return
  }
  func.func @ifs_nested_three(%m: memref<i32>, %c: i1, %d: i1, %e: i1, %x: i32) {
    %0 = arith.andi %c, %d : i1
    %1 = arith.andi %0, %e : i1
    scf.if %1 {
      memref.store %x, %m[] : memref<i32>
    }
    return
  }
  func.func @ifs_nested_with_results(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
    %0 = arith.andi %c, %d : i1
    %r = scf.if %0 -> (i32) {
      %a = arith.divsi %x, %y : i32
      scf.yield %a : i32
    } else {
      scf.yield %y : i32
    }
    return %r : i32
  }
  func.func @ifs_nested_inner_else(%m: memref<i32>, %c: i1, %d: i1, %x: i32, %y: i32) {
    scf.if %c {
      scf.if %d {
        memref.store %x, %m[] : memref<i32>
      } else {
        memref.store %y, %m[] : memref<i32>
      }
    }
    return
  }
  func.func @if_pure_and_unused(%c: i1, %x: i32) {
    return
  }
  func.func @while_false(%x: i32) -> i32 {
    %s = arith.addi %x, %x : i32
    return %s : i32
  }
  func.func @while_condition_in_body(%m: memref<i1>, %n: i32) -> i32 {
    %t = arith.constant true
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %t, %m[] : memref<i1>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r : i32
  }
  func.func @while_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
    %t = arith.constant true
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %k : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %t, %m[] : memref<i1>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r : i32
  }
  func.func @while_negated_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
    %t = arith.constant false
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi ne, %a, %k : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %t, %m[] : memref<i1>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r : i32
  }
  func.func @while_invariant_argument(%n: i32, %k: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %k : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %c1 : i32
      scf.yield %s : i32
    }
    return %r, %k : i32, i32
  }
  func.func @while_invariant_from_outside(%n: i32, %k: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %k : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %c1 : i32
      scf.yield %s : i32
    }
    return %r, %k : i32, i32
  }
  func.func @while_passes_outside_value(%n: i32, %k: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %k : i32
      scf.yield %s : i32
    }
    return %r, %k : i32, i32
  }
  func.func @while_unused_result(%n: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %c1 : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @while_duplicate_result(%n: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %c1 : i32
      %t = arith.muli %s, %d : i32
      scf.yield %t : i32
    }
    return %r, %r : i32, i32
  }
  func.func @while_unused_argument(%n: i32, %k: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%d: i32):
      %s = arith.subi %d, %c1 : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @while_permuted_arguments(%n: i32, %k: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %r:2 = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32, i32) {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a, %b : i32, i32
    } do {
    ^bb0(%e: i32, %d: i32):
      %s = arith.subi %e, %c1 : i32
      %t = arith.addi %d, %c1 : i32
      scf.yield %s, %t : i32, i32
    }
    return %r#1, %r#0 : i32, i32
  }
  func.func @while_if_at_end(%m: memref<i32>, %n: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %b, %m[] : memref<i32>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r : i32
  }
  func.func @execute_region_one_block(%x: i32) -> i32 {
    %s = arith.muli %x, %x : i32
    return %s : i32
  }
  func.func @execute_region_no_inline(%x: i32) -> i32 {
    %r = scf.execute_region -> i32 no_inline {
      %s = arith.divsi %x, %x : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @execute_region_blocks(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:  // pred: ^bb0
    memref.store %x, %m[] : memref<i32>
    cf.br ^bb3(%x : i32)
  ^b:  // pred: ^bb0
    memref.store %y, %m[] : memref<i32>
    cf.br ^bb3(%y : i32)
  ^bb3(%r: i32):  // 2 preds: ^a, ^b
    return %r : i32
  }
  func.func @execute_region_blocks_in_loop(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      scf.execute_region {
        cf.cond_br %c, ^a, ^b
      ^a:  // pred: ^bb0
        memref.store %x, %m[] : memref<i32>
        scf.yield
      ^b:  // pred: ^bb0
        memref.store %y, %m[] : memref<i32>
        scf.yield
      }
    }
    return
  }
  func.func @execute_region_empty() {
    return
  }
  func.func @switch_constant_case(%x: i32, %y: i32) -> i32 {
    %s = arith.muli %x, %y : i32
    return %s : i32
  }
  func.func @switch_constant_default(%x: i32, %y: i32) -> i32 {
    return %y : i32
  }
  func.func @switch_unused_result(%m: memref<i32>, %c: index, %x: i32, %y: i32) -> i32 {
    %r = scf.index_switch %c -> i32 
    case 1 {
      memref.store %x, %m[] : memref<i32>
      scf.yield %x : i32
    }
    default {
      %s = arith.divsi %x, %y : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @parallel_no_iterations(%m: memref<4xi32>, %x: i32) {
    return
  }
  func.func @parallel_one_iteration(%m: memref<4xi32>, %x: i32) {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%c0] : memref<4xi32>
    return
  }
  func.func @parallel_one_dimension_once(%m: memref<4x4xi32>, %x: i32, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i, %c0] : memref<4x4xi32>
      scf.reduce 
    }
    return
  }
  func.func @parallel_reduction_once(%x: i32, %y: i32) -> i32 {
    %s = arith.addi %x, %y : i32
    return %s : i32
  }
  func.func @parallel_reduction_none(%x: i32, %y: i32) -> i32 {
    return %x : i32
  }
  func.func @parallel_nested(%m: memref<4x4xi32>, %x: i32, %n: index, %k: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c1, %c1) {
      memref.store %x, %m[%i, %j] : memref<4x4xi32>
      scf.reduce 
    }
    return
  }
  func.func @parallel_nested_dependent(%m: memref<4x4xi32>, %x: i32, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      scf.parallel (%j) = (%c0) to (%i) step (%c1) {
        memref.store %x, %m[%i, %j] : memref<4x4xi32>
        scf.reduce 
      }
      scf.reduce 
    }
    return
  }
  func.func @parallel_nested_three(%m: memref<4x4x4xi32>, %x: i32, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i, %j, %k) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
      memref.store %x, %m[%i, %j, %k] : memref<4x4x4xi32>
      scf.reduce 
    }
    return
  }
  func.func @forall_constant_bounds(%m: memref<4xi32>, %x: i32) {
    scf.forall (%i) = (0) to (4) step (2) {
      memref.store %x, %m[%i] : memref<4xi32>
    }
    return
  }
  func.func @forall_one_iteration(%m: memref<4xi32>, %x: i32) {
    %i = arith.constant 1 : index
    memref.store %x, %m[%i] : memref<4xi32>
    return
  }
  func.func @forall_no_iterations(%m: memref<4xi32>, %x: i32) {
    return
  }
  func.func @forall_one_dimension_once(%m: memref<4x4xi32>, %x: i32, %n: index) {
    %j = arith.constant 0 : index
    scf.forall (%i) in (%n) {
      memref.store %x, %m[%i, %j] : memref<4x4xi32>
    }
    return
  }
  func.func @forall_tensor_once(%t: tensor<4xi32>, %s: tensor<2xi32>) -> tensor<4xi32> {
    %r = tensor.insert_slice %s into %t[0] [2] [1] : tensor<2xi32> into tensor<4xi32>
    return %r : tensor<4xi32>
  }
  func.func @forall_unused_result(%m: memref<4xi32>, %t: tensor<4xi32>, %u: tensor<4xi32>, %s: tensor<1xi32>) -> tensor<4xi32> {
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    return %r : tensor<4xi32>
  }
  func.func @forall_dim(%t: tensor<?xi32>, %s: tensor<1xi32>, %m: memref<4xindex>) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<?xi32>) {
      %d = tensor.dim %o, %c0 : tensor<?xi32>
      memref.store %d, %m[%i] : memref<4xindex>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
      }
    }
    return %r : tensor<?xi32>
  }
  func.func @for_dim(%t: tensor<?xi32>, %m: memref<4xindex>, %x: i32) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %t) -> (tensor<?xi32>) {
      %d = tensor.dim %o, %c0 : tensor<?xi32>
      memref.store %d, %m[%i] : memref<4xindex>
      %n = tensor.insert %x into %o[%i] : tensor<?xi32>
      scf.yield %n : tensor<?xi32>
    }
    return %r : tensor<?xi32>
  }
  func.func @for_cast_of_carried(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = scf.for %i = %c0 to %n step %c1 iter_args(%arg0 = %t) -> (tensor<4xf32>) {
      %v = tensor.insert %x into %arg0[%c0] : tensor<4xf32>
      scf.yield %v : tensor<4xf32>
    }
    return %b : tensor<4xf32>
  }
  func.func @for_cast_inside(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> (tensor<4xf32>) {
      %v = tensor.insert %x into %s[%c0] : tensor<4xf32>
      scf.yield %v : tensor<4xf32>
    }
    return %b : tensor<4xf32>
  }
  func.func @for_large_step(%m: memref<8xi32>, %x: i32) {
    %c2 = arith.constant 2 : index
    memref.store %x, %m[%c2] : memref<8xi32>
    return
  }
  func.func @for_no_step_stays(%m: memref<8xi32>, %x: i32, %s: index) {
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    scf.for %i = %c2 to %c5 step %s {
      memref.store %x, %m[%i] : memref<8xi32>
    }
    return
  }
  func.func @for_in_for_unused(%x: i32, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a) -> (i32) {
        %t = arith.addi %c, %c : i32
        scf.yield %t : i32
      }
      scf.yield %s : i32
    }
    return %r : i32
  }
  func.func @for_carried_through_if(%x: i32, %n: index, %k: i1) -> (i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %s = scf.if %k -> (i32) {
        %t = arith.addi %a, %a : i32
        scf.yield %t : i32
      } else {
        scf.yield %a : i32
      }
      scf.yield %s : i32
    }
    return %r, %x : i32, i32
  }
  func.func @ifs_neighbours_pure_results(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
    %r, %s = scf.if %c -> (i32, i32) {
      %a = arith.muli %x, %y : i32
      %a_0 = arith.muli %a, %y : i32
      scf.yield %a, %a_0 : i32, i32
    } else {
      %a = arith.addi %x, %y : i32
      scf.yield %a, %x : i32, i32
    }
    return %r, %s : i32, i32
  }
  func.func @ifs_neighbours_negated_with_else(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c1] : memref<4xi32>
    } else {
      memref.store %x, %m[%c0] : memref<4xi32>
      memref.store %y, %m[%c1] : memref<4xi32>
    }
    return
  }
  func.func @ifs_neighbours_other_condition(%m: memref<4xi32>, %c: i1, %d: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<4xi32>
    }
    scf.if %d {
      memref.store %x, %m[%c1] : memref<4xi32>
    }
    return
  }
  func.func @ifs_nested_with_more(%m: memref<2xi32>, %c: i1, %d: i1, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
      scf.if %d {
        memref.store %x, %m[%c1] : memref<2xi32>
      }
    }
    return
  }
  func.func @ifs_nested_two_results(%m: memref<i32>, %c: i1, %d: i1, %x: i32, %y: i32) -> (i32, i32) {
    %r = arith.select %c, %x, %y : i32
    %0 = arith.andi %c, %d : i1
    %r_0 = scf.if %0 -> (i32) {
      %a = arith.divsi %x, %y : i32
      scf.yield %a : i32
    } else {
      scf.yield %y : i32
    }
    return %r_0, %r : i32, i32
  }
  func.func @if_condition_known_to_yield(%m: memref<i32>, %c: i1, %d: i1, %x: i32) -> i1 {
    %r = arith.select %c, %c, %d : i1
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    }
    return %r : i1
  }
  func.func @if_known_select_inside(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
    scf.if %c {
      memref.store %x, %m[] : memref<i32>
    } else {
      memref.store %y, %m[] : memref<i32>
    }
    return
  }
  func.func @if_negation_known_inside(%m: memref<i1>, %c: i1) {
    %n = arith.constant false
    scf.if %c {
      memref.store %n, %m[] : memref<i1>
    }
    return
  }
  func.func @while_true_condition_in_result(%n: i32) -> i1 {
    %c1 = arith.constant 1 : i32
    %r:2 = scf.while (%a = %n) : (i32) -> (i1, i32) {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %c, %a : i1, i32
    } do {
    ^bb0(%t: i1, %b: i32):
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r#0 : i1
  }
  func.func @while_all_unused(%m: memref<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    scf.while : () -> () {
      %v = memref.load %m[] : memref<i32>
      %c = arith.cmpi sgt, %v, %c0 : i32
      scf.condition(%c)
    } do {
      memref.store %c0, %m[] : memref<i32>
      scf.yield
    }
    return
  }
  func.func @while_swapped_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
    %t = arith.constant true
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi slt, %k, %a : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %t, %m[] : memref<i1>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r : i32
  }
  func.func @while_if_with_result_at_end(%m: memref<i32>, %n: i32) -> (i32, i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.while (%a = %n) : (i32) -> i32 {
      %c = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%c) %a : i32
    } do {
    ^bb0(%b: i32):
      memref.store %b, %m[] : memref<i32>
      %w = arith.muli %b, %b : i32
      memref.store %w, %m[] : memref<i32>
      %d = arith.subi %b, %c1 : i32
      scf.yield %d : i32
    }
    return %r, %c0 : i32, i32
  }
  func.func @execute_region_yields_outside(%m: memref<i32>, %x: i32, %y: i32) -> (i32, i32) {
    %r = scf.execute_region -> i32 no_inline {
      memref.store %x, %m[] : memref<i32>
      %s = arith.divsi %x, %y : i32
      scf.yield %s : i32
    }
    return %x, %r : i32, i32
  }
  func.func @execute_region_nested(%x: i32) -> i32 {
    %t = arith.muli %x, %x : i32
    return %t : i32
  }
  func.func @switch_without_cases(%c: index, %x: i32) -> i32 {
    %s = arith.muli %x, %x : i32
    return %s : i32
  }
  func.func @switch_yields_same(%m: memref<i32>, %c: index, %x: i32, %y: i32) -> i32 {
    scf.index_switch %c 
    case 1 {
      memref.store %x, %m[] : memref<i32>
      scf.yield
    }
    default {
      memref.store %y, %m[] : memref<i32>
    }
    return %x : i32
  }
  func.func @parallel_all_once_in_loop(%m: memref<8x2xi32>, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %m[%i, %c1] : memref<8x2xi32>
    }
    return
  }
  func.func @parallel_nested_with_more(%m: memref<4x4xi32>, %q: memref<4xi32>, %x: i32, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %x, %q[%i] : memref<4xi32>
      scf.parallel (%j) = (%c0) to (%n) step (%c1) {
        memref.store %x, %m[%i, %j] : memref<4x4xi32>
        scf.reduce 
      }
      scf.reduce 
    }
    return
  }
  func.func @parallel_empty_body(%n: index) {
    return
  }
  func.func @parallel_two_reductions_once(%x: i32, %y: i32) -> (i32, i32) {
    %s = arith.addi %x, %y : i32
    %s_0 = arith.muli %y, %x : i32
    return %s, %s_0 : i32, i32
  }
  func.func @forall_mapped_stays(%m: memref<4xi32>, %x: i32) {
    %i = arith.constant 0 : index
    scf.forall (%i_0) in (1) {
      memref.store %x, %m[%i] : memref<4xi32>
    } {mapping = [#gpu.thread<x>]}
    return
  }
  func.func @forall_not_written(%m: memref<4xi32>, %t: tensor<4xi32>, %u: tensor<4xi32>, %s: tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    return %r, %u : tensor<4xi32>, tensor<4xi32>
  }
  func.func @forall_constant_slice(%t: tensor<4xi32>, %s: tensor<?xi32>) -> tensor<4xi32> {
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) {
      %0 = tensor.cast %s : tensor<?xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %0 into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    return %r : tensor<4xi32>
  }
  func.func @forall_cast_of_output(%t: tensor<4xi32>, %s: tensor<1xi32>) -> tensor<?xi32> {
    %0 = scf.forall (%i) in (4) shared_outs(%arg0 = %t) -> (tensor<4xi32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %arg0[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    %r = tensor.cast %0 : tensor<4xi32> to tensor<?xi32>
    return %r : tensor<?xi32>
  }
}
