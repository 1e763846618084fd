#map = affine_map<(d0) -> (d0)>
func.func @slice(%t: tensor<16x16xf32>, %i: index, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [%n, 4] [1, 2] : tensor<16x16xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// -----
func.func @rank_reduce(%t: tensor<16x16xf32>, %i: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<16x16xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[0, %i] [1, 4] [1, 1] : tensor<4xf32> into tensor<16x16xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @enc(%t: tensor<4x?xf32, "enc">, %u: tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32, "enc"> to tensor<4x4xf32, "enc">
  %1 = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %2 = tensor.dim %u, %c0 : tensor<*xf32>
  %3 = tensor.rank %u : tensor<*xf32>
  return
}
// -----
func.func @fe(%a: f32) -> tensor<0xf32> {
  %0 = tensor.from_elements : tensor<0xf32>
  %1 = tensor.from_elements %a : tensor<f32>
  %2 = tensor.from_elements %a, %a, %a, %a : tensor<2x2xf32>
  return %0 : tensor<0xf32>
}
// -----
func.func @pad(%t: tensor<?x?xf32>, %l: index, %p: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %t nofold low[%l, 0] high[0, %l] {
  ^bb0(%a: index, %b: index):
    tensor.yield %p : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @exp(%t: tensor<?x4xf32>, %n: index) {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<?x2x4xf32> into tensor<?xf32>
  %2 = tensor.collapse_shape %0 [[0], [1, 2]] {x} : tensor<?x2x4xf32> into tensor<?x8xf32>
  return
}
// -----
func.func @exp0(%t: tensor<f32>, %m: memref<f32>) {
  %0 = tensor.expand_shape %t [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  %2 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %3 = memref.collapse_shape %2 [] : memref<1x1xf32> into memref<f32>
  return
}
// -----
func.func @gather(%s: tensor<4x5x6xf32>, %i: tensor<1x3x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([1, 2]) unique : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x4x1x1xf32>
  %1 = tensor.gather %s[%i] gather_dims([1, 2]) : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x4xf32>
  return
}
// -----
func.func @concat(%a: tensor<3x4xf32>, %b: tensor<?x4xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.concat dim(1) %a, %a : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
  %2 = tensor.concat dim(0) %a : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
// -----
func.func @splat(%a: f32, %n: index) {
  %0 = tensor.splat %a : tensor<8xf32>
  %1 = tensor.splat %a[%n, %n] : tensor<?x20x?xf32>
  %2 = tensor.splat %a : tensor<f32>
  return
}
// -----
func.func @gen(%m: index, %n: index) -> tensor<?x3x?xf32> {
  %t = tensor.generate %m, %n {
    ^bb0(%i : index, %j : index, %k : index):
      %e = arith.constant 8.0 : f32
      tensor.yield %e : f32
  } : tensor<?x3x?xf32>
  return %t : tensor<?x3x?xf32>
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
  func.func private @f()
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, "dlti.endianness" = "little", "dlti.alloca_memory_space" = 5 : ui32>} { }
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>, "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 64 : i32>>} { }
// -----
"builtin.module"() ({}) {dlti.map = #dlti.map<"a" = 1 : i32, i32 = "x">} : () -> ()
// -----
module attributes {llvm.target_triple = "x", foo.bar = #foo<bar>, a.b = !x.y<z>, "quoted.attr" = dense<1> : tensor<2xi8>} { }
// -----
func.func @t2b(%t: tensor<4xf32>, %m: memref<4xf32, 1>) {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %1 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  %2 = bufferization.to_tensor %m restrict writable : memref<4xf32, 1> to tensor<4xf32>
  %3 = bufferization.clone %m : memref<4xf32, 1> to memref<4xf32, 1>
  %4 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  %5 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %6 = bufferization.materialize_in_destination %t in %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32, 1>) -> ()
  return
}
// -----
func.func @alloc_t(%n: index) {
  %0 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  %1 = bufferization.alloc_tensor(%n, %n) : tensor<?x?xf32>
  return
}
// -----
func.func @dealloc(%m: memref<2xf32>, %n: memref<4xi32>, %c: i1, %r: memref<*xf32>) {
  %0:2 = bufferization.dealloc (%m, %n : memref<2xf32>, memref<4xi32>) if (%c, %c) retain (%n, %r : memref<4xi32>, memref<*xf32>)
  bufferization.dealloc (%m : memref<2xf32>) if (%c)
  bufferization.dealloc
  return
}
// -----
func.func @w(%a: i32, %b: f32) -> (i32, f32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, f32) -> (i32, f32) {
    %c = arith.constant true
    scf.condition(%c) %x, %y : i32, f32
  } do {
  ^bb0(%x: i32, %y: f32):
    scf.yield %x, %y : i32, f32
  } attributes {foo = "bar"}
  return %0#0, %0#1 : i32, f32
}
// -----
func.func @isw(%i: index) -> i32 {
  %0 = scf.index_switch %i {a} -> i32
  case 2 {
    %c = arith.constant 1 : i32
    scf.yield %c : i32
  }
  default {
    %c = arith.constant 2 : i32
    scf.yield %c : i32
  }
  scf.index_switch %i
  case -1 {
    scf.yield
  }
  default {
  }
  return %0 : i32
}
// -----
func.func @fi(%a: i32, %b: i32, %s: i32, %ub: index) {
  scf.for %i = %a to %b step %s : i32 {
  }
  scf.for unsigned %i = %a to %b step %s : i32 {
  }
  scf.for %i = %ub to %ub step %ub {
  } {some_attr = true}
  return
}
// -----
func.func @er() {
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  %0 = scf.execute_region -> i32 no_inline {
    %c = arith.constant 1 : i32
    scf.yield %c : i32
  }
  return
}
// -----
func.func @par(%a: index, %f: f32) -> (f32, f32) {
  %0:2 = scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) init (%f, %f) -> (f32, f32) {
    scf.reduce(%f, %f : f32, f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }, {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %r : f32
    }
  } {mapping = []}
  return %0#0, %0#1 : f32, f32
}
// -----
func.func @fa(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) = (0, %n) to (10, 20) step (1, 2) { }
  scf.forall (%i, %j) in (10, %n) {
    scf.forall.in_parallel { }
  }
  return %0 : tensor<?xf32>
}
// -----
func.func @ifs(%c: i1) -> (i32, f32) {
  %0:2 = scf.if %c -> (i32, f32) {
    %a = arith.constant 1 : i32
    %b = arith.constant 1.0 : f32
    scf.yield %a, %b : i32, f32
  } else {
    %a = arith.constant 1 : i32
    %b = arith.constant 1.0 : f32
    scf.yield %a, %b : i32, f32
  } {x = 1}
  scf.if %c { } else { }
  scf.if %c { } else { scf.yield }
  return %0#0, %0#1 : i32, f32
}
