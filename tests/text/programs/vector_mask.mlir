#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#acc = affine_map<(d0, d1, d2) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#again = affine_map<(d0, d1) -> (0, d1)>
func.func @plain(%a: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %m6: vector<8xi1>, %s: i32, %z: f32, %g: vector<2x4xf32>, %h: vector<2xf32>, %k: vector<4xf32>, %m2: vector<2x4xi1>, %m3: vector<2x4x3xi1>, %m4: vector<4xi1>, %m5: vector<4x2xi1>, %p: vector<2x3xi8>, %q: vector<3x4xi8>, %w: vector<2x4xi32>, %x: memref<?xf32>, %y: memref<5x6xf32>, %b: memref<4x2xf32>, %i: index) {
  %r0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %r1 = vector.mask %m { vector.reduction <mul>, %a, %s : vector<8xi32> into i32 } {note} : vector<8xi1> -> i32
  %r2 = vector.mask %m { vector.reduction <minui>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %r3 = vector.mask %m { vector.reduction <add>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %r4 = vector.mask %m { vector.reduction <minnumf>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %r5 = vector.mask %m { vector.reduction <maximumf>, %f, %z fastmath<nnan> : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %r6 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  %r7 = vector.mask %m, %f { vector.yield %f : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %r8 = vector.mask %m { vector.yield %s : i32 } : vector<8xi1> -> i32
  %r9 = vector.mask %m2 { vector.multi_reduction <add>, %g, %h [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  %r10 = vector.mask %m2 { vector.multi_reduction <maxnumf>, %g, %z [0, 1] : vector<2x4xf32> to f32 } : vector<2x4xi1> -> f32
  %r11 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
  %r12 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxsi>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
  %r13 = vector.mask %m2 { vector.outerproduct %h, %k, %g {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  %r14 = vector.mask %m2 { vector.outerproduct %h, %k : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  %r15 = vector.mask %m4 { vector.outerproduct %k, %z, %k {kind = #vector.kind<mul>} : vector<4xf32>, f32 } : vector<4xi1> -> vector<4xf32>
  %r16 = vector.mask %m { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %r17 = vector.mask %m, %f { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %r18 = vector.mask %m5, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #swap} : memref<5x6xf32>, vector<2x4xf32> } : vector<4x2xi1> -> vector<2x4xf32>
  %r19 = vector.mask %m4, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #again} : memref<5x6xf32>, vector<2x4xf32> } : vector<4xi1> -> vector<2x4xf32>
  vector.mask %m { vector.transfer_write %f, %x[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  vector.mask %m5 { vector.transfer_write %g, %y[%i, %i] {permutation_map = #swap} : vector<2x4xf32>, memref<5x6xf32> } : vector<4x2xi1>
  %r20 = vector.mask %m { vector.gather %x[%i] [%a], %m6, %f : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %r21 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
  return
}
func.func @in_if(%a: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %m6: vector<8xi1>, %s: i32, %z: f32, %g: vector<2x4xf32>, %h: vector<2xf32>, %k: vector<4xf32>, %m2: vector<2x4xi1>, %m3: vector<2x4x3xi1>, %m4: vector<4xi1>, %m5: vector<4x2xi1>, %p: vector<2x3xi8>, %q: vector<3x4xi8>, %w: vector<2x4xi32>, %x: memref<?xf32>, %y: memref<5x6xf32>, %b: memref<4x2xf32>, %i: index, %c: i1) {
  scf.if %c {
    %r0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %r1 = vector.mask %m { vector.reduction <mul>, %a, %s : vector<8xi32> into i32 } {note} : vector<8xi1> -> i32
    %r2 = vector.mask %m { vector.reduction <minui>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %r3 = vector.mask %m { vector.reduction <add>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r4 = vector.mask %m { vector.reduction <minnumf>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r5 = vector.mask %m { vector.reduction <maximumf>, %f, %z fastmath<nnan> : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r6 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
    %r7 = vector.mask %m, %f { vector.yield %f : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r8 = vector.mask %m { vector.yield %s : i32 } : vector<8xi1> -> i32
    %r9 = vector.mask %m2 { vector.multi_reduction <add>, %g, %h [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
    %r10 = vector.mask %m2 { vector.multi_reduction <maxnumf>, %g, %z [0, 1] : vector<2x4xf32> to f32 } : vector<2x4xi1> -> f32
    %r11 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
    %r12 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxsi>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
    %r13 = vector.mask %m2 { vector.outerproduct %h, %k, %g {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
    %r14 = vector.mask %m2 { vector.outerproduct %h, %k : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
    %r15 = vector.mask %m4 { vector.outerproduct %k, %z, %k {kind = #vector.kind<mul>} : vector<4xf32>, f32 } : vector<4xi1> -> vector<4xf32>
    %r16 = vector.mask %m { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r17 = vector.mask %m, %f { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r18 = vector.mask %m5, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #swap} : memref<5x6xf32>, vector<2x4xf32> } : vector<4x2xi1> -> vector<2x4xf32>
    %r19 = vector.mask %m4, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #again} : memref<5x6xf32>, vector<2x4xf32> } : vector<4xi1> -> vector<2x4xf32>
    vector.mask %m { vector.transfer_write %f, %x[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
    vector.mask %m5 { vector.transfer_write %g, %y[%i, %i] {permutation_map = #swap} : vector<2x4xf32>, memref<5x6xf32> } : vector<4x2xi1>
    %r20 = vector.mask %m { vector.gather %x[%i] [%a], %m6, %f : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r21 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
  }
  return
}
func.func @in_task(%a: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %m6: vector<8xi1>, %s: i32, %z: f32, %g: vector<2x4xf32>, %h: vector<2xf32>, %k: vector<4xf32>, %m2: vector<2x4xi1>, %m3: vector<2x4x3xi1>, %m4: vector<4xi1>, %m5: vector<4x2xi1>, %p: vector<2x3xi8>, %q: vector<3x4xi8>, %w: vector<2x4xi32>, %x: memref<?xf32>, %y: memref<5x6xf32>, %b: memref<4x2xf32>, %i: index) {
  %t = async.execute {
    %r0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %r1 = vector.mask %m { vector.reduction <mul>, %a, %s : vector<8xi32> into i32 } {note} : vector<8xi1> -> i32
    %r2 = vector.mask %m { vector.reduction <minui>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %r3 = vector.mask %m { vector.reduction <add>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r4 = vector.mask %m { vector.reduction <minnumf>, %f : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r5 = vector.mask %m { vector.reduction <maximumf>, %f, %z fastmath<nnan> : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %r6 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
    %r7 = vector.mask %m, %f { vector.yield %f : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r8 = vector.mask %m { vector.yield %s : i32 } : vector<8xi1> -> i32
    %r9 = vector.mask %m2 { vector.multi_reduction <add>, %g, %h [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
    %r10 = vector.mask %m2 { vector.multi_reduction <maxnumf>, %g, %z [0, 1] : vector<2x4xf32> to f32 } : vector<2x4xi1> -> f32
    %r11 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
    %r12 = vector.mask %m3 { vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxsi>} %p, %q, %w : vector<2x3xi8>, vector<3x4xi8> into vector<2x4xi32> } : vector<2x4x3xi1> -> vector<2x4xi32>
    %r13 = vector.mask %m2 { vector.outerproduct %h, %k, %g {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
    %r14 = vector.mask %m2 { vector.outerproduct %h, %k : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
    %r15 = vector.mask %m4 { vector.outerproduct %k, %z, %k {kind = #vector.kind<mul>} : vector<4xf32>, f32 } : vector<4xi1> -> vector<4xf32>
    %r16 = vector.mask %m { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r17 = vector.mask %m, %f { vector.transfer_read %x[%i], %z : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r18 = vector.mask %m5, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #swap} : memref<5x6xf32>, vector<2x4xf32> } : vector<4x2xi1> -> vector<2x4xf32>
    %r19 = vector.mask %m4, %g { vector.transfer_read %y[%i, %i], %z {permutation_map = #again} : memref<5x6xf32>, vector<2x4xf32> } : vector<4xi1> -> vector<2x4xf32>
    vector.mask %m { vector.transfer_write %f, %x[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
    vector.mask %m5 { vector.transfer_write %g, %y[%i, %i] {permutation_map = #swap} : vector<2x4xf32>, memref<5x6xf32> } : vector<4x2xi1>
    %r20 = vector.mask %m { vector.gather %x[%i] [%a], %m6, %f : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %r21 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
    async.yield
  }
  async.await %t : !async.token
  return
}
