// Complex numbers and poison.

func.func @plain(%z: complex<f64>, %w: complex<f32>, %x: f64, %i: i32, %j: i64) {
  %r0 = complex.conj %z : complex<f64>
  %r1 = complex.conj %w fastmath<fast> : complex<f32>
  %r2 = complex.cos %z : complex<f64>
  %r3 = complex.cos %w fastmath<fast> : complex<f32>
  %r4 = complex.exp %z : complex<f64>
  %r5 = complex.exp %w fastmath<fast> : complex<f32>
  %r6 = complex.expm1 %z : complex<f64>
  %r7 = complex.expm1 %w fastmath<fast> : complex<f32>
  %r8 = complex.log %z : complex<f64>
  %r9 = complex.log %w fastmath<fast> : complex<f32>
  %r10 = complex.log1p %z : complex<f64>
  %r11 = complex.log1p %w fastmath<fast> : complex<f32>
  %r12 = complex.neg %z : complex<f64>
  %r13 = complex.neg %w fastmath<fast> : complex<f32>
  %r14 = complex.rsqrt %z : complex<f64>
  %r15 = complex.rsqrt %w fastmath<fast> : complex<f32>
  %r16 = complex.sign %z : complex<f64>
  %r17 = complex.sign %w fastmath<fast> : complex<f32>
  %r18 = complex.sin %z : complex<f64>
  %r19 = complex.sin %w fastmath<fast> : complex<f32>
  %r20 = complex.sqrt %z : complex<f64>
  %r21 = complex.sqrt %w fastmath<fast> : complex<f32>
  %r22 = complex.tan %z : complex<f64>
  %r23 = complex.tan %w fastmath<fast> : complex<f32>
  %r24 = complex.tanh %z : complex<f64>
  %r25 = complex.tanh %w fastmath<fast> : complex<f32>
  %r26 = complex.abs %z : complex<f64>
  %r27 = complex.abs %w fastmath<fast> : complex<f32>
  %r28 = complex.angle %z : complex<f64>
  %r29 = complex.angle %w fastmath<fast> : complex<f32>
  %r30 = complex.re %z : complex<f64>
  %r31 = complex.re %w fastmath<fast> : complex<f32>
  %r32 = complex.im %z : complex<f64>
  %r33 = complex.im %w fastmath<fast> : complex<f32>
  %r34 = complex.add %z, %z : complex<f64>
  %r35 = complex.add %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r36 = complex.sub %z, %z : complex<f64>
  %r37 = complex.sub %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r38 = complex.mul %z, %z : complex<f64>
  %r39 = complex.mul %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r40 = complex.div %z, %z : complex<f64>
  %r41 = complex.div %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r42 = complex.pow %z, %z : complex<f64>
  %r43 = complex.pow %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r44 = complex.atan2 %z, %z : complex<f64>
  %r45 = complex.atan2 %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r46 = complex.eq %z, %z : complex<f64>
  %r47 = complex.neq %w, %w : complex<f32>
  %r48 = complex.powi %z, %i : complex<f64>, i32
  %r49 = complex.powi %z, %j fastmath<fast> : complex<f64>, i64
  %r50 = complex.create %x, %x : complex<f64>
  %r51 = complex.constant [1.0 : f64, -2.5 : f64] : complex<f64>
  %r52 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  %r53 = complex.constant [0x7F800000 : f32, 0.0 : f32] : complex<f32>
  %r54 = complex.bitcast %w : complex<f32> to i64
  %r55 = complex.bitcast %j : i64 to complex<f32>
  %r56 = complex.bitcast %x {note} : f64 to complex<f32>
  %r57 = ub.poison : i32
  %r58 = ub.poison {note} : vector<4xf32>
  %r59 = ub.poison : memref<4xf32>
  %r60 = ub.poison <#ub.poison> : !async.token
  return
}

func.func @loop(%z: complex<f64>, %w: complex<f32>, %x: f64, %i: i32, %j: i64) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = complex.conj %z : complex<f64>
      %r1 = complex.conj %w fastmath<fast> : complex<f32>
      %r2 = complex.cos %z : complex<f64>
      %r3 = complex.cos %w fastmath<fast> : complex<f32>
      %r4 = complex.exp %z : complex<f64>
      %r5 = complex.exp %w fastmath<fast> : complex<f32>
      %r6 = complex.expm1 %z : complex<f64>
      %r7 = complex.expm1 %w fastmath<fast> : complex<f32>
      %r8 = complex.log %z : complex<f64>
      %r9 = complex.log %w fastmath<fast> : complex<f32>
      %r10 = complex.log1p %z : complex<f64>
      %r11 = complex.log1p %w fastmath<fast> : complex<f32>
      %r12 = complex.neg %z : complex<f64>
      %r13 = complex.neg %w fastmath<fast> : complex<f32>
      %r14 = complex.rsqrt %z : complex<f64>
      %r15 = complex.rsqrt %w fastmath<fast> : complex<f32>
      %r16 = complex.sign %z : complex<f64>
      %r17 = complex.sign %w fastmath<fast> : complex<f32>
      %r18 = complex.sin %z : complex<f64>
      %r19 = complex.sin %w fastmath<fast> : complex<f32>
      %r20 = complex.sqrt %z : complex<f64>
      %r21 = complex.sqrt %w fastmath<fast> : complex<f32>
      %r22 = complex.tan %z : complex<f64>
      %r23 = complex.tan %w fastmath<fast> : complex<f32>
      %r24 = complex.tanh %z : complex<f64>
      %r25 = complex.tanh %w fastmath<fast> : complex<f32>
      %r26 = complex.abs %z : complex<f64>
      %r27 = complex.abs %w fastmath<fast> : complex<f32>
      %r28 = complex.angle %z : complex<f64>
      %r29 = complex.angle %w fastmath<fast> : complex<f32>
      %r30 = complex.re %z : complex<f64>
      %r31 = complex.re %w fastmath<fast> : complex<f32>
      %r32 = complex.im %z : complex<f64>
      %r33 = complex.im %w fastmath<fast> : complex<f32>
      %r34 = complex.add %z, %z : complex<f64>
      %r35 = complex.add %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r36 = complex.sub %z, %z : complex<f64>
      %r37 = complex.sub %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r38 = complex.mul %z, %z : complex<f64>
      %r39 = complex.mul %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r40 = complex.div %z, %z : complex<f64>
      %r41 = complex.div %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r42 = complex.pow %z, %z : complex<f64>
      %r43 = complex.pow %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r44 = complex.atan2 %z, %z : complex<f64>
      %r45 = complex.atan2 %w, %w fastmath<nnan,contract> {note} : complex<f32>
      %r46 = complex.eq %z, %z : complex<f64>
      %r47 = complex.neq %w, %w : complex<f32>
      %r48 = complex.powi %z, %i : complex<f64>, i32
      %r49 = complex.powi %z, %j fastmath<fast> : complex<f64>, i64
      %r50 = complex.create %x, %x : complex<f64>
      %r51 = complex.constant [1.0 : f64, -2.5 : f64] : complex<f64>
      %r52 = complex.constant [1 : i32, 2 : i32] : complex<i32>
      %r53 = complex.constant [0x7F800000 : f32, 0.0 : f32] : complex<f32>
      %r54 = complex.bitcast %w : complex<f32> to i64
      %r55 = complex.bitcast %j : i64 to complex<f32>
      %r56 = complex.bitcast %x {note} : f64 to complex<f32>
      %r57 = ub.poison : i32
      %r58 = ub.poison {note} : vector<4xf32>
      %r59 = ub.poison : memref<4xf32>
      %r60 = ub.poison <#ub.poison> : !async.token
    }
  }
  return
}

func.func @task(%z: complex<f64>, %w: complex<f32>, %x: f64, %i: i32, %j: i64) {
  %token = async.execute {
    %r0 = complex.conj %z : complex<f64>
    %r1 = complex.conj %w fastmath<fast> : complex<f32>
    %r2 = complex.cos %z : complex<f64>
    %r3 = complex.cos %w fastmath<fast> : complex<f32>
    %r4 = complex.exp %z : complex<f64>
    %r5 = complex.exp %w fastmath<fast> : complex<f32>
    %r6 = complex.expm1 %z : complex<f64>
    %r7 = complex.expm1 %w fastmath<fast> : complex<f32>
    %r8 = complex.log %z : complex<f64>
    %r9 = complex.log %w fastmath<fast> : complex<f32>
    %r10 = complex.log1p %z : complex<f64>
    %r11 = complex.log1p %w fastmath<fast> : complex<f32>
    %r12 = complex.neg %z : complex<f64>
    %r13 = complex.neg %w fastmath<fast> : complex<f32>
    %r14 = complex.rsqrt %z : complex<f64>
    %r15 = complex.rsqrt %w fastmath<fast> : complex<f32>
    %r16 = complex.sign %z : complex<f64>
    %r17 = complex.sign %w fastmath<fast> : complex<f32>
    %r18 = complex.sin %z : complex<f64>
    %r19 = complex.sin %w fastmath<fast> : complex<f32>
    %r20 = complex.sqrt %z : complex<f64>
    %r21 = complex.sqrt %w fastmath<fast> : complex<f32>
    %r22 = complex.tan %z : complex<f64>
    %r23 = complex.tan %w fastmath<fast> : complex<f32>
    %r24 = complex.tanh %z : complex<f64>
    %r25 = complex.tanh %w fastmath<fast> : complex<f32>
    %r26 = complex.abs %z : complex<f64>
    %r27 = complex.abs %w fastmath<fast> : complex<f32>
    %r28 = complex.angle %z : complex<f64>
    %r29 = complex.angle %w fastmath<fast> : complex<f32>
    %r30 = complex.re %z : complex<f64>
    %r31 = complex.re %w fastmath<fast> : complex<f32>
    %r32 = complex.im %z : complex<f64>
    %r33 = complex.im %w fastmath<fast> : complex<f32>
    %r34 = complex.add %z, %z : complex<f64>
    %r35 = complex.add %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r36 = complex.sub %z, %z : complex<f64>
    %r37 = complex.sub %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r38 = complex.mul %z, %z : complex<f64>
    %r39 = complex.mul %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r40 = complex.div %z, %z : complex<f64>
    %r41 = complex.div %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r42 = complex.pow %z, %z : complex<f64>
    %r43 = complex.pow %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r44 = complex.atan2 %z, %z : complex<f64>
    %r45 = complex.atan2 %w, %w fastmath<nnan,contract> {note} : complex<f32>
    %r46 = complex.eq %z, %z : complex<f64>
    %r47 = complex.neq %w, %w : complex<f32>
    %r48 = complex.powi %z, %i : complex<f64>, i32
    %r49 = complex.powi %z, %j fastmath<fast> : complex<f64>, i64
    %r50 = complex.create %x, %x : complex<f64>
    %r51 = complex.constant [1.0 : f64, -2.5 : f64] : complex<f64>
    %r52 = complex.constant [1 : i32, 2 : i32] : complex<i32>
    %r53 = complex.constant [0x7F800000 : f32, 0.0 : f32] : complex<f32>
    %r54 = complex.bitcast %w : complex<f32> to i64
    %r55 = complex.bitcast %j : i64 to complex<f32>
    %r56 = complex.bitcast %x {note} : f64 to complex<f32>
    %r57 = ub.poison : i32
    %r58 = ub.poison {note} : vector<4xf32>
    %r59 = ub.poison : memref<4xf32>
    %r60 = ub.poison <#ub.poison> : !async.token
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%z: complex<f64>, %w: complex<f32>, %x: f64, %i: i32, %j: i64) -> !async.token {
  %r0 = complex.conj %z : complex<f64>
  %r1 = complex.conj %w fastmath<fast> : complex<f32>
  %r2 = complex.cos %z : complex<f64>
  %r3 = complex.cos %w fastmath<fast> : complex<f32>
  %r4 = complex.exp %z : complex<f64>
  %r5 = complex.exp %w fastmath<fast> : complex<f32>
  %r6 = complex.expm1 %z : complex<f64>
  %r7 = complex.expm1 %w fastmath<fast> : complex<f32>
  %r8 = complex.log %z : complex<f64>
  %r9 = complex.log %w fastmath<fast> : complex<f32>
  %r10 = complex.log1p %z : complex<f64>
  %r11 = complex.log1p %w fastmath<fast> : complex<f32>
  %r12 = complex.neg %z : complex<f64>
  %r13 = complex.neg %w fastmath<fast> : complex<f32>
  %r14 = complex.rsqrt %z : complex<f64>
  %r15 = complex.rsqrt %w fastmath<fast> : complex<f32>
  %r16 = complex.sign %z : complex<f64>
  %r17 = complex.sign %w fastmath<fast> : complex<f32>
  %r18 = complex.sin %z : complex<f64>
  %r19 = complex.sin %w fastmath<fast> : complex<f32>
  %r20 = complex.sqrt %z : complex<f64>
  %r21 = complex.sqrt %w fastmath<fast> : complex<f32>
  %r22 = complex.tan %z : complex<f64>
  %r23 = complex.tan %w fastmath<fast> : complex<f32>
  %r24 = complex.tanh %z : complex<f64>
  %r25 = complex.tanh %w fastmath<fast> : complex<f32>
  %r26 = complex.abs %z : complex<f64>
  %r27 = complex.abs %w fastmath<fast> : complex<f32>
  %r28 = complex.angle %z : complex<f64>
  %r29 = complex.angle %w fastmath<fast> : complex<f32>
  %r30 = complex.re %z : complex<f64>
  %r31 = complex.re %w fastmath<fast> : complex<f32>
  %r32 = complex.im %z : complex<f64>
  %r33 = complex.im %w fastmath<fast> : complex<f32>
  %r34 = complex.add %z, %z : complex<f64>
  %r35 = complex.add %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r36 = complex.sub %z, %z : complex<f64>
  %r37 = complex.sub %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r38 = complex.mul %z, %z : complex<f64>
  %r39 = complex.mul %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r40 = complex.div %z, %z : complex<f64>
  %r41 = complex.div %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r42 = complex.pow %z, %z : complex<f64>
  %r43 = complex.pow %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r44 = complex.atan2 %z, %z : complex<f64>
  %r45 = complex.atan2 %w, %w fastmath<nnan,contract> {note} : complex<f32>
  %r46 = complex.eq %z, %z : complex<f64>
  %r47 = complex.neq %w, %w : complex<f32>
  %r48 = complex.powi %z, %i : complex<f64>, i32
  %r49 = complex.powi %z, %j fastmath<fast> : complex<f64>, i64
  %r50 = complex.create %x, %x : complex<f64>
  %r51 = complex.constant [1.0 : f64, -2.5 : f64] : complex<f64>
  %r52 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  %r53 = complex.constant [0x7F800000 : f32, 0.0 : f32] : complex<f32>
  %r54 = complex.bitcast %w : complex<f32> to i64
  %r55 = complex.bitcast %j : i64 to complex<f32>
  %r56 = complex.bitcast %x {note} : f64 to complex<f32>
  %r57 = ub.poison : i32
  %r58 = ub.poison {note} : vector<4xf32>
  %r59 = ub.poison : memref<4xf32>
  %r60 = ub.poison <#ub.poison> : !async.token
  return
}

func.func @never() {
  ub.unreachable
}

func.func @maybe(%c: i1) {
  cf.cond_br %c, ^on, ^never
^on:
  return
^never:
  ub.unreachable {note}
}

async.func @never_hot(%c: i1) -> !async.token {
  cf.cond_br %c, ^on, ^never
^on:
  return
^never:
  ub.unreachable
}
