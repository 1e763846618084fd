// Vectors: making, taking apart, combining.

func.func @plain(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %r0 = vector.broadcast %x : f32 to vector<4xf32>
  %r1 = vector.broadcast %x {note} : f32 to vector<2x4xf32>
  %r2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %r3 = vector.broadcast %x : f32 to vector<f32>
  %r4 = vector.broadcast %x : f32 to vector<[4]xf32>
  %r5 = vector.extract %v[1] : f32 from vector<4xf32>
  %r6 = vector.extract %w[%i, 1] : f32 from vector<2x4xf32>
  %r7 = vector.extract %w[%i] {note} : vector<4xf32> from vector<2x4xf32>
  %r8 = vector.extract %z[] : f32 from vector<f32>
  %r9 = vector.extract %w[] : vector<2x4xf32> from vector<2x4xf32>
  %r10 = vector.extract %s[0] : f32 from vector<[4]xf32>
  %r11 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %r12 = vector.insert %v, %w [1] {note} : vector<4xf32> into vector<2x4xf32>
  %r13 = vector.insert %x, %w [0, %i] : f32 into vector<2x4xf32>
  %r14 = vector.insert %x, %z [] : f32 into vector<f32>
  %r15 = vector.fma %v, %v, %v : vector<4xf32>
  %r16 = vector.fma %w, %w, %w {note} : vector<2x4xf32>
  %r17 = vector.fma %s, %s, %s : vector<[4]xf32>
  %r18 = vector.reduction <add>, %v : vector<4xf32> into f32
  %r19 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
  %r20 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
  %r21 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  %r22 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
  %r23 = vector.reduction <maximumf>, %v, %x {note} : vector<4xf32> into f32
  %r24 = vector.reduction <add>, %vi : vector<4xi32> into i32
  %r25 = vector.reduction <mul>, %vi : vector<4xi32> into i32
  %r26 = vector.reduction <minsi>, %vi, %y : vector<4xi32> into i32
  %r27 = vector.reduction <minui>, %vi : vector<4xi32> into i32
  %r28 = vector.reduction <maxsi>, %vi : vector<4xi32> into i32
  %r29 = vector.reduction <maxui>, %vi : vector<4xi32> into i32
  %r30 = vector.reduction <and>, %vi : vector<4xi32> into i32
  %r31 = vector.reduction <or>, %mask : vector<4xi1> into i1
  %r32 = vector.reduction <xor>, %vi : vector<4xi32> into i32
  %r33 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %r34 = vector.multi_reduction <maximumf>, %w, %x {note} [0, 1] : vector<2x4xf32> to f32
  %r35 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %r36 = vector.shape_cast %v {note} : vector<4xf32> to vector<1x4xf32>
  %r37 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %r38 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %r39 = vector.bitcast %w {note} : vector<2x4xf32> to vector<2x2xf64>
  vector.print %v : vector<4xf32>
  vector.print %x : f32
  vector.print %i : index
  vector.print str "hello\n"
  vector.print
  vector.print punctuation <comma>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print %v : vector<4xf32> punctuation <no_punctuation>
  vector.print %y : i32 {note}
  %r40 = vector.create_mask %i : vector<4xi1>
  %r41 = vector.create_mask %i, %i {note} : vector<2x4xi1>
  %r42 = vector.constant_mask [2] : vector<4xi1>
  %r43 = vector.constant_mask [1, 3] {note} : vector<2x4xi1>
  %r44 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %r45 = vector.shuffle %v, %v [-1, 0] {note} : vector<4xf32>, vector<4xf32>
  %r46 = vector.shuffle %w, %w [3, 0, 1] : vector<2x4xf32>, vector<2x4xf32>
  %r47 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
  %r48 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %r49 = vector.transpose %w, [0, 1] {note} : vector<2x4xf32> to vector<2x4xf32>
  %r50 = vector.from_elements %x, %x : vector<2xf32>
  %r51 = vector.from_elements %x {note} : vector<f32>
  %r52:4 = vector.to_elements %v : vector<4xf32>
  %r53:8 = vector.to_elements %w {note} : vector<2x4xf32>
  %r54 = vector.step : vector<4xindex>
  %r55 = vector.step {note} : vector<[4]xindex>
  %r56 = vector.vscale
  %r57 = vector.vscale {note}
  %slice = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %r58 = vector.extract_strided_slice %w {note, offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %r59 = vector.insert_strided_slice %slice, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r60 = vector.insert_strided_slice %v, %w {note, offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %r61 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %r62 = vector.interleave %s, %s {note} : vector<[4]xf32> -> vector<[8]xf32>
  %r63, %odd = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %r64, %odd1 = vector.deinterleave %w {note} : vector<2x4xf32> -> vector<2x2xf32>
  return
}

func.func @loop(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = vector.broadcast %x : f32 to vector<4xf32>
      %r1 = vector.broadcast %x {note} : f32 to vector<2x4xf32>
      %r2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
      %r3 = vector.broadcast %x : f32 to vector<f32>
      %r4 = vector.broadcast %x : f32 to vector<[4]xf32>
      %r5 = vector.extract %v[1] : f32 from vector<4xf32>
      %r6 = vector.extract %w[%i, 1] : f32 from vector<2x4xf32>
      %r7 = vector.extract %w[%i] {note} : vector<4xf32> from vector<2x4xf32>
      %r8 = vector.extract %z[] : f32 from vector<f32>
      %r9 = vector.extract %w[] : vector<2x4xf32> from vector<2x4xf32>
      %r10 = vector.extract %s[0] : f32 from vector<[4]xf32>
      %r11 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
      %r12 = vector.insert %v, %w [1] {note} : vector<4xf32> into vector<2x4xf32>
      %r13 = vector.insert %x, %w [0, %i] : f32 into vector<2x4xf32>
      %r14 = vector.insert %x, %z [] : f32 into vector<f32>
      %r15 = vector.fma %v, %v, %v : vector<4xf32>
      %r16 = vector.fma %w, %w, %w {note} : vector<2x4xf32>
      %r17 = vector.fma %s, %s, %s : vector<[4]xf32>
      %r18 = vector.reduction <add>, %v : vector<4xf32> into f32
      %r19 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
      %r20 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
      %r21 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
      %r22 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
      %r23 = vector.reduction <maximumf>, %v, %x {note} : vector<4xf32> into f32
      %r24 = vector.reduction <add>, %vi : vector<4xi32> into i32
      %r25 = vector.reduction <mul>, %vi : vector<4xi32> into i32
      %r26 = vector.reduction <minsi>, %vi, %y : vector<4xi32> into i32
      %r27 = vector.reduction <minui>, %vi : vector<4xi32> into i32
      %r28 = vector.reduction <maxsi>, %vi : vector<4xi32> into i32
      %r29 = vector.reduction <maxui>, %vi : vector<4xi32> into i32
      %r30 = vector.reduction <and>, %vi : vector<4xi32> into i32
      %r31 = vector.reduction <or>, %mask : vector<4xi1> into i1
      %r32 = vector.reduction <xor>, %vi : vector<4xi32> into i32
      %r33 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
      %r34 = vector.multi_reduction <maximumf>, %w, %x {note} [0, 1] : vector<2x4xf32> to f32
      %r35 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
      %r36 = vector.shape_cast %v {note} : vector<4xf32> to vector<1x4xf32>
      %r37 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
      %r38 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
      %r39 = vector.bitcast %w {note} : vector<2x4xf32> to vector<2x2xf64>
      vector.print %v : vector<4xf32>
      vector.print %x : f32
      vector.print %i : index
      vector.print str "hello\n"
      vector.print
      vector.print punctuation <comma>
      vector.print punctuation <open>
      vector.print punctuation <close>
      vector.print %v : vector<4xf32> punctuation <no_punctuation>
      vector.print %y : i32 {note}
      %r40 = vector.create_mask %i : vector<4xi1>
      %r41 = vector.create_mask %i, %i {note} : vector<2x4xi1>
      %r42 = vector.constant_mask [2] : vector<4xi1>
      %r43 = vector.constant_mask [1, 3] {note} : vector<2x4xi1>
      %r44 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
      %r45 = vector.shuffle %v, %v [-1, 0] {note} : vector<4xf32>, vector<4xf32>
      %r46 = vector.shuffle %w, %w [3, 0, 1] : vector<2x4xf32>, vector<2x4xf32>
      %r47 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
      %r48 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
      %r49 = vector.transpose %w, [0, 1] {note} : vector<2x4xf32> to vector<2x4xf32>
      %r50 = vector.from_elements %x, %x : vector<2xf32>
      %r51 = vector.from_elements %x {note} : vector<f32>
      %r52:4 = vector.to_elements %v : vector<4xf32>
      %r53:8 = vector.to_elements %w {note} : vector<2x4xf32>
      %r54 = vector.step : vector<4xindex>
      %r55 = vector.step {note} : vector<[4]xindex>
      %r56 = vector.vscale
      %r57 = vector.vscale {note}
      %slice = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
      %r58 = vector.extract_strided_slice %w {note, offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
      %r59 = vector.insert_strided_slice %slice, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
      %r60 = vector.insert_strided_slice %v, %w {note, offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
      %r61 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
      %r62 = vector.interleave %s, %s {note} : vector<[4]xf32> -> vector<[8]xf32>
      %r63, %odd = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
      %r64, %odd1 = vector.deinterleave %w {note} : vector<2x4xf32> -> vector<2x2xf32>
    }
  }
  return
}

func.func @task(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) {
  %token = async.execute {
    %r0 = vector.broadcast %x : f32 to vector<4xf32>
    %r1 = vector.broadcast %x {note} : f32 to vector<2x4xf32>
    %r2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
    %r3 = vector.broadcast %x : f32 to vector<f32>
    %r4 = vector.broadcast %x : f32 to vector<[4]xf32>
    %r5 = vector.extract %v[1] : f32 from vector<4xf32>
    %r6 = vector.extract %w[%i, 1] : f32 from vector<2x4xf32>
    %r7 = vector.extract %w[%i] {note} : vector<4xf32> from vector<2x4xf32>
    %r8 = vector.extract %z[] : f32 from vector<f32>
    %r9 = vector.extract %w[] : vector<2x4xf32> from vector<2x4xf32>
    %r10 = vector.extract %s[0] : f32 from vector<[4]xf32>
    %r11 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
    %r12 = vector.insert %v, %w [1] {note} : vector<4xf32> into vector<2x4xf32>
    %r13 = vector.insert %x, %w [0, %i] : f32 into vector<2x4xf32>
    %r14 = vector.insert %x, %z [] : f32 into vector<f32>
    %r15 = vector.fma %v, %v, %v : vector<4xf32>
    %r16 = vector.fma %w, %w, %w {note} : vector<2x4xf32>
    %r17 = vector.fma %s, %s, %s : vector<[4]xf32>
    %r18 = vector.reduction <add>, %v : vector<4xf32> into f32
    %r19 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
    %r20 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
    %r21 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
    %r22 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
    %r23 = vector.reduction <maximumf>, %v, %x {note} : vector<4xf32> into f32
    %r24 = vector.reduction <add>, %vi : vector<4xi32> into i32
    %r25 = vector.reduction <mul>, %vi : vector<4xi32> into i32
    %r26 = vector.reduction <minsi>, %vi, %y : vector<4xi32> into i32
    %r27 = vector.reduction <minui>, %vi : vector<4xi32> into i32
    %r28 = vector.reduction <maxsi>, %vi : vector<4xi32> into i32
    %r29 = vector.reduction <maxui>, %vi : vector<4xi32> into i32
    %r30 = vector.reduction <and>, %vi : vector<4xi32> into i32
    %r31 = vector.reduction <or>, %mask : vector<4xi1> into i1
    %r32 = vector.reduction <xor>, %vi : vector<4xi32> into i32
    %r33 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
    %r34 = vector.multi_reduction <maximumf>, %w, %x {note} [0, 1] : vector<2x4xf32> to f32
    %r35 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
    %r36 = vector.shape_cast %v {note} : vector<4xf32> to vector<1x4xf32>
    %r37 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
    %r38 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
    %r39 = vector.bitcast %w {note} : vector<2x4xf32> to vector<2x2xf64>
    vector.print %v : vector<4xf32>
    vector.print %x : f32
    vector.print %i : index
    vector.print str "hello\n"
    vector.print
    vector.print punctuation <comma>
    vector.print punctuation <open>
    vector.print punctuation <close>
    vector.print %v : vector<4xf32> punctuation <no_punctuation>
    vector.print %y : i32 {note}
    %r40 = vector.create_mask %i : vector<4xi1>
    %r41 = vector.create_mask %i, %i {note} : vector<2x4xi1>
    %r42 = vector.constant_mask [2] : vector<4xi1>
    %r43 = vector.constant_mask [1, 3] {note} : vector<2x4xi1>
    %r44 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
    %r45 = vector.shuffle %v, %v [-1, 0] {note} : vector<4xf32>, vector<4xf32>
    %r46 = vector.shuffle %w, %w [3, 0, 1] : vector<2x4xf32>, vector<2x4xf32>
    %r47 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
    %r48 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %r49 = vector.transpose %w, [0, 1] {note} : vector<2x4xf32> to vector<2x4xf32>
    %r50 = vector.from_elements %x, %x : vector<2xf32>
    %r51 = vector.from_elements %x {note} : vector<f32>
    %r52:4 = vector.to_elements %v : vector<4xf32>
    %r53:8 = vector.to_elements %w {note} : vector<2x4xf32>
    %r54 = vector.step : vector<4xindex>
    %r55 = vector.step {note} : vector<[4]xindex>
    %r56 = vector.vscale
    %r57 = vector.vscale {note}
    %slice = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
    %r58 = vector.extract_strided_slice %w {note, offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
    %r59 = vector.insert_strided_slice %slice, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
    %r60 = vector.insert_strided_slice %v, %w {note, offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
    %r61 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
    %r62 = vector.interleave %s, %s {note} : vector<[4]xf32> -> vector<[8]xf32>
    %r63, %odd = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
    %r64, %odd1 = vector.deinterleave %w {note} : vector<2x4xf32> -> vector<2x2xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%x: f32, %v: vector<4xf32>, %w: vector<2x4xf32>, %i: index, %m: memref<8x8xf32>, %z: vector<f32>, %mask: vector<4xi1>, %vi: vector<4xi32>, %t: tensor<8x8xf32>, %s: vector<[4]xf32>, %y: i32, %mv: memref<8xvector<4xf32>>, %m1: memref<?xf32>, %mask2: vector<2x4xi1>, %ml: memref<8x?xf32, strided<[?, 1], offset: ?>>) -> !async.token {
  %r0 = vector.broadcast %x : f32 to vector<4xf32>
  %r1 = vector.broadcast %x {note} : f32 to vector<2x4xf32>
  %r2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %r3 = vector.broadcast %x : f32 to vector<f32>
  %r4 = vector.broadcast %x : f32 to vector<[4]xf32>
  %r5 = vector.extract %v[1] : f32 from vector<4xf32>
  %r6 = vector.extract %w[%i, 1] : f32 from vector<2x4xf32>
  %r7 = vector.extract %w[%i] {note} : vector<4xf32> from vector<2x4xf32>
  %r8 = vector.extract %z[] : f32 from vector<f32>
  %r9 = vector.extract %w[] : vector<2x4xf32> from vector<2x4xf32>
  %r10 = vector.extract %s[0] : f32 from vector<[4]xf32>
  %r11 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %r12 = vector.insert %v, %w [1] {note} : vector<4xf32> into vector<2x4xf32>
  %r13 = vector.insert %x, %w [0, %i] : f32 into vector<2x4xf32>
  %r14 = vector.insert %x, %z [] : f32 into vector<f32>
  %r15 = vector.fma %v, %v, %v : vector<4xf32>
  %r16 = vector.fma %w, %w, %w {note} : vector<2x4xf32>
  %r17 = vector.fma %s, %s, %s : vector<[4]xf32>
  %r18 = vector.reduction <add>, %v : vector<4xf32> into f32
  %r19 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
  %r20 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
  %r21 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  %r22 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
  %r23 = vector.reduction <maximumf>, %v, %x {note} : vector<4xf32> into f32
  %r24 = vector.reduction <add>, %vi : vector<4xi32> into i32
  %r25 = vector.reduction <mul>, %vi : vector<4xi32> into i32
  %r26 = vector.reduction <minsi>, %vi, %y : vector<4xi32> into i32
  %r27 = vector.reduction <minui>, %vi : vector<4xi32> into i32
  %r28 = vector.reduction <maxsi>, %vi : vector<4xi32> into i32
  %r29 = vector.reduction <maxui>, %vi : vector<4xi32> into i32
  %r30 = vector.reduction <and>, %vi : vector<4xi32> into i32
  %r31 = vector.reduction <or>, %mask : vector<4xi1> into i1
  %r32 = vector.reduction <xor>, %vi : vector<4xi32> into i32
  %r33 = vector.multi_reduction <add>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %r34 = vector.multi_reduction <maximumf>, %w, %x {note} [0, 1] : vector<2x4xf32> to f32
  %r35 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %r36 = vector.shape_cast %v {note} : vector<4xf32> to vector<1x4xf32>
  %r37 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %r38 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %r39 = vector.bitcast %w {note} : vector<2x4xf32> to vector<2x2xf64>
  vector.print %v : vector<4xf32>
  vector.print %x : f32
  vector.print %i : index
  vector.print str "hello\n"
  vector.print
  vector.print punctuation <comma>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print %v : vector<4xf32> punctuation <no_punctuation>
  vector.print %y : i32 {note}
  %r40 = vector.create_mask %i : vector<4xi1>
  %r41 = vector.create_mask %i, %i {note} : vector<2x4xi1>
  %r42 = vector.constant_mask [2] : vector<4xi1>
  %r43 = vector.constant_mask [1, 3] {note} : vector<2x4xi1>
  %r44 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %r45 = vector.shuffle %v, %v [-1, 0] {note} : vector<4xf32>, vector<4xf32>
  %r46 = vector.shuffle %w, %w [3, 0, 1] : vector<2x4xf32>, vector<2x4xf32>
  %r47 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
  %r48 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %r49 = vector.transpose %w, [0, 1] {note} : vector<2x4xf32> to vector<2x4xf32>
  %r50 = vector.from_elements %x, %x : vector<2xf32>
  %r51 = vector.from_elements %x {note} : vector<f32>
  %r52:4 = vector.to_elements %v : vector<4xf32>
  %r53:8 = vector.to_elements %w {note} : vector<2x4xf32>
  %r54 = vector.step : vector<4xindex>
  %r55 = vector.step {note} : vector<[4]xindex>
  %r56 = vector.vscale
  %r57 = vector.vscale {note}
  %slice = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %r58 = vector.extract_strided_slice %w {note, offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %r59 = vector.insert_strided_slice %slice, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r60 = vector.insert_strided_slice %v, %w {note, offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %r61 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %r62 = vector.interleave %s, %s {note} : vector<[4]xf32> -> vector<[8]xf32>
  %r63, %odd = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %r64, %odd1 = vector.deinterleave %w {note} : vector<2x4xf32> -> vector<2x2xf32>
  return
}
