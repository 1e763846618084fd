// Allocation in all its forms.

func.func @plain(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %r0 = memref.alloc() : memref<4xf32>
  %r1 = memref.alloc() : memref<f64>
  %r2 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x4x?xf32>
  %r3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %r4 = memref.alloc() {alignment = 16 : i64, note = "kept"} : memref<4x4xf32, strided<[8, 1]>>
  %r5 = memref.alloc() : memref<4xf32, 3>
  %r6 = memref.alloc() : memref<0x4xi1>
  %r7 = memref.alloca() : memref<2x2xi8>
  %r8 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
  %r9 = memref.alloca(%n)[%n] : memref<?xi64, affine_map<(d0)[s0] -> (d0 + s0)>>
  %old0 = memref.alloc() : memref<4xi32>
  %r10 = memref.realloc %old0 : memref<4xi32> to memref<8xi32>
  %old1 = memref.alloc() : memref<4xi32>
  %r11 = memref.realloc %old1(%n) {alignment = 8 : i64} : memref<4xi32> to memref<?xi32>
  %old2 = memref.alloc(%n) : memref<?xi32>
  %r12 = memref.realloc %old2(%n) {note} : memref<?xi32> to memref<?xi32>
  %gone0 = memref.alloc() : memref<4xf32>
  memref.dealloc %gone0 : memref<4xf32>
  memref.dealloc %u {note} : memref<*xf32>
  memref.alloca_scope {
    %r13 = memref.alloca() : memref<2xf32>
  }
  %r14 = memref.alloca_scope -> (i32) {
    memref.alloca_scope.return %y : i32
  }
  %r15, %second = memref.alloca_scope -> (i32, f32) {
    %inner = memref.alloca() : memref<2xf32>
    memref.alloca_scope.return %y, %x : i32, f32
  } {note = 1 : i32}
  memref.prefetch %m[%n, %n], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<4x?xf32>
  %r16:2 = memref.distinct_objects %m, %d : memref<4x?xf32>, memref<?x?xf32>
  %r17 = memref.distinct_objects %m : memref<4x?xf32>
  %r18 = memref.assume_alignment %m, 16 : memref<4x?xf32>
  %r19 = memref.assume_alignment %d, 1 {note} : memref<?x?xf32>
  return
}

func.func @loop(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = memref.alloc() : memref<4xf32>
      %r1 = memref.alloc() : memref<f64>
      %r2 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x4x?xf32>
      %r3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
      %r4 = memref.alloc() {alignment = 16 : i64, note = "kept"} : memref<4x4xf32, strided<[8, 1]>>
      %r5 = memref.alloc() : memref<4xf32, 3>
      %r6 = memref.alloc() : memref<0x4xi1>
      %r7 = memref.alloca() : memref<2x2xi8>
      %r8 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
      %r9 = memref.alloca(%n)[%n] : memref<?xi64, affine_map<(d0)[s0] -> (d0 + s0)>>
      %old0 = memref.alloc() : memref<4xi32>
      %r10 = memref.realloc %old0 : memref<4xi32> to memref<8xi32>
      %old1 = memref.alloc() : memref<4xi32>
      %r11 = memref.realloc %old1(%n) {alignment = 8 : i64} : memref<4xi32> to memref<?xi32>
      %old2 = memref.alloc(%n) : memref<?xi32>
      %r12 = memref.realloc %old2(%n) {note} : memref<?xi32> to memref<?xi32>
      %gone0 = memref.alloc() : memref<4xf32>
      memref.dealloc %gone0 : memref<4xf32>
      memref.dealloc %u {note} : memref<*xf32>
      memref.alloca_scope {
        %r13 = memref.alloca() : memref<2xf32>
      }
      %r14 = memref.alloca_scope -> (i32) {
        memref.alloca_scope.return %y : i32
      }
      %r15, %second = memref.alloca_scope -> (i32, f32) {
        %inner = memref.alloca() : memref<2xf32>
        memref.alloca_scope.return %y, %x : i32, f32
      } {note = 1 : i32}
      memref.prefetch %m[%n, %n], read, locality<3>, data : memref<4x?xf32>
      memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<4x?xf32>
      %r16:2 = memref.distinct_objects %m, %d : memref<4x?xf32>, memref<?x?xf32>
      %r17 = memref.distinct_objects %m : memref<4x?xf32>
      %r18 = memref.assume_alignment %m, 16 : memref<4x?xf32>
      %r19 = memref.assume_alignment %d, 1 {note} : memref<?x?xf32>
    }
  }
  return
}

func.func @task(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %token = async.execute {
    %r0 = memref.alloc() : memref<4xf32>
    %r1 = memref.alloc() : memref<f64>
    %r2 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x4x?xf32>
    %r3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    %r4 = memref.alloc() {alignment = 16 : i64, note = "kept"} : memref<4x4xf32, strided<[8, 1]>>
    %r5 = memref.alloc() : memref<4xf32, 3>
    %r6 = memref.alloc() : memref<0x4xi1>
    %r7 = memref.alloca() : memref<2x2xi8>
    %r8 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
    %r9 = memref.alloca(%n)[%n] : memref<?xi64, affine_map<(d0)[s0] -> (d0 + s0)>>
    %old0 = memref.alloc() : memref<4xi32>
    %r10 = memref.realloc %old0 : memref<4xi32> to memref<8xi32>
    %old1 = memref.alloc() : memref<4xi32>
    %r11 = memref.realloc %old1(%n) {alignment = 8 : i64} : memref<4xi32> to memref<?xi32>
    %old2 = memref.alloc(%n) : memref<?xi32>
    %r12 = memref.realloc %old2(%n) {note} : memref<?xi32> to memref<?xi32>
    %gone0 = memref.alloc() : memref<4xf32>
    memref.dealloc %gone0 : memref<4xf32>
    memref.dealloc %u {note} : memref<*xf32>
    memref.alloca_scope {
      %r13 = memref.alloca() : memref<2xf32>
    }
    %r14 = memref.alloca_scope -> (i32) {
      memref.alloca_scope.return %y : i32
    }
    %r15, %second = memref.alloca_scope -> (i32, f32) {
      %inner = memref.alloca() : memref<2xf32>
      memref.alloca_scope.return %y, %x : i32, f32
    } {note = 1 : i32}
    memref.prefetch %m[%n, %n], read, locality<3>, data : memref<4x?xf32>
    memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<4x?xf32>
    %r16:2 = memref.distinct_objects %m, %d : memref<4x?xf32>, memref<?x?xf32>
    %r17 = memref.distinct_objects %m : memref<4x?xf32>
    %r18 = memref.assume_alignment %m, 16 : memref<4x?xf32>
    %r19 = memref.assume_alignment %d, 1 {note} : memref<?x?xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) -> !async.token {
  memref.alloca_scope {
    %r0 = memref.alloc() : memref<4xf32>
    %r1 = memref.alloc() : memref<f64>
    %r2 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x4x?xf32>
    %r3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    %r4 = memref.alloc() {alignment = 16 : i64, note = "kept"} : memref<4x4xf32, strided<[8, 1]>>
    %r5 = memref.alloc() : memref<4xf32, 3>
    %r6 = memref.alloc() : memref<0x4xi1>
    %r7 = memref.alloca() : memref<2x2xi8>
    %r8 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
    %r9 = memref.alloca(%n)[%n] : memref<?xi64, affine_map<(d0)[s0] -> (d0 + s0)>>
    %old0 = memref.alloc() : memref<4xi32>
    %r10 = memref.realloc %old0 : memref<4xi32> to memref<8xi32>
    %old1 = memref.alloc() : memref<4xi32>
    %r11 = memref.realloc %old1(%n) {alignment = 8 : i64} : memref<4xi32> to memref<?xi32>
    %old2 = memref.alloc(%n) : memref<?xi32>
    %r12 = memref.realloc %old2(%n) {note} : memref<?xi32> to memref<?xi32>
    %gone0 = memref.alloc() : memref<4xf32>
    memref.dealloc %gone0 : memref<4xf32>
    memref.dealloc %u {note} : memref<*xf32>
    memref.alloca_scope {
      %r13 = memref.alloca() : memref<2xf32>
    }
    %r14 = memref.alloca_scope -> (i32) {
      memref.alloca_scope.return %y : i32
    }
    %r15, %second = memref.alloca_scope -> (i32, f32) {
      %inner = memref.alloca() : memref<2xf32>
      memref.alloca_scope.return %y, %x : i32, f32
    } {note = 1 : i32}
    memref.prefetch %m[%n, %n], read, locality<3>, data : memref<4x?xf32>
    memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<4x?xf32>
    %r16:2 = memref.distinct_objects %m, %d : memref<4x?xf32>, memref<?x?xf32>
    %r17 = memref.distinct_objects %m : memref<4x?xf32>
    %r18 = memref.assume_alignment %m, 16 : memref<4x?xf32>
    %r19 = memref.assume_alignment %d, 1 {note} : memref<?x?xf32>
  }
  return
}
