func.func @add_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.addi %x, %c : i32
  return %r : i32
}

func.func @add_zero_left(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.addi %c, %x : i32
  return %r : i32
}

func.func @add_of_difference(%x: i32, %y: i32) -> (i32) {
  %d = arith.subi %x, %y : i32
  %r = arith.addi %d, %y : i32
  return %r : i32
}

func.func @add_of_difference_right(%x: i32, %y: i32) -> (i32) {
  %d = arith.subi %x, %y : i32
  %r = arith.addi %y, %d : i32
  return %r : i32
}

func.func @add_add_constants(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.addi %x, %c : i32
  %r = arith.addi %a, %d : i32
  return %r : i32
}

func.func @add_add_constants_nsw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.addi %x, %c overflow<nsw> : i32
  %r = arith.addi %a, %d overflow<nsw> : i32
  return %r : i32
}

func.func @add_add_constants_nuw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.addi %x, %c overflow<nuw> : i32
  %r = arith.addi %a, %d overflow<nuw> : i32
  return %r : i32
}

func.func @add_add_constants_both_flags(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.addi %x, %c overflow<nsw, nuw> : i32
  %r = arith.addi %a, %d overflow<nsw, nuw> : i32
  return %r : i32
}

func.func @add_add_constants_mixed_flags(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.addi %x, %c overflow<nsw> : i32
  %r = arith.addi %a, %d overflow<nuw> : i32
  return %r : i32
}

func.func @add_add_constants_that_wrap_nsw(%x: i8) -> (i8) {
  %c = arith.constant 100 : i8
  %a = arith.addi %x, %c overflow<nsw> : i8
  %r = arith.addi %a, %c overflow<nsw> : i8
  return %r : i8
}

func.func @add_sub_constant_right(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.subi %x, %c : i32
  %r = arith.addi %a, %d : i32
  return %r : i32
}

func.func @add_sub_constant_left(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.subi %c, %x : i32
  %r = arith.addi %a, %d : i32
  return %r : i32
}

func.func @add_sub_constant_left_nsw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.subi %c, %x overflow<nsw> : i32
  %r = arith.addi %a, %d overflow<nsw> : i32
  return %r : i32
}

func.func @sub_add_constants(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.addi %x, %c : i32
  %r = arith.subi %a, %d : i32
  return %r : i32
}

func.func @sub_add_constants_left(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.addi %x, %c : i32
  %r = arith.subi %d, %a : i32
  return %r : i32
}

func.func @sub_sub_constants_right(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.subi %x, %c : i32
  %r = arith.subi %a, %d : i32
  return %r : i32
}

func.func @sub_sub_constants_right_nsw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.subi %x, %c overflow<nsw> : i32
  %r = arith.subi %a, %d overflow<nsw> : i32
  return %r : i32
}

func.func @sub_sub_constants_left(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.subi %x, %c : i32
  %r = arith.subi %d, %a : i32
  return %r : i32
}

func.func @sub_constant_sub_right(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.subi %c, %x : i32
  %r = arith.subi %a, %d : i32
  return %r : i32
}

func.func @sub_constant_sub_left(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.subi %c, %x : i32
  %r = arith.subi %d, %a : i32
  return %r : i32
}

func.func @sub_sub_lhs(%x: i32, %y: i32) -> (i32) {
  %a = arith.subi %x, %y : i32
  %r = arith.subi %a, %x : i32
  return %r : i32
}

func.func @sub_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}

func.func @sub_self(%x: i32) -> (i32) {
  %r = arith.subi %x, %x : i32
  return %r : i32
}

func.func @sub_self_vector(%x: vector<4xi32>) -> (vector<4xi32>) {
  %r = arith.subi %x, %x : vector<4xi32>
  return %r : vector<4xi32>
}

func.func @sub_self_tensor(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %r = arith.subi %x, %x : tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func @sub_of_sum_right(%x: i32, %y: i32) -> (i32) {
  %a = arith.addi %x, %y : i32
  %r = arith.subi %a, %y : i32
  return %r : i32
}

func.func @sub_of_sum_left(%x: i32, %y: i32) -> (i32) {
  %a = arith.addi %x, %y : i32
  %r = arith.subi %a, %x : i32
  return %r : i32
}

func.func @add_of_negated_right(%x: i32, %y: i32) -> (i32) {
  %m = arith.constant -1 : i32
  %n = arith.muli %y, %m : i32
  %r = arith.addi %x, %n : i32
  return %r : i32
}

func.func @add_of_negated_left(%x: i32, %y: i32) -> (i32) {
  %m = arith.constant -1 : i32
  %n = arith.muli %x, %m : i32
  %r = arith.addi %n, %y : i32
  return %r : i32
}

func.func @mul_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.muli %x, %c : i32
  return %r : i32
}

func.func @mul_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.muli %x, %c : i32
  return %r : i32
}

func.func @mul_mul_constants(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.muli %x, %c : i32
  %r = arith.muli %a, %d : i32
  return %r : i32
}

func.func @mul_mul_constants_nuw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.muli %x, %c overflow<nuw> : i32
  %r = arith.muli %a, %d overflow<nuw> : i32
  return %r : i32
}

func.func @mul_mul_constants_nsw(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.muli %x, %c overflow<nsw> : i32
  %r = arith.muli %a, %d overflow<nsw> : i32
  return %r : i32
}

func.func @mul_splat_one(%x: vector<3xi32>) -> (vector<3xi32>) {
  %c = arith.constant dense<1> : vector<3xi32>
  %r = arith.muli %x, %c : vector<3xi32>
  return %r : vector<3xi32>
}

func.func @mul_index_constants() -> (index) {
  %c = arith.constant 6 : index
  %d = arith.constant 7 : index
  %r = arith.muli %c, %d : index
  return %r : index
}

func.func @divsi_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.divsi %x, %c : i32
  return %r : i32
}

func.func @divsi_splat_one(%x: vector<4xi32>) -> (vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.divsi %x, %c : vector<4xi32>
  return %r : vector<4xi32>
}

func.func @divui_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.divui %x, %c : i32
  return %r : i32
}

func.func @divui_splat_one(%x: vector<4xi32>) -> (vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.divui %x, %c : vector<4xi32>
  return %r : vector<4xi32>
}

func.func @divsi_of_product_nsw(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nsw> : i32
  %r = arith.divsi %m, %y : i32
  return %r : i32
}

func.func @divsi_of_product_nsw_left(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nsw> : i32
  %r = arith.divsi %m, %x : i32
  return %r : i32
}

func.func @divui_of_product_nuw(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nuw> : i32
  %r = arith.divui %m, %y : i32
  return %r : i32
}

func.func @divui_of_product_nuw_left(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nuw> : i32
  %r = arith.divui %m, %x : i32
  return %r : i32
}

func.func @divui_of_product_nsw_stays(%x: i32, %y: i32) -> (i32) {
  %m = arith.muli %x, %y overflow<nsw> : i32
  %r = arith.divui %m, %y : i32
  return %r : i32
}

func.func @ceildivsi_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.ceildivsi %x, %c : i32
  return %r : i32
}

func.func @ceildivui_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.ceildivui %x, %c : i32
  return %r : i32
}

func.func @floordivsi_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.floordivsi %x, %c : i32
  return %r : i32
}

func.func @remsi_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.remsi %x, %c : i32
  return %r : i32
}

func.func @remui_one(%x: i32) -> (i32) {
  %c = arith.constant 1 : i32
  %r = arith.remui %x, %c : i32
  return %r : i32
}

func.func @remui_splat_one(%x: vector<4xi32>) -> (vector<4xi32>) {
  %c = arith.constant dense<1> : vector<4xi32>
  %r = arith.remui %x, %c : vector<4xi32>
  return %r : vector<4xi32>
}

func.func @and_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.andi %x, %c : i32
  return %r : i32
}

func.func @and_ones(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %r = arith.andi %x, %c : i32
  return %r : i32
}

func.func @and_self(%x: i32) -> (i32) {
  %r = arith.andi %x, %x : i32
  return %r : i32
}

func.func @and_not_self(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %n = arith.xori %x, %c : i32
  %r = arith.andi %x, %n : i32
  return %r : i32
}

func.func @and_not_self_left(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %n = arith.xori %x, %c : i32
  %r = arith.andi %n, %x : i32
  return %r : i32
}

func.func @and_not_self_vector(%x: vector<2xi32>) -> (vector<2xi32>) {
  %c = arith.constant dense<-1> : vector<2xi32>
  %n = arith.xori %x, %c : vector<2xi32>
  %r = arith.andi %x, %n : vector<2xi32>
  return %r : vector<2xi32>
}

func.func @and_and_constants(%x: i32) -> (i32) {
  %c = arith.constant 12 : i32
  %d = arith.constant 10 : i32
  %a = arith.andi %x, %c : i32
  %r = arith.andi %a, %d : i32
  return %r : i32
}

func.func @and_of_and_same(%x: i32, %y: i32) -> (i32) {
  %a = arith.andi %x, %y : i32
  %r = arith.andi %a, %x : i32
  return %r : i32
}

func.func @and_of_and_same_right(%x: i32, %y: i32) -> (i32) {
  %a = arith.andi %x, %y : i32
  %r = arith.andi %y, %a : i32
  return %r : i32
}

func.func @or_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.ori %x, %c : i32
  return %r : i32
}

func.func @or_ones(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %r = arith.ori %x, %c : i32
  return %r : i32
}

func.func @or_self(%x: i32) -> (i32) {
  %r = arith.ori %x, %x : i32
  return %r : i32
}

func.func @or_not_self(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %n = arith.xori %x, %c : i32
  %r = arith.ori %x, %n : i32
  return %r : i32
}

func.func @or_or_constants(%x: i32) -> (i32) {
  %c = arith.constant 12 : i32
  %d = arith.constant 3 : i32
  %a = arith.ori %x, %c : i32
  %r = arith.ori %a, %d : i32
  return %r : i32
}

func.func @xor_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.xori %x, %c : i32
  return %r : i32
}

func.func @xor_self(%x: i32) -> (i32) {
  %r = arith.xori %x, %x : i32
  return %r : i32
}

func.func @xor_of_xor(%x: i32, %y: i32) -> (i32) {
  %a = arith.xori %x, %y : i32
  %r = arith.xori %a, %y : i32
  return %r : i32
}

func.func @xor_of_xor_left(%x: i32, %y: i32) -> (i32) {
  %a = arith.xori %x, %y : i32
  %r = arith.xori %x, %a : i32
  return %r : i32
}

func.func @xor_xor_constants(%x: i32) -> (i32) {
  %c = arith.constant 12 : i32
  %d = arith.constant 10 : i32
  %a = arith.xori %x, %c : i32
  %r = arith.xori %a, %d : i32
  return %r : i32
}

func.func @andi_of_extui(%x: i8, %y: i8) -> (i32) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.andi %a, %b : i32
  return %r : i32
}

func.func @andi_of_extsi(%x: i8, %y: i8) -> (i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.andi %a, %b : i32
  return %r : i32
}

func.func @ori_of_extui(%x: i8, %y: i8) -> (i32) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.ori %a, %b : i32
  return %r : i32
}

func.func @ori_of_extsi(%x: i8, %y: i8) -> (i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.ori %a, %b : i32
  return %r : i32
}

func.func @xori_of_extui(%x: i8, %y: i8) -> (i32) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.xori %a, %b : i32
  return %r : i32
}

func.func @xori_of_extsi(%x: i8, %y: i8) -> (i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.xori %a, %b : i32
  return %r : i32
}

func.func @andi_of_extui_vectors(%x: vector<2xi8>, %y: vector<2xi8>) -> (vector<2xi32>) {
  %a = arith.extui %x : vector<2xi8> to vector<2xi32>
  %b = arith.extui %y : vector<2xi8> to vector<2xi32>
  %r = arith.andi %a, %b : vector<2xi32>
  return %r : vector<2xi32>
}

func.func @cmpi_self_eq(%x: i32) -> (i1) {
  %r = arith.cmpi eq, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_ne(%x: i32) -> (i1) {
  %r = arith.cmpi ne, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_slt(%x: i32) -> (i1) {
  %r = arith.cmpi slt, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_sle(%x: i32) -> (i1) {
  %r = arith.cmpi sle, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_sgt(%x: i32) -> (i1) {
  %r = arith.cmpi sgt, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_sge(%x: i32) -> (i1) {
  %r = arith.cmpi sge, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_ult(%x: i32) -> (i1) {
  %r = arith.cmpi ult, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_ule(%x: i32) -> (i1) {
  %r = arith.cmpi ule, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_ugt(%x: i32) -> (i1) {
  %r = arith.cmpi ugt, %x, %x : i32
  return %r : i1
}

func.func @cmpi_self_uge(%x: i32) -> (i1) {
  %r = arith.cmpi uge, %x, %x : i32
  return %r : i1
}

func.func @not_of_cmpi_eq(%x: i32, %y: i32) -> (i1) {
  %t = arith.constant true
  %c = arith.cmpi eq, %x, %y : i32
  %r = arith.xori %c, %t : i1
  return %r : i1
}

func.func @not_of_cmpi_slt(%x: i32, %y: i32) -> (i1) {
  %t = arith.constant true
  %c = arith.cmpi slt, %x, %y : i32
  %r = arith.xori %c, %t : i1
  return %r : i1
}

func.func @not_of_cmpi_sge(%x: i32, %y: i32) -> (i1) {
  %t = arith.constant true
  %c = arith.cmpi sge, %x, %y : i32
  %r = arith.xori %c, %t : i1
  return %r : i1
}

func.func @not_of_cmpi_ult(%x: i32, %y: i32) -> (i1) {
  %t = arith.constant true
  %c = arith.cmpi ult, %x, %y : i32
  %r = arith.xori %c, %t : i1
  return %r : i1
}

func.func @not_of_cmpi_ugt(%x: i32, %y: i32) -> (i1) {
  %t = arith.constant true
  %c = arith.cmpi ugt, %x, %y : i32
  %r = arith.xori %c, %t : i1
  return %r : i1
}

func.func @cmpi_constant_left_eq(%x: i32) -> (i1) {
  %c = arith.constant 7 : i32
  %r = arith.cmpi eq, %c, %x : i32
  return %r : i1
}

func.func @cmpi_constant_left_slt(%x: i32) -> (i1) {
  %c = arith.constant 7 : i32
  %r = arith.cmpi slt, %c, %x : i32
  return %r : i1
}

func.func @cmpi_constant_left_sge(%x: i32) -> (i1) {
  %c = arith.constant 7 : i32
  %r = arith.cmpi sge, %c, %x : i32
  return %r : i1
}

func.func @cmpi_constant_left_ult(%x: i32) -> (i1) {
  %c = arith.constant 7 : i32
  %r = arith.cmpi ult, %c, %x : i32
  return %r : i1
}

func.func @cmpi_self_vector(%x: vector<4xi32>) -> (vector<4xi1>) {
  %r = arith.cmpi sle, %x, %x : vector<4xi32>
  return %r : vector<4xi1>
}

func.func @cmpi_true(%x: i1) -> (i1) {
  %t = arith.constant true
  %r = arith.cmpi eq, %x, %t : i1
  return %r : i1
}

func.func @cmpi_ne_false(%x: i1) -> (i1) {
  %t = arith.constant false
  %r = arith.cmpi ne, %x, %t : i1
  return %r : i1
}

func.func @cmpi_eq_true_vector(%x: vector<4xi1>) -> (vector<4xi1>) {
  %t = arith.constant dense<true> : vector<4xi1>
  %r = arith.cmpi eq, %x, %t : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @cmpi_ne_extui_zero(%x: i1) -> (i1) {
  %c = arith.constant 0 : i32
  %e = arith.extui %x : i1 to i32
  %r = arith.cmpi ne, %e, %c : i32
  return %r : i1
}

func.func @cmpi_ne_extsi_zero(%x: i1) -> (i1) {
  %c = arith.constant 0 : i32
  %e = arith.extsi %x : i1 to i32
  %r = arith.cmpi ne, %e, %c : i32
  return %r : i1
}

func.func @cmpi_ne_extui_zero_vector(%x: vector<4xi1>) -> (vector<4xi1>) {
  %c = arith.constant dense<0> : vector<4xi32>
  %e = arith.extui %x : vector<4xi1> to vector<4xi32>
  %r = arith.cmpi ne, %e, %c : vector<4xi32>
  return %r : vector<4xi1>
}

func.func @cmpi_of_extsi(%x: i8, %y: i8) -> (i1) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

func.func @cmpi_of_extui(%x: i8, %y: i8) -> (i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.cmpi ult, %a, %b : i32
  return %r : i1
}

func.func @cmpi_eq_of_extui(%x: i8, %y: i8) -> (i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.cmpi eq, %a, %b : i32
  return %r : i1
}

func.func @cmpi_signed_of_extui(%x: i8, %y: i8) -> (i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

func.func @cmpi_unsigned_of_extsi(%x: i8, %y: i8) -> (i1) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.cmpi ult, %a, %b : i32
  return %r : i1
}

func.func @cmpi_extui_constant(%x: i8) -> (i1) {
  %c = arith.constant 200 : i32
  %a = arith.extui %x : i8 to i32
  %r = arith.cmpi ult, %a, %c : i32
  return %r : i1
}

func.func @cmpi_splat_constants() -> (vector<4xi1>) {
  %a = arith.constant dense<4> : vector<4xi32>
  %b = arith.constant dense<5> : vector<4xi32>
  %r = arith.cmpi slt, %a, %b : vector<4xi32>
  return %r : vector<4xi1>
}

func.func @select_same(%c: i1, %x: i32) -> (i32) {
  %r = arith.select %c, %x, %x : i32
  return %r : i32
}

func.func @select_true(%x: i32, %y: i32) -> (i32) {
  %c = arith.constant true
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}

func.func @select_false(%x: i32, %y: i32) -> (i32) {
  %c = arith.constant false
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}

func.func @select_splat_true(%x: vector<2xi32>, %y: vector<2xi32>) -> (vector<2xi32>) {
  %c = arith.constant dense<true> : vector<2xi1>
  %r = arith.select %c, %x, %y : vector<2xi1>, vector<2xi32>
  return %r : vector<2xi32>
}

func.func @select_elements() -> (vector<3xi32>) {
  %c = arith.constant dense<[true, false, true]> : vector<3xi1>
  %x = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %y = arith.constant dense<[4, 5, 6]> : vector<3xi32>
  %r = arith.select %c, %x, %y : vector<3xi1>, vector<3xi32>
  return %r : vector<3xi32>
}

func.func @select_bool(%c: i1) -> (i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r = arith.select %c, %t, %f : i1
  return %r : i1
}

func.func @select_not_bool(%c: i1) -> (i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r = arith.select %c, %f, %t : i1
  return %r : i1
}

func.func @select_not_condition(%c: i1, %x: i32, %y: i32) -> (i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = arith.select %n, %x, %y : i32
  return %r : i32
}

func.func @select_one_zero(%c: i1) -> (i32) {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  %r = arith.select %c, %a, %b : i32
  return %r : i32
}

func.func @select_zero_one(%c: i1) -> (i32) {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  %r = arith.select %c, %b, %a : i32
  return %r : i32
}

func.func @select_one_zero_index(%c: i1) -> (index) {
  %a = arith.constant 1 : index
  %b = arith.constant 0 : index
  %r = arith.select %c, %a, %b : index
  return %r : index
}

func.func @select_of_eq(%x: i32, %y: i32) -> (i32) {
  %c = arith.cmpi eq, %x, %y : i32
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}

func.func @select_of_ne(%x: i32, %y: i32) -> (i32) {
  %c = arith.cmpi ne, %x, %y : i32
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}

func.func @select_of_eq_swapped(%x: i32, %y: i32) -> (i32) {
  %c = arith.cmpi eq, %x, %y : i32
  %r = arith.select %c, %y, %x : i32
  return %r : i32
}

func.func @select_redundant_true(%c: i1, %x: i32, %y: i32, %z: i32) -> (i32) {
  %s = arith.select %c, %x, %y : i32
  %r = arith.select %c, %s, %z : i32
  return %r : i32
}

func.func @select_redundant_false(%c: i1, %x: i32, %y: i32, %z: i32) -> (i32) {
  %s = arith.select %c, %x, %y : i32
  %r = arith.select %c, %z, %s : i32
  return %r : i32
}

func.func @select_and(%p: i1, %q: i1, %x: i32, %y: i32) -> (i32) {
  %s = arith.select %q, %x, %y : i32
  %r = arith.select %p, %s, %y : i32
  return %r : i32
}

func.func @select_and_not(%p: i1, %q: i1, %x: i32, %y: i32) -> (i32) {
  %s = arith.select %q, %x, %y : i32
  %r = arith.select %p, %s, %x : i32
  return %r : i32
}

func.func @select_or(%p: i1, %q: i1, %x: i32, %y: i32) -> (i32) {
  %s = arith.select %q, %x, %y : i32
  %r = arith.select %p, %x, %s : i32
  return %r : i32
}

func.func @select_or_not(%p: i1, %q: i1, %x: i32, %y: i32) -> (i32) {
  %s = arith.select %q, %x, %y : i32
  %r = arith.select %p, %y, %s : i32
  return %r : i32
}

func.func @select_poison_true(%c: i1, %x: i32) -> (i32) {
  %p = ub.poison : i32
  %r = arith.select %c, %p, %x : i32
  return %r : i32
}

func.func @select_poison_false(%c: i1, %x: i32) -> (i32) {
  %p = ub.poison : i32
  %r = arith.select %c, %x, %p : i32
  return %r : i32
}

func.func @select_extui_like_vector(%c: vector<2xi1>) -> (vector<2xi32>) {
  %a = arith.constant dense<1> : vector<2xi32>
  %b = arith.constant dense<0> : vector<2xi32>
  %r = arith.select %c, %a, %b : vector<2xi1>, vector<2xi32>
  return %r : vector<2xi32>
}

func.func @extui_extui(%x: i8) -> (i32) {
  %a = arith.extui %x : i8 to i16
  %r = arith.extui %a : i16 to i32
  return %r : i32
}

func.func @extsi_extsi(%x: i8) -> (i32) {
  %a = arith.extsi %x : i8 to i16
  %r = arith.extsi %a : i16 to i32
  return %r : i32
}

func.func @extsi_extui(%x: i8) -> (i32) {
  %a = arith.extui %x : i8 to i16
  %r = arith.extsi %a : i16 to i32
  return %r : i32
}

func.func @extf_extf(%x: f16) -> (f64) {
  %a = arith.extf %x : f16 to f32
  %r = arith.extf %a : f32 to f64
  return %r : f64
}

func.func @trunci_trunci(%x: i64) -> (i8) {
  %a = arith.trunci %x : i64 to i32
  %r = arith.trunci %a : i32 to i8
  return %r : i8
}

func.func @trunci_trunci_nsw(%x: i64) -> (i8) {
  %a = arith.trunci %x overflow<nsw> : i64 to i32
  %r = arith.trunci %a overflow<nsw> : i32 to i8
  return %r : i8
}

func.func @trunci_trunci_mixed(%x: i64) -> (i8) {
  %a = arith.trunci %x overflow<nsw, nuw> : i64 to i32
  %r = arith.trunci %a overflow<nuw> : i32 to i8
  return %r : i8
}

func.func @trunci_extsi_same(%x: i32) -> (i32) {
  %a = arith.extsi %x : i32 to i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_extui_same(%x: i32) -> (i32) {
  %a = arith.extui %x : i32 to i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_extsi_wider(%x: i8) -> (i32) {
  %a = arith.extsi %x : i8 to i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_extui_wider(%x: i8) -> (i32) {
  %a = arith.extui %x : i8 to i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_extsi_narrower(%x: i32) -> (i8) {
  %a = arith.extsi %x : i32 to i64
  %r = arith.trunci %a : i64 to i8
  return %r : i8
}

func.func @trunci_extui_narrower(%x: i32) -> (i8) {
  %a = arith.extui %x : i32 to i64
  %r = arith.trunci %a : i64 to i8
  return %r : i8
}

func.func @trunci_shrsi(%x: i64) -> (i32) {
  %c = arith.constant 32 : i64
  %a = arith.shrsi %x, %c : i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_shrsi_too_far(%x: i64) -> (i32) {
  %c = arith.constant 40 : i64
  %a = arith.shrsi %x, %c : i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

func.func @trunci_shrui_of_mulsi(%x: i32, %y: i32) -> (i32) {
  %c = arith.constant 32 : i64
  %e = arith.extsi %x : i32 to i64
  %f = arith.extsi %y : i32 to i64
  %m = arith.muli %e, %f : i64
  %s = arith.shrui %m, %c : i64
  %r = arith.trunci %s : i64 to i32
  return %r : i32
}

func.func @trunci_shrui_of_mului(%x: i32, %y: i32) -> (i32) {
  %c = arith.constant 32 : i64
  %e = arith.extui %x : i32 to i64
  %f = arith.extui %y : i32 to i64
  %m = arith.muli %e, %f : i64
  %s = arith.shrui %m, %c : i64
  %r = arith.trunci %s : i64 to i32
  return %r : i32
}

func.func @truncf_extf_same(%x: f32) -> (f32) {
  %a = arith.extf %x : f32 to f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @truncf_extf_wider(%x: f16) -> (f32) {
  %a = arith.extf %x : f16 to f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @truncf_extf_narrower(%x: f32) -> (f16) {
  %a = arith.extf %x : f32 to f64
  %r = arith.truncf %a : f64 to f16
  return %r : f16
}

func.func @truncf_sitofp(%x: i32) -> (f32) {
  %a = arith.sitofp %x : i32 to f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @truncf_uitofp(%x: i32) -> (f32) {
  %a = arith.uitofp %x : i32 to f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @extf_truncf_contract(%x: f32) -> (f32) {
  %a = arith.truncf %x fastmath<contract> : f32 to f16
  %r = arith.extf %a fastmath<contract> : f16 to f32
  return %r : f32
}

func.func @extf_truncf_strict(%x: f32) -> (f32) {
  %a = arith.truncf %x : f32 to f16
  %r = arith.extf %a : f16 to f32
  return %r : f32
}

func.func @sitofp_extsi(%x: i8) -> (f32) {
  %a = arith.extsi %x : i8 to i32
  %r = arith.sitofp %a : i32 to f32
  return %r : f32
}

func.func @sitofp_extui(%x: i8) -> (f32) {
  %a = arith.extui %x : i8 to i32
  %r = arith.sitofp %a : i32 to f32
  return %r : f32
}

func.func @uitofp_extui(%x: i8) -> (f32) {
  %a = arith.extui %x : i8 to i32
  %r = arith.uitofp %a : i32 to f32
  return %r : f32
}

func.func @fptosi_sitofp(%x: i8) -> (i8) {
  %a = arith.sitofp %x : i8 to f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

func.func @index_cast_round_trip(%x: i32) -> (i32) {
  %a = arith.index_cast %x : i32 to index
  %r = arith.index_cast %a : index to i32
  return %r : i32
}

func.func @index_cast_of_extsi(%x: i8) -> (index) {
  %a = arith.extsi %x : i8 to i32
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

func.func @index_castui_of_extui(%x: i8) -> (index) {
  %a = arith.extui %x : i8 to i32
  %r = arith.index_castui %a : i32 to index
  return %r : index
}

func.func @index_cast_chain(%x: i64) -> (index) {
  %a = arith.index_cast %x : i64 to index
  %b = arith.index_cast %a : index to i64
  %r = arith.index_cast %b : i64 to index
  return %r : index
}

func.func @index_cast_constant() -> (index) {
  %a = arith.constant -3 : i32
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

func.func @index_castui_constant() -> (index) {
  %a = arith.constant -3 : i32
  %r = arith.index_castui %a : i32 to index
  return %r : index
}

func.func @bitcast_same(%x: i32) -> (i32) {
  %r = arith.bitcast %x : i32 to i32
  return %r : i32
}

func.func @bitcast_round_trip(%x: f32) -> (f32) {
  %a = arith.bitcast %x : f32 to i32
  %r = arith.bitcast %a : i32 to f32
  return %r : f32
}

func.func @bitcast_chain(%x: f16) -> (bf16) {
  %a = arith.bitcast %x : f16 to i16
  %r = arith.bitcast %a : i16 to bf16
  return %r : bf16
}

func.func @bitcast_constant() -> (f32) {
  %a = arith.constant 1065353216 : i32
  %r = arith.bitcast %a : i32 to f32
  return %r : f32
}

func.func @bitcast_splat() -> (vector<3xf32>) {
  %a = arith.constant dense<1065353216> : vector<3xi32>
  %r = arith.bitcast %a : vector<3xi32> to vector<3xf32>
  return %r : vector<3xf32>
}

func.func @extsi_splat() -> (vector<3xi32>) {
  %a = arith.constant dense<-1> : vector<3xi8>
  %r = arith.extsi %a : vector<3xi8> to vector<3xi32>
  return %r : vector<3xi32>
}

func.func @trunci_splat() -> (vector<3xi8>) {
  %a = arith.constant dense<300> : vector<3xi32>
  %r = arith.trunci %a : vector<3xi32> to vector<3xi8>
  return %r : vector<3xi8>
}

func.func @sitofp_splat() -> (vector<3xf32>) {
  %a = arith.constant dense<-7> : vector<3xi32>
  %r = arith.sitofp %a : vector<3xi32> to vector<3xf32>
  return %r : vector<3xf32>
}

func.func @truncf_constant() -> (f32) {
  %a = arith.constant 1.5 : f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @addf_minus_zero(%x: f32) -> (f32) {
  %c = arith.constant -0.0 : f32
  %r = arith.addf %x, %c : f32
  return %r : f32
}

func.func @addf_plus_zero(%x: f32) -> (f32) {
  %c = arith.constant 0.0 : f32
  %r = arith.addf %x, %c : f32
  return %r : f32
}

func.func @subf_plus_zero(%x: f32) -> (f32) {
  %c = arith.constant 0.0 : f32
  %r = arith.subf %x, %c : f32
  return %r : f32
}

func.func @mulf_one(%x: f32) -> (f32) {
  %c = arith.constant 1.0 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}

func.func @mulf_one_left(%x: f32) -> (f32) {
  %c = arith.constant 1.0 : f32
  %r = arith.mulf %c, %x : f32
  return %r : f32
}

func.func @mulf_zero_strict(%x: f32) -> (f32) {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}

func.func @mulf_zero_fast(%x: f32) -> (f32) {
  %c = arith.constant 0.0 : f32
  %r = arith.mulf %x, %c fastmath<nnan, nsz> : f32
  return %r : f32
}

func.func @divf_one(%x: f32) -> (f32) {
  %c = arith.constant 1.0 : f32
  %r = arith.divf %x, %c : f32
  return %r : f32
}

func.func @mulf_of_negations(%x: f32, %y: f32) -> (f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

func.func @divf_of_negations(%x: f32, %y: f32) -> (f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.divf %a, %b : f32
  return %r : f32
}

func.func @negf_negf(%x: f32) -> (f32) {
  %a = arith.negf %x : f32
  %r = arith.negf %a : f32
  return %r : f32
}

func.func @maximumf_self(%x: f32) -> (f32) {
  %r = arith.maximumf %x, %x : f32
  return %r : f32
}

func.func @maximumf_infinity(%x: f32) -> (f32) {
  %c = arith.constant 0xFF800000 : f32
  %r = arith.maximumf %x, %c : f32
  return %r : f32
}

func.func @maximumf_constants() -> (f32) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  %r = arith.maximumf %d, %c : f32
  return %r : f32
}

func.func @minimumf_self(%x: f32) -> (f32) {
  %r = arith.minimumf %x, %x : f32
  return %r : f32
}

func.func @minimumf_infinity(%x: f32) -> (f32) {
  %c = arith.constant 0x7F800000 : f32
  %r = arith.minimumf %x, %c : f32
  return %r : f32
}

func.func @minimumf_constants() -> (f32) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  %r = arith.minimumf %d, %c : f32
  return %r : f32
}

func.func @maxnumf_self(%x: f32) -> (f32) {
  %r = arith.maxnumf %x, %x : f32
  return %r : f32
}

func.func @maxnumf_infinity(%x: f32) -> (f32) {
  %c = arith.constant 0xFF800000 : f32
  %r = arith.maxnumf %x, %c : f32
  return %r : f32
}

func.func @maxnumf_constants() -> (f32) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  %r = arith.maxnumf %d, %c : f32
  return %r : f32
}

func.func @minnumf_self(%x: f32) -> (f32) {
  %r = arith.minnumf %x, %x : f32
  return %r : f32
}

func.func @minnumf_infinity(%x: f32) -> (f32) {
  %c = arith.constant 0x7F800000 : f32
  %r = arith.minnumf %x, %c : f32
  return %r : f32
}

func.func @minnumf_constants() -> (f32) {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  %r = arith.minnumf %d, %c : f32
  return %r : f32
}

func.func @maximumf_nan_stays(%x: f32) -> (f32) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.maximumf %x, %c : f32
  return %r : f32
}

func.func @remf_constants() -> (f32) {
  %c = arith.constant 3.0 : f32
  %d = arith.constant -7.5 : f32
  %r = arith.remf %d, %c : f32
  return %r : f32
}

func.func @cmpf_true(%x: f32, %y: f32) -> (i1) {
  %r = arith.cmpf true, %x, %y : f32
  return %r : i1
}

func.func @cmpf_false(%x: f32, %y: f32) -> (i1) {
  %r = arith.cmpf false, %x, %y : f32
  return %r : i1
}

func.func @cmpf_nan_ordered(%x: f32) -> (i1) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf olt, %x, %c : f32
  return %r : i1
}

func.func @cmpf_nan_unordered(%x: f32) -> (i1) {
  %c = arith.constant 0x7FC00000 : f32
  %r = arith.cmpf ult, %x, %c : f32
  return %r : i1
}

func.func @cmpf_constants() -> (i1) {
  %c = arith.constant -0.0 : f32
  %d = arith.constant 0.0 : f32
  %r = arith.cmpf oeq, %c, %d : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_oeq_3_0(%x: i8) -> (i1) {
  %c = arith.constant 3.0 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf oeq, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_ogt_3_5(%x: i8) -> (i1) {
  %c = arith.constant 3.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf ogt, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_olt_3_5(%x: i8) -> (i1) {
  %c = arith.constant 3.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf olt, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_uge_minus1_0(%x: i8) -> (i1) {
  %c = arith.constant -1.0 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf uge, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_one_2_5(%x: i8) -> (i1) {
  %c = arith.constant 2.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf one, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_oeq_2_5(%x: i8) -> (i1) {
  %c = arith.constant 2.5 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf oeq, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_ord_2_0(%x: i8) -> (i1) {
  %c = arith.constant 2.0 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf ord, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_sitofp_ule_1_0e10(%x: i8) -> (i1) {
  %c = arith.constant 1.0e10 : f32
  %a = arith.sitofp %x : i8 to f32
  %r = arith.cmpf ule, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_uitofp_oeq_3_0(%x: i8) -> (i1) {
  %c = arith.constant 3.0 : f32
  %a = arith.uitofp %x : i8 to f32
  %r = arith.cmpf oeq, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_uitofp_ogt_3_5(%x: i8) -> (i1) {
  %c = arith.constant 3.5 : f32
  %a = arith.uitofp %x : i8 to f32
  %r = arith.cmpf ogt, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_uitofp_olt_minus1_0(%x: i8) -> (i1) {
  %c = arith.constant -1.0 : f32
  %a = arith.uitofp %x : i8 to f32
  %r = arith.cmpf olt, %a, %c : f32
  return %r : i1
}

func.func @cmpf_of_uitofp_uge_256_0(%x: i8) -> (i1) {
  %c = arith.constant 256.0 : f32
  %a = arith.uitofp %x : i8 to f32
  %r = arith.cmpf uge, %a, %c : f32
  return %r : i1
}

func.func @addf_constants() -> (f32) {
  %c = arith.constant 0.5 : f32
  %d = arith.constant 0.25 : f32
  %r = arith.addf %c, %d : f32
  return %r : f32
}

func.func @mulf_splats() -> (vector<4xf32>) {
  %c = arith.constant dense<0.5> : vector<4xf32>
  %d = arith.constant dense<4.0> : vector<4xf32>
  %r = arith.mulf %c, %d : vector<4xf32>
  return %r : vector<4xf32>
}

func.func @shli_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}

func.func @shli_too_far(%x: i32) -> (i32) {
  %c = arith.constant 32 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}

func.func @shli_constants() -> (i32) {
  %c = arith.constant -9 : i32
  %d = arith.constant 3 : i32
  %r = arith.shli %c, %d : i32
  return %r : i32
}

func.func @shrui_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.shrui %x, %c : i32
  return %r : i32
}

func.func @shrui_too_far(%x: i32) -> (i32) {
  %c = arith.constant 32 : i32
  %r = arith.shrui %x, %c : i32
  return %r : i32
}

func.func @shrui_constants() -> (i32) {
  %c = arith.constant -9 : i32
  %d = arith.constant 3 : i32
  %r = arith.shrui %c, %d : i32
  return %r : i32
}

func.func @shrsi_zero(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.shrsi %x, %c : i32
  return %r : i32
}

func.func @shrsi_too_far(%x: i32) -> (i32) {
  %c = arith.constant 32 : i32
  %r = arith.shrsi %x, %c : i32
  return %r : i32
}

func.func @shrsi_constants() -> (i32) {
  %c = arith.constant -9 : i32
  %d = arith.constant 3 : i32
  %r = arith.shrsi %c, %d : i32
  return %r : i32
}

func.func @maxsi_self(%x: i32) -> (i32) {
  %r = arith.maxsi %x, %x : i32
  return %r : i32
}

func.func @maxsi_absorbing(%x: i32) -> (i32) {
  %c = arith.constant 2147483647 : i32
  %r = arith.maxsi %x, %c : i32
  return %r : i32
}

func.func @maxsi_neutral(%x: i32) -> (i32) {
  %c = arith.constant -2147483648 : i32
  %r = arith.maxsi %x, %c : i32
  return %r : i32
}

func.func @minsi_self(%x: i32) -> (i32) {
  %r = arith.minsi %x, %x : i32
  return %r : i32
}

func.func @minsi_absorbing(%x: i32) -> (i32) {
  %c = arith.constant -2147483648 : i32
  %r = arith.minsi %x, %c : i32
  return %r : i32
}

func.func @minsi_neutral(%x: i32) -> (i32) {
  %c = arith.constant 2147483647 : i32
  %r = arith.minsi %x, %c : i32
  return %r : i32
}

func.func @maxui_self(%x: i32) -> (i32) {
  %r = arith.maxui %x, %x : i32
  return %r : i32
}

func.func @maxui_absorbing(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %r = arith.maxui %x, %c : i32
  return %r : i32
}

func.func @maxui_neutral(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.maxui %x, %c : i32
  return %r : i32
}

func.func @minui_self(%x: i32) -> (i32) {
  %r = arith.minui %x, %x : i32
  return %r : i32
}

func.func @minui_absorbing(%x: i32) -> (i32) {
  %c = arith.constant 0 : i32
  %r = arith.minui %x, %c : i32
  return %r : i32
}

func.func @minui_neutral(%x: i32) -> (i32) {
  %c = arith.constant -1 : i32
  %r = arith.minui %x, %c : i32
  return %r : i32
}

func.func @maxsi_maxsi_constants(%x: i32) -> (i32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %a = arith.maxsi %x, %c : i32
  %r = arith.maxsi %a, %d : i32
  return %r : i32
}

func.func @addui_extended_zero(%x: i32) -> (i32, i1) {
  %c = arith.constant 0 : i32
  %r, %o = arith.addui_extended %x, %c : i32, i1
  return %r, %o : i32, i1
}

func.func @addui_extended_unused(%x: i32, %y: i32) -> (i32) {
  %r, %o = arith.addui_extended %x, %y : i32, i1
  return %r : i32
}

func.func @addui_extended_constants() -> (i32, i1) {
  %c = arith.constant -1 : i32
  %d = arith.constant 2 : i32
  %r, %o = arith.addui_extended %c, %d : i32, i1
  return %r, %o : i32, i1
}

func.func @mulsi_extended_zero(%x: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r, %o = arith.mulsi_extended %x, %c : i32
  return %r, %o : i32, i32
}

func.func @mulsi_extended_one(%x: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r, %o = arith.mulsi_extended %x, %c : i32
  return %r, %o : i32, i32
}

func.func @mulsi_extended_unused(%x: i32, %y: i32) -> (i32) {
  %r, %o = arith.mulsi_extended %x, %y : i32
  return %r : i32
}

func.func @mulsi_extended_one_i1(%x: i1) -> (i1, i1) {
  %c = arith.constant true
  %r, %o = arith.mulsi_extended %x, %c : i1
  return %r, %o : i1, i1
}

func.func @mului_extended_zero(%x: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %r, %o = arith.mului_extended %x, %c : i32
  return %r, %o : i32, i32
}

func.func @mului_extended_one(%x: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r, %o = arith.mului_extended %x, %c : i32
  return %r, %o : i32, i32
}

func.func @mului_extended_unused(%x: i32, %y: i32) -> (i32) {
  %r, %o = arith.mului_extended %x, %y : i32
  return %r : i32
}

func.func @mulsi_extended_constants() -> (i32, i32) {
  %c = arith.constant -1 : i32
  %d = arith.constant 2 : i32
  %r, %o = arith.mulsi_extended %c, %d : i32
  return %r, %o : i32, i32
}

func.func @add_tensors_of_constants() -> (tensor<2xi32>) {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[3, 4]> : tensor<2xi32>
  %r = arith.addi %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @add_scalable_splats() -> (vector<[4]xi32>) {
  %a = arith.constant dense<1> : vector<[4]xi32>
  %b = arith.constant dense<2> : vector<[4]xi32>
  %r = arith.addi %a, %b : vector<[4]xi32>
  return %r : vector<[4]xi32>
}


func.func @mul_mul_constants_that_wrap_nsw(%x: i8) -> (i8) {
  %c = arith.constant 8 : i8
  %d = arith.constant 16 : i8
  %a = arith.muli %x, %c overflow<nsw> : i8
  %r = arith.muli %a, %d overflow<nsw> : i8
  return %r : i8
}
