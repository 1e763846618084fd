// Integer ops: each with each of its flags, on four types, one of them in each context.
func.func @plain(%a: i32, %b: i32, %c: i1) {
  %r0 = arith.addi %a, %b : i32
  %r1 = arith.addi %a, %b overflow<nsw> : i32
  %r2 = arith.addi %a, %b overflow<nuw> : i32
  %r3 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %r4 = arith.subi %a, %b : i32
  %r5 = arith.subi %a, %b overflow<nsw> : i32
  %r6 = arith.subi %a, %b overflow<nuw> : i32
  %r7 = arith.subi %a, %b overflow<nsw, nuw> : i32
  %r8 = arith.muli %a, %b : i32
  %r9 = arith.muli %a, %b overflow<nsw> : i32
  %r10 = arith.muli %a, %b overflow<nuw> : i32
  %r11 = arith.muli %a, %b overflow<nsw, nuw> : i32
  %r12 = arith.shli %a, %b : i32
  %r13 = arith.shli %a, %b overflow<nsw> : i32
  %r14 = arith.shli %a, %b overflow<nuw> : i32
  %r15 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %r16 = arith.divui %a, %b : i32
  %r17 = arith.divui %a, %b exact : i32
  %r18 = arith.divsi %a, %b : i32
  %r19 = arith.divsi %a, %b exact : i32
  %r20 = arith.shrui %a, %b : i32
  %r21 = arith.shrui %a, %b exact : i32
  %r22 = arith.shrsi %a, %b : i32
  %r23 = arith.shrsi %a, %b exact : i32
  %r24 = arith.ceildivui %a, %b : i32
  %r25 = arith.ceildivsi %a, %b : i32
  %r26 = arith.floordivsi %a, %b : i32
  %r27 = arith.remui %a, %b : i32
  %r28 = arith.remsi %a, %b : i32
  %r29 = arith.andi %a, %b : i32
  %r30 = arith.ori %a, %b : i32
  %r31 = arith.xori %a, %b : i32
  %r32 = arith.minsi %a, %b : i32
  %r33 = arith.minui %a, %b : i32
  %r34 = arith.maxsi %a, %b : i32
  %r35 = arith.maxui %a, %b : i32
  %r36, %of = arith.addui_extended %a, %b : i32, i1
  %r37, %hi = arith.mulsi_extended %a, %b : i32
  %r38, %hj = arith.mului_extended %a, %b : i32
  %r39 = arith.cmpi eq, %a, %b : i32
  %r40 = arith.cmpi ne, %a, %b : i32
  %r41 = arith.cmpi slt, %a, %b : i32
  %r42 = arith.cmpi sle, %a, %b : i32
  %r43 = arith.cmpi sgt, %a, %b : i32
  %r44 = arith.cmpi sge, %a, %b : i32
  %r45 = arith.cmpi ult, %a, %b : i32
  %r46 = arith.cmpi ule, %a, %b : i32
  %r47 = arith.cmpi ugt, %a, %b : i32
  %r48 = arith.cmpi uge, %a, %b : i32
  %cond = arith.cmpi eq, %a, %b : i32
  %r49 = arith.select %cond, %a, %b : i32
  %r50 = arith.select %c, %a, %b : i32
  %r51 = arith.addi %a, %b {note = "kept", other} : i32
  return
}

func.func @loop(%a: index, %b: index, %c: i1) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = arith.addi %a, %b : index
      %r1 = arith.addi %a, %b overflow<nsw> : index
      %r2 = arith.addi %a, %b overflow<nuw> : index
      %r3 = arith.addi %a, %b overflow<nsw, nuw> : index
      %r4 = arith.subi %a, %b : index
      %r5 = arith.subi %a, %b overflow<nsw> : index
      %r6 = arith.subi %a, %b overflow<nuw> : index
      %r7 = arith.subi %a, %b overflow<nsw, nuw> : index
      %r8 = arith.muli %a, %b : index
      %r9 = arith.muli %a, %b overflow<nsw> : index
      %r10 = arith.muli %a, %b overflow<nuw> : index
      %r11 = arith.muli %a, %b overflow<nsw, nuw> : index
      %r12 = arith.shli %a, %b : index
      %r13 = arith.shli %a, %b overflow<nsw> : index
      %r14 = arith.shli %a, %b overflow<nuw> : index
      %r15 = arith.shli %a, %b overflow<nsw, nuw> : index
      %r16 = arith.divui %a, %b : index
      %r17 = arith.divui %a, %b exact : index
      %r18 = arith.divsi %a, %b : index
      %r19 = arith.divsi %a, %b exact : index
      %r20 = arith.shrui %a, %b : index
      %r21 = arith.shrui %a, %b exact : index
      %r22 = arith.shrsi %a, %b : index
      %r23 = arith.shrsi %a, %b exact : index
      %r24 = arith.ceildivui %a, %b : index
      %r25 = arith.ceildivsi %a, %b : index
      %r26 = arith.floordivsi %a, %b : index
      %r27 = arith.remui %a, %b : index
      %r28 = arith.remsi %a, %b : index
      %r29 = arith.andi %a, %b : index
      %r30 = arith.ori %a, %b : index
      %r31 = arith.xori %a, %b : index
      %r32 = arith.minsi %a, %b : index
      %r33 = arith.minui %a, %b : index
      %r34 = arith.maxsi %a, %b : index
      %r35 = arith.maxui %a, %b : index
      %r36, %of = arith.addui_extended %a, %b : index, i1
      %r37, %hi = arith.mulsi_extended %a, %b : index
      %r38, %hj = arith.mului_extended %a, %b : index
      %r39 = arith.cmpi eq, %a, %b : index
      %r40 = arith.cmpi ne, %a, %b : index
      %r41 = arith.cmpi slt, %a, %b : index
      %r42 = arith.cmpi sle, %a, %b : index
      %r43 = arith.cmpi sgt, %a, %b : index
      %r44 = arith.cmpi sge, %a, %b : index
      %r45 = arith.cmpi ult, %a, %b : index
      %r46 = arith.cmpi ule, %a, %b : index
      %r47 = arith.cmpi ugt, %a, %b : index
      %r48 = arith.cmpi uge, %a, %b : index
      %cond = arith.cmpi eq, %a, %b : index
      %r49 = arith.select %cond, %a, %b : index
      %r50 = arith.select %c, %a, %b : index
      %r51 = arith.addi %a, %b {note = "kept", other} : index
    }
  }
  return
}

func.func @task(%a: i64, %b: i64, %c: i1) {
  %token = async.execute {
    %r0 = arith.addi %a, %b : i64
    %r1 = arith.addi %a, %b overflow<nsw> : i64
    %r2 = arith.addi %a, %b overflow<nuw> : i64
    %r3 = arith.addi %a, %b overflow<nsw, nuw> : i64
    %r4 = arith.subi %a, %b : i64
    %r5 = arith.subi %a, %b overflow<nsw> : i64
    %r6 = arith.subi %a, %b overflow<nuw> : i64
    %r7 = arith.subi %a, %b overflow<nsw, nuw> : i64
    %r8 = arith.muli %a, %b : i64
    %r9 = arith.muli %a, %b overflow<nsw> : i64
    %r10 = arith.muli %a, %b overflow<nuw> : i64
    %r11 = arith.muli %a, %b overflow<nsw, nuw> : i64
    %r12 = arith.shli %a, %b : i64
    %r13 = arith.shli %a, %b overflow<nsw> : i64
    %r14 = arith.shli %a, %b overflow<nuw> : i64
    %r15 = arith.shli %a, %b overflow<nsw, nuw> : i64
    %r16 = arith.divui %a, %b : i64
    %r17 = arith.divui %a, %b exact : i64
    %r18 = arith.divsi %a, %b : i64
    %r19 = arith.divsi %a, %b exact : i64
    %r20 = arith.shrui %a, %b : i64
    %r21 = arith.shrui %a, %b exact : i64
    %r22 = arith.shrsi %a, %b : i64
    %r23 = arith.shrsi %a, %b exact : i64
    %r24 = arith.ceildivui %a, %b : i64
    %r25 = arith.ceildivsi %a, %b : i64
    %r26 = arith.floordivsi %a, %b : i64
    %r27 = arith.remui %a, %b : i64
    %r28 = arith.remsi %a, %b : i64
    %r29 = arith.andi %a, %b : i64
    %r30 = arith.ori %a, %b : i64
    %r31 = arith.xori %a, %b : i64
    %r32 = arith.minsi %a, %b : i64
    %r33 = arith.minui %a, %b : i64
    %r34 = arith.maxsi %a, %b : i64
    %r35 = arith.maxui %a, %b : i64
    %r36, %of = arith.addui_extended %a, %b : i64, i1
    %r37, %hi = arith.mulsi_extended %a, %b : i64
    %r38, %hj = arith.mului_extended %a, %b : i64
    %r39 = arith.cmpi eq, %a, %b : i64
    %r40 = arith.cmpi ne, %a, %b : i64
    %r41 = arith.cmpi slt, %a, %b : i64
    %r42 = arith.cmpi sle, %a, %b : i64
    %r43 = arith.cmpi sgt, %a, %b : i64
    %r44 = arith.cmpi sge, %a, %b : i64
    %r45 = arith.cmpi ult, %a, %b : i64
    %r46 = arith.cmpi ule, %a, %b : i64
    %r47 = arith.cmpi ugt, %a, %b : i64
    %r48 = arith.cmpi uge, %a, %b : i64
    %cond = arith.cmpi eq, %a, %b : i64
    %r49 = arith.select %cond, %a, %b : i64
    %r50 = arith.select %c, %a, %b : i64
    %r51 = arith.addi %a, %b {note = "kept", other} : i64
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%a: vector<4xi8>, %b: vector<4xi8>, %c: i1) -> !async.token {
  %r0 = arith.addi %a, %b : vector<4xi8>
  %r1 = arith.addi %a, %b overflow<nsw> : vector<4xi8>
  %r2 = arith.addi %a, %b overflow<nuw> : vector<4xi8>
  %r3 = arith.addi %a, %b overflow<nsw, nuw> : vector<4xi8>
  %r4 = arith.subi %a, %b : vector<4xi8>
  %r5 = arith.subi %a, %b overflow<nsw> : vector<4xi8>
  %r6 = arith.subi %a, %b overflow<nuw> : vector<4xi8>
  %r7 = arith.subi %a, %b overflow<nsw, nuw> : vector<4xi8>
  %r8 = arith.muli %a, %b : vector<4xi8>
  %r9 = arith.muli %a, %b overflow<nsw> : vector<4xi8>
  %r10 = arith.muli %a, %b overflow<nuw> : vector<4xi8>
  %r11 = arith.muli %a, %b overflow<nsw, nuw> : vector<4xi8>
  %r12 = arith.shli %a, %b : vector<4xi8>
  %r13 = arith.shli %a, %b overflow<nsw> : vector<4xi8>
  %r14 = arith.shli %a, %b overflow<nuw> : vector<4xi8>
  %r15 = arith.shli %a, %b overflow<nsw, nuw> : vector<4xi8>
  %r16 = arith.divui %a, %b : vector<4xi8>
  %r17 = arith.divui %a, %b exact : vector<4xi8>
  %r18 = arith.divsi %a, %b : vector<4xi8>
  %r19 = arith.divsi %a, %b exact : vector<4xi8>
  %r20 = arith.shrui %a, %b : vector<4xi8>
  %r21 = arith.shrui %a, %b exact : vector<4xi8>
  %r22 = arith.shrsi %a, %b : vector<4xi8>
  %r23 = arith.shrsi %a, %b exact : vector<4xi8>
  %r24 = arith.ceildivui %a, %b : vector<4xi8>
  %r25 = arith.ceildivsi %a, %b : vector<4xi8>
  %r26 = arith.floordivsi %a, %b : vector<4xi8>
  %r27 = arith.remui %a, %b : vector<4xi8>
  %r28 = arith.remsi %a, %b : vector<4xi8>
  %r29 = arith.andi %a, %b : vector<4xi8>
  %r30 = arith.ori %a, %b : vector<4xi8>
  %r31 = arith.xori %a, %b : vector<4xi8>
  %r32 = arith.minsi %a, %b : vector<4xi8>
  %r33 = arith.minui %a, %b : vector<4xi8>
  %r34 = arith.maxsi %a, %b : vector<4xi8>
  %r35 = arith.maxui %a, %b : vector<4xi8>
  %r36, %of = arith.addui_extended %a, %b : vector<4xi8>, vector<4xi1>
  %r37, %hi = arith.mulsi_extended %a, %b : vector<4xi8>
  %r38, %hj = arith.mului_extended %a, %b : vector<4xi8>
  %r39 = arith.cmpi eq, %a, %b : vector<4xi8>
  %r40 = arith.cmpi ne, %a, %b : vector<4xi8>
  %r41 = arith.cmpi slt, %a, %b : vector<4xi8>
  %r42 = arith.cmpi sle, %a, %b : vector<4xi8>
  %r43 = arith.cmpi sgt, %a, %b : vector<4xi8>
  %r44 = arith.cmpi sge, %a, %b : vector<4xi8>
  %r45 = arith.cmpi ult, %a, %b : vector<4xi8>
  %r46 = arith.cmpi ule, %a, %b : vector<4xi8>
  %r47 = arith.cmpi ugt, %a, %b : vector<4xi8>
  %r48 = arith.cmpi uge, %a, %b : vector<4xi8>
  %cond = arith.cmpi eq, %a, %b : vector<4xi8>
  %r49 = arith.select %cond, %a, %b : vector<4xi1>, vector<4xi8>
  %r50 = arith.select %c, %a, %b : vector<4xi8>
  %r51 = arith.addi %a, %b {note = "kept", other} : vector<4xi8>
  return
}

