// ---- scf.for

func.func @for_no_iterations(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%a = %x) -> (i32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @for_one_iteration(%x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> (index) {
    %s = arith.muli %a, %a : index
    scf.yield %s : index
  }
  return %r : index
}

func.func @for_one_iteration_with_step(%m: memref<8xi32>, %x: i32) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c2 to %c4 step %c3 {
    memref.store %x, %m[%i] : memref<8xi32>
  }
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
  %c1 = arith.constant 1 : index
  %ub = arith.addi %lb, %c1 overflow<nsw> : index
  scf.for %i = %lb to %ub step %c1 {
    memref.store %x, %m[%i] : memref<8xi32>
  }
  return
}

func.func @for_same_bounds(%x: i32, %n: index) -> i32 {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %n to %n step %c1 iter_args(%a = %x) -> (i32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @for_yields_outside(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @for_yields_constant(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> (i32) {
    %k = arith.constant 5 : i32
    scf.yield %k : i32
  }
  return %r : i32
}

func.func @for_passes_on(%x: i32, %y: f32, %n: index) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, f32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %b : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

func.func @for_yields_initial(%x: i32, %y: f32, %n: index) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, f32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %y : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

func.func @for_unused_result(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %b : i32, i32
  }
  return %r#0 : i32
}

func.func @for_unused_result_of_unused_argument(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %s : i32, i32
  }
  return %r#0 : i32
}

func.func @for_duplicate_arguments(%x: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %s = arith.addi %a, %a : i32
    %t = arith.addi %b, %b : i32
    scf.yield %s, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @for_nothing(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  }
  return
}

func.func @for_pure_body(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.addi %i, %i : index
  }
  return
}

func.func @for_negative_bounds(%m: memref<8xi32>, %x: i32) {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  %n = arith.constant -2 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %j = arith.constant 1 : index
    memref.store %x, %m[%j] : memref<8xi32>
  }
  return
}

func.func @for_unsigned_none(%m: memref<8xi32>, %x: i32) {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  scf.for unsigned %i = %c0 to %c1 step %c1 : i32 {
    %j = arith.constant 1 : index
    memref.store %x, %m[%j] : memref<8xi32>
  }
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

// ---- scf.if

func.func @if_true(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> (i32) {
    %s = arith.muli %x, %x : i32
    scf.yield %s : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @if_false_without_else(%m: memref<i32>, %x: i32) {
  %t = arith.constant false
  scf.if %t {
    memref.store %x, %m[] : memref<i32>
  }
  return
}

func.func @if_to_select(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @if_to_select_partly(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %a = arith.muli %x, %y : i32
    scf.yield %a, %x : i32, i32
  } else {
    scf.yield %x, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @if_to_select_with_store(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @if_yields_same(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @if_unused_result(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %a = arith.muli %x, %y : i32
    %b = arith.divsi %x, %y : i32
    scf.yield %a, %b : i32, i32
  } else {
    %a = arith.addi %x, %y : i32
    scf.yield %a, %x : i32, i32
  }
  return %r#0 : i32
}

func.func @if_empty_else(%m: memref<i32>, %c: i1, %x: i32) {
  scf.if %c {
    memref.store %x, %m[] : memref<i32>
  } else {
  }
  return
}

func.func @if_empty(%c: i1) {
  scf.if %c {
  } else {
  }
  return
}

func.func @if_not(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    memref.store %x, %m[] : memref<i32>
  } else {
    memref.store %y, %m[] : memref<i32>
  }
  return
}

func.func @if_not_yields(%c: i1, %x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %n -> (i32) {
    %a = arith.divsi %x, %y : i32
    scf.yield %a : i32
  } else {
    %a = arith.remsi %x, %y : i32
    scf.yield %a : i32
  }
  return %r : i32
}

func.func @if_condition_known_inside(%m: memref<2xi1>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %c, %m[%c0] : memref<2xi1>
  } else {
    memref.store %c, %m[%c1] : memref<2xi1>
  }
  return
}

func.func @if_same_condition_inside(%m: memref<2xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %m[%c0] : memref<2xi32>
    scf.if %c {
      memref.store %x, %m[%c1] : memref<2xi32>
    }
  }
  return
}

func.func @if_same_condition_in_else(%m: memref<2xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %m[%c0] : memref<2xi32>
  } else {
    scf.if %c {
      memref.store %x, %m[%c0] : memref<2xi32>
    } else {
      memref.store %x, %m[%c1] : memref<2xi32>
    }
  }
  return
}

func.func @if_condition_yielded(%c: i1, %d: i1, %x: i32) -> (i1, i32) {
  %r:2 = scf.if %c -> (i1, i32) {
    %a = arith.muli %x, %x : i32
    scf.yield %c, %a : i1, i32
  } else {
    scf.yield %d, %x : i1, i32
  }
  return %r#0, %r#1 : i1, i32
}

func.func @if_yields_condition(%c: i1) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    scf.yield %t : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}

func.func @if_yields_condition_with_store(%m: memref<i32>, %c: i1, %x: i32) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %t : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}

func.func @if_yields_negated_condition(%m: memref<i32>, %c: i1, %x: i32) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> (i1) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %f : i1
  } else {
    scf.yield %t : i1
  }
  return %r : i1
}

func.func @if_yields_same_with_store(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %y : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @ifs_neighbours(%m: memref<2xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %m[%c0] : memref<2xi32>
  }
  scf.if %c {
    memref.store %x, %m[%c1] : memref<2xi32>
  }
  return
}

func.func @ifs_neighbours_with_else(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %m[%c0] : memref<4xi32>
  } else {
    memref.store %y, %m[%c0] : memref<4xi32>
  }
  scf.if %c {
    memref.store %x, %m[%c1] : memref<4xi32>
  } else {
    memref.store %y, %m[%c1] : memref<4xi32>
  }
  return
}

func.func @ifs_neighbours_second_else_only(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %m[%c0] : memref<4xi32>
  }
  scf.if %c {
    memref.store %x, %m[%c1] : memref<4xi32>
  } else {
    memref.store %y, %m[%c1] : memref<4xi32>
  }
  return
}

func.func @ifs_neighbours_with_results(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r = scf.if %c -> (i32) {
    %a = arith.divsi %x, %y : i32
    scf.yield %a : i32
  } else {
    %a = arith.remsi %x, %y : i32
    scf.yield %a : i32
  }
  %s = scf.if %c -> (i32) {
    %a = arith.divsi %y, %x : i32
    scf.yield %a : i32
  } else {
    %a = arith.remsi %y, %x : i32
    scf.yield %a : i32
  }
  return %r, %s : i32, i32
}

func.func @ifs_neighbours_second_uses_first(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.divsi %x, %y : i32
    scf.yield %a : i32
  } else {
    %a = arith.remsi %x, %y : i32
    scf.yield %a : i32
  }
  %s = scf.if %c -> (i32) {
    %a = arith.divsi %r, %x : i32
    scf.yield %a : i32
  } else {
    %a = arith.remsi %r, %x : i32
    scf.yield %a : i32
  }
  return %s : i32
}

func.func @ifs_neighbours_negated(%m: memref<2xi32>, %c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    memref.store %x, %m[%c0] : memref<2xi32>
  }
  scf.if %n {
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
  }
  scf.if %c {
    memref.store %x, %m[%c1] : memref<4xi32>
  }
  scf.if %c {
    memref.store %x, %m[%c2] : memref<4xi32>
  }
  return
}

func.func @ifs_nested(%m: memref<i32>, %c: i1, %d: i1, %x: i32) {
  scf.if %c {
    scf.if %d {
      memref.store %x, %m[] : memref<i32>
    }
  }
  return
}

func.func @ifs_nested_three(%m: memref<i32>, %c: i1, %d: i1, %e: i1, %x: i32) {
  scf.if %c {
    scf.if %d {
      scf.if %e {
        memref.store %x, %m[] : memref<i32>
      }
    }
  }
  return
}

func.func @ifs_nested_with_results(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %s = scf.if %d -> (i32) {
      %a = arith.divsi %x, %y : i32
      scf.yield %a : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %s : i32
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
  %r = scf.if %c -> (i32) {
    %a = arith.addi %x, %x : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return
}

// ---- scf.while

func.func @while_false(%x: i32) -> i32 {
  %f = arith.constant false
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %s = arith.addi %a, %a : i32
    scf.condition(%f) %s : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}

func.func @while_condition_in_body(%m: memref<i1>, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n) : (i32) -> (i1, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%c) %c, %a : i1, i32
  } do {
  ^bb0(%t: i1, %b: i32):
    memref.store %t, %m[] : memref<i1>
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r#1 : i32
}

func.func @while_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi sgt, %a, %k : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %t = arith.cmpi sgt, %b, %k : i32
    memref.store %t, %m[] : memref<i1>
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r : i32
}

func.func @while_negated_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi ne, %a, %k : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %t = arith.cmpi eq, %b, %k : i32
    memref.store %t, %m[] : memref<i1>
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r : i32
}

func.func @while_invariant_argument(%n: i32, %k: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %b : i32
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %d, %c1 : i32
    scf.yield %s, %e : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @while_invariant_from_outside(%n: i32, %k: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %b : i32
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %d, %c1 : i32
    scf.yield %s, %k : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @while_passes_outside_value(%n: i32, %k: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%c) %a, %k : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %d, %e : i32
    scf.yield %s : i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @while_unused_result(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    %u = arith.muli %a, %a : i32
    scf.condition(%c) %a, %u : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %d, %c1 : i32
    scf.yield %s : i32
  }
  return %r#0 : i32
}

func.func @while_duplicate_result(%n: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%c) %a, %a : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %d, %c1 : i32
    %t = arith.muli %s, %e : i32
    scf.yield %t : i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @while_unused_argument(%n: i32, %k: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%d: i32):
    %s = arith.subi %d, %c1 : i32
    %t = arith.muli %d, %d : i32
    scf.yield %s, %t : i32, i32
  }
  return %r : i32
}

func.func @while_permuted_arguments(%n: i32, %k: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n, %b = %k) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%c) %b, %a : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    %s = arith.subi %e, %c1 : i32
    %t = arith.addi %d, %c1 : i32
    scf.yield %s, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @while_if_at_end(%m: memref<i32>, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi sgt, %a, %c1 : i32
    scf.if %c {
      memref.store %a, %m[] : memref<i32>
    }
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r : i32
}

// ---- scf.execute_region, scf.index_switch

func.func @execute_region_one_block(%x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %s = arith.muli %x, %x : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @execute_region_no_inline(%x: i32) -> i32 {
  %r = scf.execute_region -> i32 no_inline {
    %s = arith.divsi %x, %x : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @execute_region_blocks(%m: memref<i32>, %c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  ^b:
    memref.store %y, %m[] : memref<i32>
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @execute_region_blocks_in_loop(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.execute_region {
      cf.cond_br %c, ^a, ^b
    ^a:
      memref.store %x, %m[] : memref<i32>
      scf.yield
    ^b:
      memref.store %y, %m[] : memref<i32>
      scf.yield
    }
  }
  return
}

func.func @execute_region_empty() {
  scf.execute_region {
    scf.yield
  }
  return
}

func.func @switch_constant_case(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 2 : index
  %r = scf.index_switch %c -> i32
  case 1 {
    scf.yield %x : i32
  }
  case 2 {
    %s = arith.muli %x, %y : i32
    scf.yield %s : i32
  }
  default {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @switch_constant_default(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 7 : index
  %r = scf.index_switch %c -> i32
  case 1 {
    scf.yield %x : i32
  }
  default {
    scf.yield %y : i32
  }
  return %r : i32
}

func.func @switch_unused_result(%m: memref<i32>, %c: index, %x: i32, %y: i32) -> i32 {
  %r:2 = scf.index_switch %c -> i32, i32
  case 1 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %y : i32, i32
  }
  default {
    %s = arith.divsi %x, %y : i32
    scf.yield %s, %y : i32, i32
  }
  return %r#0 : i32
}

// ---- scf.parallel

func.func @parallel_no_iterations(%m: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c1) to (%c0) step (%c1) {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  return
}

func.func @parallel_one_iteration(%m: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  return
}

func.func @parallel_one_dimension_once(%m: memref<4x4xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<4x4xi32>
  }
  return
}

func.func @parallel_reduction_once(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> i32 {
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

func.func @parallel_reduction_none(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c0) step (%c1) init (%x) -> i32 {
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

func.func @parallel_nested(%m: memref<4x4xi32>, %x: i32, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%k) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

func.func @parallel_nested_dependent(%m: memref<4x4xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

func.func @parallel_nested_three(%m: memref<4x4x4xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.parallel (%k) = (%c0) to (%n) step (%c1) {
        memref.store %x, %m[%i, %j, %k] : memref<4x4x4xi32>
      }
    }
  }
  return
}

// ---- scf.forall

func.func @forall_constant_bounds(%m: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  scf.forall (%i) = (%c0) to (%c4) step (%c2) {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  return
}

func.func @forall_one_iteration(%m: memref<4xi32>, %x: i32) {
  scf.forall (%i) = (1) to (3) step (2) {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  return
}

func.func @forall_no_iterations(%m: memref<4xi32>, %x: i32) {
  scf.forall (%i) = (3) to (3) step (2) {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  return
}

func.func @forall_one_dimension_once(%m: memref<4x4xi32>, %x: i32, %n: index) {
  scf.forall (%i, %j) in (%n, 1) {
    memref.store %x, %m[%i, %j] : memref<4x4xi32>
  }
  return
}

func.func @forall_tensor_once(%t: tensor<4xi32>, %s: tensor<2xi32>) -> tensor<4xi32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %t) -> tensor<4xi32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [2] [1] : tensor<2xi32> into tensor<4xi32>
    }
  }
  return %r : tensor<4xi32>
}

func.func @forall_unused_result(%m: memref<4xi32>, %t: tensor<4xi32>, %u: tensor<4xi32>, %s: tensor<1xi32>) -> tensor<4xi32> {
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %t, %p = %u) -> (tensor<4xi32>, tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %r#0 : tensor<4xi32>
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

// ---- more of each

func.func @for_cast_of_carried(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a) -> (tensor<?xf32>) {
    %v = tensor.insert %x into %u[%c0] : tensor<?xf32>
    scf.yield %v : tensor<?xf32>
  }
  %b = tensor.cast %r : tensor<?xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}

func.func @for_cast_inside(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a) -> (tensor<?xf32>) {
    %s = tensor.cast %u : tensor<?xf32> to tensor<4xf32>
    %v = tensor.insert %x into %s[%c0] : tensor<4xf32>
    %w = tensor.cast %v : tensor<4xf32> to tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  %b = tensor.cast %r : tensor<?xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}

func.func @for_large_step(%m: memref<8xi32>, %x: i32) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c2 to %c5 step %c7 {
    memref.store %x, %m[%i] : memref<8xi32>
  }
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
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a, %d = %b) -> (i32, i32) {
      %t = arith.addi %c, %c : i32
      scf.yield %t, %d : i32, i32
    }
    scf.yield %s#0, %s#1 : i32, i32
  }
  return %r#0 : i32
}

func.func @for_carried_through_if(%x: i32, %n: index, %k: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %s:2 = scf.if %k -> (i32, i32) {
      %t = arith.addi %a, %a : i32
      scf.yield %t, %b : i32, i32
    } else {
      scf.yield %a, %b : i32, i32
    }
    scf.yield %s#0, %s#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @ifs_neighbours_pure_results(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r = scf.if %c -> (i32) {
    %a = arith.muli %x, %y : i32
    scf.yield %a : i32
  } else {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  }
  %s = scf.if %c -> (i32) {
    %a = arith.muli %r, %y : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return %r, %s : i32, i32
}

func.func @ifs_neighbours_negated_with_else(%m: memref<4xi32>, %c: i1, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    memref.store %x, %m[%c0] : memref<4xi32>
  }
  scf.if %c {
    memref.store %x, %m[%c1] : memref<4xi32>
  } else {
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
  %r:2 = scf.if %c -> (i32, i32) {
    %s = scf.if %d -> (i32) {
      %a = arith.divsi %x, %y : i32
      scf.yield %a : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %s, %x : i32, i32
  } else {
    scf.yield %y, %y : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @if_condition_known_to_yield(%m: memref<i32>, %c: i1, %d: i1, %x: i32) -> i1 {
  %r = scf.if %c -> (i1) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %c : i1
  } else {
    scf.yield %d : i1
  }
  return %r : i1
}

func.func @if_known_select_inside(%m: memref<i32>, %c: i1, %x: i32, %y: i32) {
  scf.if %c {
    %s = arith.select %c, %x, %y : i32
    memref.store %s, %m[] : memref<i32>
  } else {
    %s = arith.select %c, %x, %y : i32
    memref.store %s, %m[] : memref<i32>
  }
  return
}

func.func @if_negation_known_inside(%m: memref<i1>, %c: i1) {
  %t = arith.constant true
  scf.if %c {
    %n = arith.xori %c, %t : i1
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
  %r:2 = scf.while (%a = %n, %b = %n) : (i32, i32) -> (i32, i32) {
    %v = memref.load %m[] : memref<i32>
    %c = arith.cmpi sgt, %v, %c0 : i32
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%d: i32, %e: i32):
    memref.store %c0, %m[] : memref<i32>
    scf.yield %d, %e : i32, i32
  }
  return
}

func.func @while_swapped_compare_in_body(%m: memref<i1>, %n: i32, %k: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %k, %a : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %t = arith.cmpi slt, %k, %b : i32
    memref.store %t, %m[] : memref<i1>
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r : i32
}

func.func @while_if_with_result_at_end(%m: memref<i32>, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %c1 : i32
    %v = scf.if %c -> (i32) {
      memref.store %a, %m[] : memref<i32>
      %w = arith.muli %a, %a : i32
      scf.yield %w : i32
    } else {
      scf.yield %c0 : i32
    }
    scf.condition(%c) %a, %v : i32, i32
  } do {
  ^bb0(%b: i32, %u: i32):
    memref.store %u, %m[] : memref<i32>
    %d = arith.subi %b, %c1 : i32
    scf.yield %d : i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @execute_region_yields_outside(%m: memref<i32>, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.execute_region -> (i32, i32) no_inline {
    memref.store %x, %m[] : memref<i32>
    %s = arith.divsi %x, %y : i32
    scf.yield %x, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @execute_region_nested(%x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %s = scf.execute_region -> i32 {
      %t = arith.muli %x, %x : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @switch_without_cases(%c: index, %x: i32) -> i32 {
  %r = scf.index_switch %c -> i32
  default {
    %s = arith.muli %x, %x : i32
    scf.yield %s : i32
  }
  return %r : i32
}

func.func @switch_yields_same(%m: memref<i32>, %c: index, %x: i32, %y: i32) -> i32 {
  %r = scf.index_switch %c -> i32
  case 1 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  }
  default {
    memref.store %y, %m[] : memref<i32>
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @parallel_all_once_in_loop(%m: memref<8x2xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.parallel (%j, %k) = (%c1, %c0) to (%c2, %c1) step (%c2, %c1) {
      memref.store %x, %m[%i, %j] : memref<8x2xi32>
    }
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
    }
  }
  return
}

func.func @parallel_empty_body(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  return
}

func.func @parallel_two_reductions_once(%x: i32, %y: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x, %y) -> (i32, i32) {
    scf.reduce(%y, %x : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.muli %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

func.func @forall_mapped_stays(%m: memref<4xi32>, %x: i32) {
  scf.forall (%i) in (1) {
    memref.store %x, %m[%i] : memref<4xi32>
  } {mapping = [#gpu.thread<x>]}
  return
}

func.func @forall_not_written(%m: memref<4xi32>, %t: tensor<4xi32>, %u: tensor<4xi32>, %s: tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %t, %p = %u) -> (tensor<4xi32>, tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

func.func @forall_constant_slice(%t: tensor<4xi32>, %s: tensor<?xi32>) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [%c1] [1] : tensor<?xi32> into tensor<4xi32>
    }
  }
  return %r : tensor<4xi32>
}

func.func @forall_cast_of_output(%t: tensor<4xi32>, %s: tensor<1xi32>) -> tensor<?xi32> {
  %a = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<?xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  return %r : tensor<?xi32>
}
