// Elementary functions, on four types.
func.func @plain(%a: f32, %b: f32, %i: i32) {
  %r0 = math.absf %a : f32
  %r1 = math.absf %a fastmath<reassoc> : f32
  %r2 = math.acos %a : f32
  %r3 = math.acos %a fastmath<nnan,ninf> : f32
  %r4 = math.acosh %a : f32
  %r5 = math.acosh %a fastmath<nsz,arcp,contract,afn> : f32
  %r6 = math.asin %a : f32
  %r7 = math.asin %a fastmath<fast> : f32
  %r8 = math.asinh %a : f32
  %r9 = math.asinh %a fastmath<reassoc> : f32
  %r10 = math.atan %a : f32
  %r11 = math.atan %a fastmath<nnan,ninf> : f32
  %r12 = math.atanh %a : f32
  %r13 = math.atanh %a fastmath<nsz,arcp,contract,afn> : f32
  %r14 = math.cbrt %a : f32
  %r15 = math.cbrt %a fastmath<fast> : f32
  %r16 = math.ceil %a : f32
  %r17 = math.ceil %a fastmath<reassoc> : f32
  %r18 = math.cos %a : f32
  %r19 = math.cos %a fastmath<nnan,ninf> : f32
  %r20 = math.cosh %a : f32
  %r21 = math.cosh %a fastmath<nsz,arcp,contract,afn> : f32
  %r22 = math.erf %a : f32
  %r23 = math.erf %a fastmath<fast> : f32
  %r24 = math.erfc %a : f32
  %r25 = math.erfc %a fastmath<reassoc> : f32
  %r26 = math.exp %a : f32
  %r27 = math.exp %a fastmath<nnan,ninf> : f32
  %r28 = math.exp2 %a : f32
  %r29 = math.exp2 %a fastmath<nsz,arcp,contract,afn> : f32
  %r30 = math.expm1 %a : f32
  %r31 = math.expm1 %a fastmath<fast> : f32
  %r32 = math.floor %a : f32
  %r33 = math.floor %a fastmath<reassoc> : f32
  %r34 = math.log %a : f32
  %r35 = math.log %a fastmath<nnan,ninf> : f32
  %r36 = math.log10 %a : f32
  %r37 = math.log10 %a fastmath<nsz,arcp,contract,afn> : f32
  %r38 = math.log1p %a : f32
  %r39 = math.log1p %a fastmath<fast> : f32
  %r40 = math.log2 %a : f32
  %r41 = math.log2 %a fastmath<reassoc> : f32
  %r42 = math.round %a : f32
  %r43 = math.round %a fastmath<nnan,ninf> : f32
  %r44 = math.roundeven %a : f32
  %r45 = math.roundeven %a fastmath<nsz,arcp,contract,afn> : f32
  %r46 = math.rsqrt %a : f32
  %r47 = math.rsqrt %a fastmath<fast> : f32
  %r48 = math.sin %a : f32
  %r49 = math.sin %a fastmath<reassoc> : f32
  %r50 = math.sinh %a : f32
  %r51 = math.sinh %a fastmath<nnan,ninf> : f32
  %r52 = math.sqrt %a : f32
  %r53 = math.sqrt %a fastmath<nsz,arcp,contract,afn> : f32
  %r54 = math.tan %a : f32
  %r55 = math.tan %a fastmath<fast> : f32
  %r56 = math.tanh %a : f32
  %r57 = math.tanh %a fastmath<reassoc> : f32
  %r58 = math.trunc %a : f32
  %r59 = math.trunc %a fastmath<nnan,ninf> : f32
  %r60 = math.atan2 %a, %b : f32
  %r61 = math.atan2 %a, %b fastmath<fast> : f32
  %r62 = math.atan2 %a, %b fastmath<nnan> : f32
  %r63 = math.copysign %a, %b : f32
  %r64 = math.copysign %a, %b fastmath<fast> : f32
  %r65 = math.copysign %a, %b fastmath<nnan> : f32
  %r66 = math.powf %a, %b : f32
  %r67 = math.powf %a, %b fastmath<fast> : f32
  %r68 = math.powf %a, %b fastmath<nnan> : f32
  %r69 = math.isfinite %a : f32
  %r70 = math.isfinite %a {fastmath = #arith.fastmath<nnan>} : f32
  %r71 = math.isinf %a : f32
  %r72 = math.isinf %a {fastmath = #arith.fastmath<nnan>} : f32
  %r73 = math.isnan %a : f32
  %r74 = math.isnan %a {fastmath = #arith.fastmath<nnan>} : f32
  %r75 = math.isnormal %a : f32
  %r76 = math.isnormal %a {fastmath = #arith.fastmath<nnan>} : f32
  %r77 = math.fma %a, %b, %a : f32
  %r78 = math.clampf %a to [%b, %a] : f32
  %r79, %cosine79 = math.sincos %a : f32
  %r80 = math.fpowi %a, %i : f32, i32
  %r81 = math.fma %a, %b, %a fastmath<fast> : f32
  %r82 = math.clampf %a to [%b, %a] fastmath<fast> : f32
  %r83, %cosine83 = math.sincos %a fastmath<fast> : f32
  %r84 = math.fpowi %a, %i fastmath<fast> : f32, i32
  %r85 = math.absf %a {x = 1 : i32} : f32
  %r86 = math.absi %i : i32
  %r87 = math.ctlz %i : i32
  %r88 = math.cttz %i : i32
  %r89 = math.ctpop %i : i32
  %r90 = math.ipowi %i, %i : i32
  return
}

func.func @loop(%a: f64, %b: f64, %i: i64) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = math.absf %a : f64
      %r1 = math.absf %a fastmath<reassoc> : f64
      %r2 = math.acos %a : f64
      %r3 = math.acos %a fastmath<nnan,ninf> : f64
      %r4 = math.acosh %a : f64
      %r5 = math.acosh %a fastmath<nsz,arcp,contract,afn> : f64
      %r6 = math.asin %a : f64
      %r7 = math.asin %a fastmath<fast> : f64
      %r8 = math.asinh %a : f64
      %r9 = math.asinh %a fastmath<reassoc> : f64
      %r10 = math.atan %a : f64
      %r11 = math.atan %a fastmath<nnan,ninf> : f64
      %r12 = math.atanh %a : f64
      %r13 = math.atanh %a fastmath<nsz,arcp,contract,afn> : f64
      %r14 = math.cbrt %a : f64
      %r15 = math.cbrt %a fastmath<fast> : f64
      %r16 = math.ceil %a : f64
      %r17 = math.ceil %a fastmath<reassoc> : f64
      %r18 = math.cos %a : f64
      %r19 = math.cos %a fastmath<nnan,ninf> : f64
      %r20 = math.cosh %a : f64
      %r21 = math.cosh %a fastmath<nsz,arcp,contract,afn> : f64
      %r22 = math.erf %a : f64
      %r23 = math.erf %a fastmath<fast> : f64
      %r24 = math.erfc %a : f64
      %r25 = math.erfc %a fastmath<reassoc> : f64
      %r26 = math.exp %a : f64
      %r27 = math.exp %a fastmath<nnan,ninf> : f64
      %r28 = math.exp2 %a : f64
      %r29 = math.exp2 %a fastmath<nsz,arcp,contract,afn> : f64
      %r30 = math.expm1 %a : f64
      %r31 = math.expm1 %a fastmath<fast> : f64
      %r32 = math.floor %a : f64
      %r33 = math.floor %a fastmath<reassoc> : f64
      %r34 = math.log %a : f64
      %r35 = math.log %a fastmath<nnan,ninf> : f64
      %r36 = math.log10 %a : f64
      %r37 = math.log10 %a fastmath<nsz,arcp,contract,afn> : f64
      %r38 = math.log1p %a : f64
      %r39 = math.log1p %a fastmath<fast> : f64
      %r40 = math.log2 %a : f64
      %r41 = math.log2 %a fastmath<reassoc> : f64
      %r42 = math.round %a : f64
      %r43 = math.round %a fastmath<nnan,ninf> : f64
      %r44 = math.roundeven %a : f64
      %r45 = math.roundeven %a fastmath<nsz,arcp,contract,afn> : f64
      %r46 = math.rsqrt %a : f64
      %r47 = math.rsqrt %a fastmath<fast> : f64
      %r48 = math.sin %a : f64
      %r49 = math.sin %a fastmath<reassoc> : f64
      %r50 = math.sinh %a : f64
      %r51 = math.sinh %a fastmath<nnan,ninf> : f64
      %r52 = math.sqrt %a : f64
      %r53 = math.sqrt %a fastmath<nsz,arcp,contract,afn> : f64
      %r54 = math.tan %a : f64
      %r55 = math.tan %a fastmath<fast> : f64
      %r56 = math.tanh %a : f64
      %r57 = math.tanh %a fastmath<reassoc> : f64
      %r58 = math.trunc %a : f64
      %r59 = math.trunc %a fastmath<nnan,ninf> : f64
      %r60 = math.atan2 %a, %b : f64
      %r61 = math.atan2 %a, %b fastmath<fast> : f64
      %r62 = math.atan2 %a, %b fastmath<nnan> : f64
      %r63 = math.copysign %a, %b : f64
      %r64 = math.copysign %a, %b fastmath<fast> : f64
      %r65 = math.copysign %a, %b fastmath<nnan> : f64
      %r66 = math.powf %a, %b : f64
      %r67 = math.powf %a, %b fastmath<fast> : f64
      %r68 = math.powf %a, %b fastmath<nnan> : f64
      %r69 = math.isfinite %a : f64
      %r70 = math.isfinite %a {fastmath = #arith.fastmath<nnan>} : f64
      %r71 = math.isinf %a : f64
      %r72 = math.isinf %a {fastmath = #arith.fastmath<nnan>} : f64
      %r73 = math.isnan %a : f64
      %r74 = math.isnan %a {fastmath = #arith.fastmath<nnan>} : f64
      %r75 = math.isnormal %a : f64
      %r76 = math.isnormal %a {fastmath = #arith.fastmath<nnan>} : f64
      %r77 = math.fma %a, %b, %a : f64
      %r78 = math.clampf %a to [%b, %a] : f64
      %r79, %cosine79 = math.sincos %a : f64
      %r80 = math.fpowi %a, %i : f64, i64
      %r81 = math.fma %a, %b, %a fastmath<fast> : f64
      %r82 = math.clampf %a to [%b, %a] fastmath<fast> : f64
      %r83, %cosine83 = math.sincos %a fastmath<fast> : f64
      %r84 = math.fpowi %a, %i fastmath<fast> : f64, i64
      %r85 = math.absf %a {x = 1 : i32} : f64
      %r86 = math.absi %i : i64
      %r87 = math.ctlz %i : i64
      %r88 = math.cttz %i : i64
      %r89 = math.ctpop %i : i64
      %r90 = math.ipowi %i, %i : i64
    }
  }
  return
}

func.func @task(%a: vector<4xf32>, %b: vector<4xf32>, %i: vector<4xi32>) {
  %token = async.execute {
    %r0 = math.absf %a : vector<4xf32>
    %r1 = math.absf %a fastmath<reassoc> : vector<4xf32>
    %r2 = math.acos %a : vector<4xf32>
    %r3 = math.acos %a fastmath<nnan,ninf> : vector<4xf32>
    %r4 = math.acosh %a : vector<4xf32>
    %r5 = math.acosh %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r6 = math.asin %a : vector<4xf32>
    %r7 = math.asin %a fastmath<fast> : vector<4xf32>
    %r8 = math.asinh %a : vector<4xf32>
    %r9 = math.asinh %a fastmath<reassoc> : vector<4xf32>
    %r10 = math.atan %a : vector<4xf32>
    %r11 = math.atan %a fastmath<nnan,ninf> : vector<4xf32>
    %r12 = math.atanh %a : vector<4xf32>
    %r13 = math.atanh %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r14 = math.cbrt %a : vector<4xf32>
    %r15 = math.cbrt %a fastmath<fast> : vector<4xf32>
    %r16 = math.ceil %a : vector<4xf32>
    %r17 = math.ceil %a fastmath<reassoc> : vector<4xf32>
    %r18 = math.cos %a : vector<4xf32>
    %r19 = math.cos %a fastmath<nnan,ninf> : vector<4xf32>
    %r20 = math.cosh %a : vector<4xf32>
    %r21 = math.cosh %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r22 = math.erf %a : vector<4xf32>
    %r23 = math.erf %a fastmath<fast> : vector<4xf32>
    %r24 = math.erfc %a : vector<4xf32>
    %r25 = math.erfc %a fastmath<reassoc> : vector<4xf32>
    %r26 = math.exp %a : vector<4xf32>
    %r27 = math.exp %a fastmath<nnan,ninf> : vector<4xf32>
    %r28 = math.exp2 %a : vector<4xf32>
    %r29 = math.exp2 %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r30 = math.expm1 %a : vector<4xf32>
    %r31 = math.expm1 %a fastmath<fast> : vector<4xf32>
    %r32 = math.floor %a : vector<4xf32>
    %r33 = math.floor %a fastmath<reassoc> : vector<4xf32>
    %r34 = math.log %a : vector<4xf32>
    %r35 = math.log %a fastmath<nnan,ninf> : vector<4xf32>
    %r36 = math.log10 %a : vector<4xf32>
    %r37 = math.log10 %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r38 = math.log1p %a : vector<4xf32>
    %r39 = math.log1p %a fastmath<fast> : vector<4xf32>
    %r40 = math.log2 %a : vector<4xf32>
    %r41 = math.log2 %a fastmath<reassoc> : vector<4xf32>
    %r42 = math.round %a : vector<4xf32>
    %r43 = math.round %a fastmath<nnan,ninf> : vector<4xf32>
    %r44 = math.roundeven %a : vector<4xf32>
    %r45 = math.roundeven %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r46 = math.rsqrt %a : vector<4xf32>
    %r47 = math.rsqrt %a fastmath<fast> : vector<4xf32>
    %r48 = math.sin %a : vector<4xf32>
    %r49 = math.sin %a fastmath<reassoc> : vector<4xf32>
    %r50 = math.sinh %a : vector<4xf32>
    %r51 = math.sinh %a fastmath<nnan,ninf> : vector<4xf32>
    %r52 = math.sqrt %a : vector<4xf32>
    %r53 = math.sqrt %a fastmath<nsz,arcp,contract,afn> : vector<4xf32>
    %r54 = math.tan %a : vector<4xf32>
    %r55 = math.tan %a fastmath<fast> : vector<4xf32>
    %r56 = math.tanh %a : vector<4xf32>
    %r57 = math.tanh %a fastmath<reassoc> : vector<4xf32>
    %r58 = math.trunc %a : vector<4xf32>
    %r59 = math.trunc %a fastmath<nnan,ninf> : vector<4xf32>
    %r60 = math.atan2 %a, %b : vector<4xf32>
    %r61 = math.atan2 %a, %b fastmath<fast> : vector<4xf32>
    %r62 = math.atan2 %a, %b fastmath<nnan> : vector<4xf32>
    %r63 = math.copysign %a, %b : vector<4xf32>
    %r64 = math.copysign %a, %b fastmath<fast> : vector<4xf32>
    %r65 = math.copysign %a, %b fastmath<nnan> : vector<4xf32>
    %r66 = math.powf %a, %b : vector<4xf32>
    %r67 = math.powf %a, %b fastmath<fast> : vector<4xf32>
    %r68 = math.powf %a, %b fastmath<nnan> : vector<4xf32>
    %r69 = math.isfinite %a : vector<4xf32>
    %r70 = math.isfinite %a {fastmath = #arith.fastmath<nnan>} : vector<4xf32>
    %r71 = math.isinf %a : vector<4xf32>
    %r72 = math.isinf %a {fastmath = #arith.fastmath<nnan>} : vector<4xf32>
    %r73 = math.isnan %a : vector<4xf32>
    %r74 = math.isnan %a {fastmath = #arith.fastmath<nnan>} : vector<4xf32>
    %r75 = math.isnormal %a : vector<4xf32>
    %r76 = math.isnormal %a {fastmath = #arith.fastmath<nnan>} : vector<4xf32>
    %r77 = math.fma %a, %b, %a : vector<4xf32>
    %r78 = math.clampf %a to [%b, %a] : vector<4xf32>
    %r79, %cosine79 = math.sincos %a : vector<4xf32>
    %r80 = math.fpowi %a, %i : vector<4xf32>, vector<4xi32>
    %r81 = math.fma %a, %b, %a fastmath<fast> : vector<4xf32>
    %r82 = math.clampf %a to [%b, %a] fastmath<fast> : vector<4xf32>
    %r83, %cosine83 = math.sincos %a fastmath<fast> : vector<4xf32>
    %r84 = math.fpowi %a, %i fastmath<fast> : vector<4xf32>, vector<4xi32>
    %r85 = math.absf %a {x = 1 : i32} : vector<4xf32>
    %r86 = math.absi %i : vector<4xi32>
    %r87 = math.ctlz %i : vector<4xi32>
    %r88 = math.cttz %i : vector<4xi32>
    %r89 = math.ctpop %i : vector<4xi32>
    %r90 = math.ipowi %i, %i : vector<4xi32>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%a: f16, %b: f16, %i: i8) -> !async.token {
  %r0 = math.absf %a : f16
  %r1 = math.absf %a fastmath<reassoc> : f16
  %r2 = math.acos %a : f16
  %r3 = math.acos %a fastmath<nnan,ninf> : f16
  %r4 = math.acosh %a : f16
  %r5 = math.acosh %a fastmath<nsz,arcp,contract,afn> : f16
  %r6 = math.asin %a : f16
  %r7 = math.asin %a fastmath<fast> : f16
  %r8 = math.asinh %a : f16
  %r9 = math.asinh %a fastmath<reassoc> : f16
  %r10 = math.atan %a : f16
  %r11 = math.atan %a fastmath<nnan,ninf> : f16
  %r12 = math.atanh %a : f16
  %r13 = math.atanh %a fastmath<nsz,arcp,contract,afn> : f16
  %r14 = math.cbrt %a : f16
  %r15 = math.cbrt %a fastmath<fast> : f16
  %r16 = math.ceil %a : f16
  %r17 = math.ceil %a fastmath<reassoc> : f16
  %r18 = math.cos %a : f16
  %r19 = math.cos %a fastmath<nnan,ninf> : f16
  %r20 = math.cosh %a : f16
  %r21 = math.cosh %a fastmath<nsz,arcp,contract,afn> : f16
  %r22 = math.erf %a : f16
  %r23 = math.erf %a fastmath<fast> : f16
  %r24 = math.erfc %a : f16
  %r25 = math.erfc %a fastmath<reassoc> : f16
  %r26 = math.exp %a : f16
  %r27 = math.exp %a fastmath<nnan,ninf> : f16
  %r28 = math.exp2 %a : f16
  %r29 = math.exp2 %a fastmath<nsz,arcp,contract,afn> : f16
  %r30 = math.expm1 %a : f16
  %r31 = math.expm1 %a fastmath<fast> : f16
  %r32 = math.floor %a : f16
  %r33 = math.floor %a fastmath<reassoc> : f16
  %r34 = math.log %a : f16
  %r35 = math.log %a fastmath<nnan,ninf> : f16
  %r36 = math.log10 %a : f16
  %r37 = math.log10 %a fastmath<nsz,arcp,contract,afn> : f16
  %r38 = math.log1p %a : f16
  %r39 = math.log1p %a fastmath<fast> : f16
  %r40 = math.log2 %a : f16
  %r41 = math.log2 %a fastmath<reassoc> : f16
  %r42 = math.round %a : f16
  %r43 = math.round %a fastmath<nnan,ninf> : f16
  %r44 = math.roundeven %a : f16
  %r45 = math.roundeven %a fastmath<nsz,arcp,contract,afn> : f16
  %r46 = math.rsqrt %a : f16
  %r47 = math.rsqrt %a fastmath<fast> : f16
  %r48 = math.sin %a : f16
  %r49 = math.sin %a fastmath<reassoc> : f16
  %r50 = math.sinh %a : f16
  %r51 = math.sinh %a fastmath<nnan,ninf> : f16
  %r52 = math.sqrt %a : f16
  %r53 = math.sqrt %a fastmath<nsz,arcp,contract,afn> : f16
  %r54 = math.tan %a : f16
  %r55 = math.tan %a fastmath<fast> : f16
  %r56 = math.tanh %a : f16
  %r57 = math.tanh %a fastmath<reassoc> : f16
  %r58 = math.trunc %a : f16
  %r59 = math.trunc %a fastmath<nnan,ninf> : f16
  %r60 = math.atan2 %a, %b : f16
  %r61 = math.atan2 %a, %b fastmath<fast> : f16
  %r62 = math.atan2 %a, %b fastmath<nnan> : f16
  %r63 = math.copysign %a, %b : f16
  %r64 = math.copysign %a, %b fastmath<fast> : f16
  %r65 = math.copysign %a, %b fastmath<nnan> : f16
  %r66 = math.powf %a, %b : f16
  %r67 = math.powf %a, %b fastmath<fast> : f16
  %r68 = math.powf %a, %b fastmath<nnan> : f16
  %r69 = math.isfinite %a : f16
  %r70 = math.isfinite %a {fastmath = #arith.fastmath<nnan>} : f16
  %r71 = math.isinf %a : f16
  %r72 = math.isinf %a {fastmath = #arith.fastmath<nnan>} : f16
  %r73 = math.isnan %a : f16
  %r74 = math.isnan %a {fastmath = #arith.fastmath<nnan>} : f16
  %r75 = math.isnormal %a : f16
  %r76 = math.isnormal %a {fastmath = #arith.fastmath<nnan>} : f16
  %r77 = math.fma %a, %b, %a : f16
  %r78 = math.clampf %a to [%b, %a] : f16
  %r79, %cosine79 = math.sincos %a : f16
  %r80 = math.fpowi %a, %i : f16, i8
  %r81 = math.fma %a, %b, %a fastmath<fast> : f16
  %r82 = math.clampf %a to [%b, %a] fastmath<fast> : f16
  %r83, %cosine83 = math.sincos %a fastmath<fast> : f16
  %r84 = math.fpowi %a, %i fastmath<fast> : f16, i8
  %r85 = math.absf %a {x = 1 : i32} : f16
  %r86 = math.absi %i : i8
  %r87 = math.ctlz %i : i8
  %r88 = math.cttz %i : i8
  %r89 = math.ctpop %i : i8
  %r90 = math.ipowi %i, %i : i8
  return
}

