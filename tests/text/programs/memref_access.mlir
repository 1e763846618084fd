// Loads, stores, copies and atomic updates.

func.func @plain(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %r0 = memref.load %m[%n, %n] : memref<4x?xf32>
  %r1 = memref.load %zero[] : memref<f32>
  %r2 = memref.load %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
  %r3 = memref.load %s[%n, %n] {alignment = 4 : i64} : memref<8x16xf32, strided<[32, 2], offset: 3>>
  %r4 = memref.load %vec[%n] : memref<4xvector<8xf32>>
  %r5 = memref.load %cx[%n] {note = "kept", nontemporal = true} : memref<4xcomplex<f64>>
  memref.store %x, %m[%n, %n] : memref<4x?xf32>
  memref.store %x, %zero[] : memref<f32>
  memref.store %x, %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
  memref.store %x, %aff[%n, %n] {note} : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>
  memref.store %y, %v[%n] {alignment = 1 : i64} : memref<4xi32>
  memref.copy %m, %d : memref<4x?xf32> to memref<?x?xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  memref.copy %c, %c {note} : memref<4x8xf32> to memref<4x8xf32>
  %r6 = memref.atomic_rmw addf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
  %r7 = memref.atomic_rmw mulf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
  %r8 = memref.atomic_rmw maximumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r9 = memref.atomic_rmw minimumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r10 = memref.atomic_rmw maxnumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r11 = memref.atomic_rmw minnumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r12 = memref.atomic_rmw assign %x, %zero[] : (f32, memref<f32>) -> f32
  %r13 = memref.atomic_rmw assign %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r14 = memref.atomic_rmw addi %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r15 = memref.atomic_rmw andi %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r16 = memref.atomic_rmw ori %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r17 = memref.atomic_rmw xori %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r18 = memref.atomic_rmw maxs %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r19 = memref.atomic_rmw maxu %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r20 = memref.atomic_rmw mins %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r21 = memref.atomic_rmw minu %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r22 = memref.atomic_rmw muli %y, %v[%n] {note} : (i32, memref<4xi32>) -> i32
  %r23 = memref.generic_atomic_rmw %v[%n] : memref<4xi32> {
  ^bb0(%current: i32):
    %next = arith.addi %current, %y : i32
    memref.atomic_yield %next : i32
  }
  %r24 = memref.generic_atomic_rmw %m[%n, %n] : memref<4x?xf32> {
  ^bb0(%current: f32):
    memref.atomic_yield %x {note} : f32
  } {note = 1 : i8}
  return
}

func.func @loop(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = memref.load %m[%n, %n] : memref<4x?xf32>
      %r1 = memref.load %zero[] : memref<f32>
      %r2 = memref.load %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
      %r3 = memref.load %s[%n, %n] {alignment = 4 : i64} : memref<8x16xf32, strided<[32, 2], offset: 3>>
      %r4 = memref.load %vec[%n] : memref<4xvector<8xf32>>
      %r5 = memref.load %cx[%n] {note = "kept", nontemporal = true} : memref<4xcomplex<f64>>
      memref.store %x, %m[%n, %n] : memref<4x?xf32>
      memref.store %x, %zero[] : memref<f32>
      memref.store %x, %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
      memref.store %x, %aff[%n, %n] {note} : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>
      memref.store %y, %v[%n] {alignment = 1 : i64} : memref<4xi32>
      memref.copy %m, %d : memref<4x?xf32> to memref<?x?xf32>
      memref.copy %u, %u : memref<*xf32> to memref<*xf32>
      memref.copy %c, %c {note} : memref<4x8xf32> to memref<4x8xf32>
      %r6 = memref.atomic_rmw addf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
      %r7 = memref.atomic_rmw mulf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
      %r8 = memref.atomic_rmw maximumf %x, %zero[] : (f32, memref<f32>) -> f32
      %r9 = memref.atomic_rmw minimumf %x, %zero[] : (f32, memref<f32>) -> f32
      %r10 = memref.atomic_rmw maxnumf %x, %zero[] : (f32, memref<f32>) -> f32
      %r11 = memref.atomic_rmw minnumf %x, %zero[] : (f32, memref<f32>) -> f32
      %r12 = memref.atomic_rmw assign %x, %zero[] : (f32, memref<f32>) -> f32
      %r13 = memref.atomic_rmw assign %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r14 = memref.atomic_rmw addi %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r15 = memref.atomic_rmw andi %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r16 = memref.atomic_rmw ori %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r17 = memref.atomic_rmw xori %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r18 = memref.atomic_rmw maxs %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r19 = memref.atomic_rmw maxu %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r20 = memref.atomic_rmw mins %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r21 = memref.atomic_rmw minu %y, %v[%n] : (i32, memref<4xi32>) -> i32
      %r22 = memref.atomic_rmw muli %y, %v[%n] {note} : (i32, memref<4xi32>) -> i32
      %r23 = memref.generic_atomic_rmw %v[%n] : memref<4xi32> {
      ^bb0(%current: i32):
        %next = arith.addi %current, %y : i32
        memref.atomic_yield %next : i32
      }
      %r24 = memref.generic_atomic_rmw %m[%n, %n] : memref<4x?xf32> {
      ^bb0(%current: f32):
        memref.atomic_yield %x {note} : f32
      } {note = 1 : i8}
    }
  }
  return
}

func.func @task(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %token = async.execute {
    %r0 = memref.load %m[%n, %n] : memref<4x?xf32>
    %r1 = memref.load %zero[] : memref<f32>
    %r2 = memref.load %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
    %r3 = memref.load %s[%n, %n] {alignment = 4 : i64} : memref<8x16xf32, strided<[32, 2], offset: 3>>
    %r4 = memref.load %vec[%n] : memref<4xvector<8xf32>>
    %r5 = memref.load %cx[%n] {note = "kept", nontemporal = true} : memref<4xcomplex<f64>>
    memref.store %x, %m[%n, %n] : memref<4x?xf32>
    memref.store %x, %zero[] : memref<f32>
    memref.store %x, %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
    memref.store %x, %aff[%n, %n] {note} : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>
    memref.store %y, %v[%n] {alignment = 1 : i64} : memref<4xi32>
    memref.copy %m, %d : memref<4x?xf32> to memref<?x?xf32>
    memref.copy %u, %u : memref<*xf32> to memref<*xf32>
    memref.copy %c, %c {note} : memref<4x8xf32> to memref<4x8xf32>
    %r6 = memref.atomic_rmw addf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
    %r7 = memref.atomic_rmw mulf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
    %r8 = memref.atomic_rmw maximumf %x, %zero[] : (f32, memref<f32>) -> f32
    %r9 = memref.atomic_rmw minimumf %x, %zero[] : (f32, memref<f32>) -> f32
    %r10 = memref.atomic_rmw maxnumf %x, %zero[] : (f32, memref<f32>) -> f32
    %r11 = memref.atomic_rmw minnumf %x, %zero[] : (f32, memref<f32>) -> f32
    %r12 = memref.atomic_rmw assign %x, %zero[] : (f32, memref<f32>) -> f32
    %r13 = memref.atomic_rmw assign %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r14 = memref.atomic_rmw addi %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r15 = memref.atomic_rmw andi %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r16 = memref.atomic_rmw ori %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r17 = memref.atomic_rmw xori %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r18 = memref.atomic_rmw maxs %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r19 = memref.atomic_rmw maxu %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r20 = memref.atomic_rmw mins %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r21 = memref.atomic_rmw minu %y, %v[%n] : (i32, memref<4xi32>) -> i32
    %r22 = memref.atomic_rmw muli %y, %v[%n] {note} : (i32, memref<4xi32>) -> i32
    %r23 = memref.generic_atomic_rmw %v[%n] : memref<4xi32> {
    ^bb0(%current: i32):
      %next = arith.addi %current, %y : i32
      memref.atomic_yield %next : i32
    }
    %r24 = memref.generic_atomic_rmw %m[%n, %n] : memref<4x?xf32> {
    ^bb0(%current: f32):
      memref.atomic_yield %x {note} : f32
    } {note = 1 : i8}
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) -> !async.token {
  %r0 = memref.load %m[%n, %n] : memref<4x?xf32>
  %r1 = memref.load %zero[] : memref<f32>
  %r2 = memref.load %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
  %r3 = memref.load %s[%n, %n] {alignment = 4 : i64} : memref<8x16xf32, strided<[32, 2], offset: 3>>
  %r4 = memref.load %vec[%n] : memref<4xvector<8xf32>>
  %r5 = memref.load %cx[%n] {note = "kept", nontemporal = true} : memref<4xcomplex<f64>>
  memref.store %x, %m[%n, %n] : memref<4x?xf32>
  memref.store %x, %zero[] : memref<f32>
  memref.store %x, %m[%n, %n] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
  memref.store %x, %aff[%n, %n] {note} : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>
  memref.store %y, %v[%n] {alignment = 1 : i64} : memref<4xi32>
  memref.copy %m, %d : memref<4x?xf32> to memref<?x?xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  memref.copy %c, %c {note} : memref<4x8xf32> to memref<4x8xf32>
  %r6 = memref.atomic_rmw addf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
  %r7 = memref.atomic_rmw mulf %x, %m[%n, %n] : (f32, memref<4x?xf32>) -> f32
  %r8 = memref.atomic_rmw maximumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r9 = memref.atomic_rmw minimumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r10 = memref.atomic_rmw maxnumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r11 = memref.atomic_rmw minnumf %x, %zero[] : (f32, memref<f32>) -> f32
  %r12 = memref.atomic_rmw assign %x, %zero[] : (f32, memref<f32>) -> f32
  %r13 = memref.atomic_rmw assign %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r14 = memref.atomic_rmw addi %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r15 = memref.atomic_rmw andi %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r16 = memref.atomic_rmw ori %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r17 = memref.atomic_rmw xori %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r18 = memref.atomic_rmw maxs %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r19 = memref.atomic_rmw maxu %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r20 = memref.atomic_rmw mins %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r21 = memref.atomic_rmw minu %y, %v[%n] : (i32, memref<4xi32>) -> i32
  %r22 = memref.atomic_rmw muli %y, %v[%n] {note} : (i32, memref<4xi32>) -> i32
  %r23 = memref.generic_atomic_rmw %v[%n] : memref<4xi32> {
  ^bb0(%current: i32):
    %next = arith.addi %current, %y : i32
    memref.atomic_yield %next : i32
  }
  %r24 = memref.generic_atomic_rmw %m[%n, %n] : memref<4x?xf32> {
  ^bb0(%current: f32):
    memref.atomic_yield %x {note} : f32
  } {note = 1 : i8}
  return
}
