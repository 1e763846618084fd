// Conversions, with flags and rounding modes.

func.func @plain(%i8: i8, %i32: i32, %i64: i64, %i: index, %h: f16, %f: f32, %d: f64, %b: bf16, %vi: vector<4xi32>, %vf: vector<4xf32>, %m: memref<4xi32>, %mi: memref<4xindex>, %e: f8E8M0FNU, %q: f4E2M1FN) {
  %r0 = arith.extui %i8 : i8 to i32
  %r1 = arith.extsi %i8 : i8 to i64
  %r2 = arith.extsi %vi : vector<4xi32> to vector<4xi64>
  %r3 = arith.trunci %i64 : i64 to i32
  %r4 = arith.trunci %i64 overflow<nsw> : i64 to i1
  %r5 = arith.trunci %vi overflow<nsw, nuw> {a} : vector<4xi32> to vector<4xi8>
  %r6 = arith.extf %h : f16 to f32
  %r7 = arith.extf %f fastmath<contract> : f32 to f64
  %r8 = arith.extf %b fastmath<none> : bf16 to f64
  %r9 = arith.truncf %d : f64 to f32
  %r10 = arith.truncf %d fastmath<fast> : f64 to bf16
  %r11 = arith.truncf %d to_nearest_even : f64 to f32
  %r12 = arith.truncf %d downward : f64 to f32
  %r13 = arith.truncf %d upward : f64 to f32
  %r14 = arith.truncf %d toward_zero : f64 to f16
  %r15 = arith.truncf %d to_nearest_away fastmath<nnan> {x = 1 : i8} : f64 to f32
  %r16 = arith.scaling_extf %q, %e : f4E2M1FN, f8E8M0FNU to f32
  %r17 = arith.scaling_extf %q, %e fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
  %r18 = arith.scaling_truncf %f, %e : f32, f8E8M0FNU to f4E2M1FN
  %r19 = arith.scaling_truncf %f, %e to_nearest_even fastmath<nsz> : f32, f8E8M0FNU to f4E2M1FN
  %r20 = arith.uitofp %i32 : i32 to f32
  %r21 = arith.uitofp %vi : vector<4xi32> to vector<4xf64>
  %r22 = arith.sitofp %i64 : i64 to f64
  %r23 = arith.sitofp %i8 : i8 to f16
  %r24 = arith.fptoui %f : f32 to i32
  %r25 = arith.fptosi %vf : vector<4xf32> to vector<4xi16>
  %r26 = arith.fptosi %d : f64 to i128
  %r27 = arith.index_cast %i : index to i64
  %r28 = arith.index_cast %i32 : i32 to index
  %r29 = arith.index_cast %vi : vector<4xi32> to vector<4xindex>
  %r30 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  %r31 = arith.index_castui %i : index to i32
  %r32 = arith.index_castui %i64 {a = "b"} : i64 to index
  %r33 = arith.bitcast %f : f32 to i32
  %r34 = arith.bitcast %i64 : i64 to f64
  %r35 = arith.bitcast %vf : vector<4xf32> to vector<4xi32>
  %r36 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  %r37 = arith.bitcast %h : f16 to bf16
  return
}

func.func @loop(%i8: i8, %i32: i32, %i64: i64, %i: index, %h: f16, %f: f32, %d: f64, %b: bf16, %vi: vector<4xi32>, %vf: vector<4xf32>, %m: memref<4xi32>, %mi: memref<4xindex>, %e: f8E8M0FNU, %q: f4E2M1FN) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = arith.extui %i8 : i8 to i32
      %r1 = arith.extsi %i8 : i8 to i64
      %r2 = arith.extsi %vi : vector<4xi32> to vector<4xi64>
      %r3 = arith.trunci %i64 : i64 to i32
      %r4 = arith.trunci %i64 overflow<nsw> : i64 to i1
      %r5 = arith.trunci %vi overflow<nsw, nuw> {a} : vector<4xi32> to vector<4xi8>
      %r6 = arith.extf %h : f16 to f32
      %r7 = arith.extf %f fastmath<contract> : f32 to f64
      %r8 = arith.extf %b fastmath<none> : bf16 to f64
      %r9 = arith.truncf %d : f64 to f32
      %r10 = arith.truncf %d fastmath<fast> : f64 to bf16
      %r11 = arith.truncf %d to_nearest_even : f64 to f32
      %r12 = arith.truncf %d downward : f64 to f32
      %r13 = arith.truncf %d upward : f64 to f32
      %r14 = arith.truncf %d toward_zero : f64 to f16
      %r15 = arith.truncf %d to_nearest_away fastmath<nnan> {x = 1 : i8} : f64 to f32
      %r16 = arith.scaling_extf %q, %e : f4E2M1FN, f8E8M0FNU to f32
      %r17 = arith.scaling_extf %q, %e fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
      %r18 = arith.scaling_truncf %f, %e : f32, f8E8M0FNU to f4E2M1FN
      %r19 = arith.scaling_truncf %f, %e to_nearest_even fastmath<nsz> : f32, f8E8M0FNU to f4E2M1FN
      %r20 = arith.uitofp %i32 : i32 to f32
      %r21 = arith.uitofp %vi : vector<4xi32> to vector<4xf64>
      %r22 = arith.sitofp %i64 : i64 to f64
      %r23 = arith.sitofp %i8 : i8 to f16
      %r24 = arith.fptoui %f : f32 to i32
      %r25 = arith.fptosi %vf : vector<4xf32> to vector<4xi16>
      %r26 = arith.fptosi %d : f64 to i128
      %r27 = arith.index_cast %i : index to i64
      %r28 = arith.index_cast %i32 : i32 to index
      %r29 = arith.index_cast %vi : vector<4xi32> to vector<4xindex>
      %r30 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
      %r31 = arith.index_castui %i : index to i32
      %r32 = arith.index_castui %i64 {a = "b"} : i64 to index
      %r33 = arith.bitcast %f : f32 to i32
      %r34 = arith.bitcast %i64 : i64 to f64
      %r35 = arith.bitcast %vf : vector<4xf32> to vector<4xi32>
      %r36 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
      %r37 = arith.bitcast %h : f16 to bf16
    }
  }
  return
}

func.func @task(%i8: i8, %i32: i32, %i64: i64, %i: index, %h: f16, %f: f32, %d: f64, %b: bf16, %vi: vector<4xi32>, %vf: vector<4xf32>, %m: memref<4xi32>, %mi: memref<4xindex>, %e: f8E8M0FNU, %q: f4E2M1FN) {
  %token = async.execute {
    %r0 = arith.extui %i8 : i8 to i32
    %r1 = arith.extsi %i8 : i8 to i64
    %r2 = arith.extsi %vi : vector<4xi32> to vector<4xi64>
    %r3 = arith.trunci %i64 : i64 to i32
    %r4 = arith.trunci %i64 overflow<nsw> : i64 to i1
    %r5 = arith.trunci %vi overflow<nsw, nuw> {a} : vector<4xi32> to vector<4xi8>
    %r6 = arith.extf %h : f16 to f32
    %r7 = arith.extf %f fastmath<contract> : f32 to f64
    %r8 = arith.extf %b fastmath<none> : bf16 to f64
    %r9 = arith.truncf %d : f64 to f32
    %r10 = arith.truncf %d fastmath<fast> : f64 to bf16
    %r11 = arith.truncf %d to_nearest_even : f64 to f32
    %r12 = arith.truncf %d downward : f64 to f32
    %r13 = arith.truncf %d upward : f64 to f32
    %r14 = arith.truncf %d toward_zero : f64 to f16
    %r15 = arith.truncf %d to_nearest_away fastmath<nnan> {x = 1 : i8} : f64 to f32
    %r16 = arith.scaling_extf %q, %e : f4E2M1FN, f8E8M0FNU to f32
    %r17 = arith.scaling_extf %q, %e fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
    %r18 = arith.scaling_truncf %f, %e : f32, f8E8M0FNU to f4E2M1FN
    %r19 = arith.scaling_truncf %f, %e to_nearest_even fastmath<nsz> : f32, f8E8M0FNU to f4E2M1FN
    %r20 = arith.uitofp %i32 : i32 to f32
    %r21 = arith.uitofp %vi : vector<4xi32> to vector<4xf64>
    %r22 = arith.sitofp %i64 : i64 to f64
    %r23 = arith.sitofp %i8 : i8 to f16
    %r24 = arith.fptoui %f : f32 to i32
    %r25 = arith.fptosi %vf : vector<4xf32> to vector<4xi16>
    %r26 = arith.fptosi %d : f64 to i128
    %r27 = arith.index_cast %i : index to i64
    %r28 = arith.index_cast %i32 : i32 to index
    %r29 = arith.index_cast %vi : vector<4xi32> to vector<4xindex>
    %r30 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
    %r31 = arith.index_castui %i : index to i32
    %r32 = arith.index_castui %i64 {a = "b"} : i64 to index
    %r33 = arith.bitcast %f : f32 to i32
    %r34 = arith.bitcast %i64 : i64 to f64
    %r35 = arith.bitcast %vf : vector<4xf32> to vector<4xi32>
    %r36 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
    %r37 = arith.bitcast %h : f16 to bf16
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%i8: i8, %i32: i32, %i64: i64, %i: index, %h: f16, %f: f32, %d: f64, %b: bf16, %vi: vector<4xi32>, %vf: vector<4xf32>, %m: memref<4xi32>, %mi: memref<4xindex>, %e: f8E8M0FNU, %q: f4E2M1FN) -> !async.token {
  %r0 = arith.extui %i8 : i8 to i32
  %r1 = arith.extsi %i8 : i8 to i64
  %r2 = arith.extsi %vi : vector<4xi32> to vector<4xi64>
  %r3 = arith.trunci %i64 : i64 to i32
  %r4 = arith.trunci %i64 overflow<nsw> : i64 to i1
  %r5 = arith.trunci %vi overflow<nsw, nuw> {a} : vector<4xi32> to vector<4xi8>
  %r6 = arith.extf %h : f16 to f32
  %r7 = arith.extf %f fastmath<contract> : f32 to f64
  %r8 = arith.extf %b fastmath<none> : bf16 to f64
  %r9 = arith.truncf %d : f64 to f32
  %r10 = arith.truncf %d fastmath<fast> : f64 to bf16
  %r11 = arith.truncf %d to_nearest_even : f64 to f32
  %r12 = arith.truncf %d downward : f64 to f32
  %r13 = arith.truncf %d upward : f64 to f32
  %r14 = arith.truncf %d toward_zero : f64 to f16
  %r15 = arith.truncf %d to_nearest_away fastmath<nnan> {x = 1 : i8} : f64 to f32
  %r16 = arith.scaling_extf %q, %e : f4E2M1FN, f8E8M0FNU to f32
  %r17 = arith.scaling_extf %q, %e fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
  %r18 = arith.scaling_truncf %f, %e : f32, f8E8M0FNU to f4E2M1FN
  %r19 = arith.scaling_truncf %f, %e to_nearest_even fastmath<nsz> : f32, f8E8M0FNU to f4E2M1FN
  %r20 = arith.uitofp %i32 : i32 to f32
  %r21 = arith.uitofp %vi : vector<4xi32> to vector<4xf64>
  %r22 = arith.sitofp %i64 : i64 to f64
  %r23 = arith.sitofp %i8 : i8 to f16
  %r24 = arith.fptoui %f : f32 to i32
  %r25 = arith.fptosi %vf : vector<4xf32> to vector<4xi16>
  %r26 = arith.fptosi %d : f64 to i128
  %r27 = arith.index_cast %i : index to i64
  %r28 = arith.index_cast %i32 : i32 to index
  %r29 = arith.index_cast %vi : vector<4xi32> to vector<4xindex>
  %r30 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  %r31 = arith.index_castui %i : index to i32
  %r32 = arith.index_castui %i64 {a = "b"} : i64 to index
  %r33 = arith.bitcast %f : f32 to i32
  %r34 = arith.bitcast %i64 : i64 to f64
  %r35 = arith.bitcast %vf : vector<4xf32> to vector<4xi32>
  %r36 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  %r37 = arith.bitcast %h : f16 to bf16
  return
}
