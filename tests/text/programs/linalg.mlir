#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @ops(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %n: memref<8x4xf32>, %o: memref<4x4xf32>, %any: memref<?x?xf32>, %v: memref<f32>, %s: f32, %d: tensor<4xf32>, %e: tensor<8xf32>, %x3: tensor<2x4x8xf32>, %y3: tensor<2x8x4xf32>, %z3: tensor<2x4x4xf32>, %img: tensor<1x7x3xf32>, %ker: tensor<2x3x5xf32>, %res: tensor<1x3x5xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  linalg.matmul {foo = 1 : i32} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
  %1 = linalg.matmul indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_signed>} ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %wide = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, #kn, #mn] ins(%e, %b : tensor<8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b0 = linalg.batch_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b1 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%y3, %y3 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b2 = linalg.batch_reduce_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b3 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%x3, %b : tensor<2x4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.fill ins(%s : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = linalg.generic {indexing_maps = [#id, #t], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 {k} : index
    %q = arith.addf %x, %y : f32
    linalg.yield %q : f32
  } -> tensor<4x4xf32>
  linalg.generic {doc = "hello", library_call = "foo", indexing_maps = [#id], iterator_types = ["parallel", "reduction"]} outs(%o : memref<4x4xf32>) attrs = {bar = 2 : i64} {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  %5 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c, %s : tensor<4x4xf32>, f32) outs(%d : tensor<4xf32>) attrs = {note = "x"} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %21:2 = linalg.generic {indexing_maps = [#id, #t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2, 3)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%any : memref<?x?xf32>) outs(%any : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  %51 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
    %q = arith.addf %x, %y : f32
    linalg.yield %q : f32
  }
  %61 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>)
  %66 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
    %q = arith.addf %y, %x : f32
    linalg.yield %q : f32
  }
  %67 = linalg.map outs(%c : tensor<4x4xf32>) (%w: f32) {
    %k = linalg.index 1 : index
    linalg.yield %s : f32
  }
  linalg.map { arith.mulf } ins(%o, %o : memref<4x4xf32>, memref<4x4xf32>) outs(%o : memref<4x4xf32>) {foo}
  linalg.map { math.exp } ins(%o : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
  %7 = linalg.reduce ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) {
    %q = arith.addf %x, %y : f32
    linalg.yield %q : f32
  }
  %8 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1]
  linalg.reduce { arith.maximumf } ins(%o : memref<4x4xf32>) outs(%v : memref<f32>) dimensions = [0, 1] {foo = 1 : i32}
  %22:2 = linalg.reduce ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%d, %d : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x, %y : f32, f32
  }
  %9 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
  linalg.transpose ins(%m : memref<4x8xf32>) outs(%n : memref<8x4xf32>) permutation = [1, 0] {foo = 1 : i32}
  %10 = linalg.broadcast ins(%d : tensor<4xf32>) outs(%c : tensor<4x4xf32>) dimensions = [1]
  linalg.broadcast ins(%v : memref<f32>) outs(%o : memref<4x4xf32>) dimensions = [0, 1] {foo}
  %11 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#t, #id] ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %13 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  linalg.contract indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %m : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x4xf32>)
  %14 = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : vector<1xi64>} ins(%img, %ker : tensor<1x7x3xf32>, tensor<2x3x5xf32>) outs(%res : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  %15 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @in_a_task(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %n: memref<8x4xf32>, %o: memref<4x4xf32>, %any: memref<?x?xf32>, %v: memref<f32>, %s: f32, %d: tensor<4xf32>, %e: tensor<8xf32>, %x3: tensor<2x4x8xf32>, %y3: tensor<2x8x4xf32>, %z3: tensor<2x4x4xf32>, %img: tensor<1x7x3xf32>, %ker: tensor<2x3x5xf32>, %res: tensor<1x3x5xf32>) {
  %token = async.execute {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.matmul {foo = 1 : i32} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
    linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
    %1 = linalg.matmul indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.matmul indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_signed>} ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %wide = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, #kn, #mn] ins(%e, %b : tensor<8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %b0 = linalg.batch_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %b1 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%y3, %y3 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %b2 = linalg.batch_reduce_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %b3 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%x3, %b : tensor<2x4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = linalg.fill ins(%s : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#id, #t], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 {k} : index
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<4x4xf32>
    linalg.generic {doc = "hello", library_call = "foo", indexing_maps = [#id], iterator_types = ["parallel", "reduction"]} outs(%o : memref<4x4xf32>) attrs = {bar = 2 : i64} {
    ^bb0(%x: f32):
      linalg.yield %x : f32
    }
    %5 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c, %s : tensor<4x4xf32>, f32) outs(%d : tensor<4xf32>) attrs = {note = "x"} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %z, %p : f32
      linalg.yield %q : f32
    } -> tensor<4xf32>
    %21:2 = linalg.generic {indexing_maps = [#id, #t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x, %y : f32, f32
    } -> (tensor<4x4xf32>, tensor<4x4xf32>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2, 3)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%any : memref<?x?xf32>) outs(%any : memref<?x?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    }
    %51 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    }
    %61 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>)
    %66 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
      %q = arith.addf %y, %x : f32
      linalg.yield %q : f32
    }
    %67 = linalg.map outs(%c : tensor<4x4xf32>) (%w: f32) {
      %k = linalg.index 1 : index
      linalg.yield %s : f32
    }
    linalg.map { arith.mulf } ins(%o, %o : memref<4x4xf32>, memref<4x4xf32>) outs(%o : memref<4x4xf32>) {foo}
    linalg.map { math.exp } ins(%o : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
    %7 = linalg.reduce ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) {
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    }
    %8 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1]
    linalg.reduce { arith.maximumf } ins(%o : memref<4x4xf32>) outs(%v : memref<f32>) dimensions = [0, 1] {foo = 1 : i32}
    %22:2 = linalg.reduce ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%d, %d : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
      linalg.yield %x, %y : f32, f32
    }
    %9 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
    linalg.transpose ins(%m : memref<4x8xf32>) outs(%n : memref<8x4xf32>) permutation = [1, 0] {foo = 1 : i32}
    %10 = linalg.broadcast ins(%d : tensor<4xf32>) outs(%c : tensor<4x4xf32>) dimensions = [1]
    linalg.broadcast ins(%v : memref<f32>) outs(%o : memref<4x4xf32>) dimensions = [0, 1] {foo}
    %11 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#t, #id] ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.contract indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %m : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x4xf32>)
    %14 = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : vector<1xi64>} ins(%img, %ker : tensor<1x7x3xf32>, tensor<2x3x5xf32>) outs(%res : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
    %15 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    async.yield
  }
  return
}
func.func @in_a_branch(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %n: memref<8x4xf32>, %o: memref<4x4xf32>, %any: memref<?x?xf32>, %v: memref<f32>, %s: f32, %d: tensor<4xf32>, %e: tensor<8xf32>, %x3: tensor<2x4x8xf32>, %y3: tensor<2x8x4xf32>, %z3: tensor<2x4x4xf32>, %img: tensor<1x7x3xf32>, %ker: tensor<2x3x5xf32>, %res: tensor<1x3x5xf32>, %cond: i1) {
  scf.if %cond {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.matmul {foo = 1 : i32} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
    linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %n : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
    %1 = linalg.matmul indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.matmul indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_signed>} ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %wide = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, #kn, #mn] ins(%e, %b : tensor<8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %b0 = linalg.batch_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %b1 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%y3, %y3 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%z3 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %b2 = linalg.batch_reduce_matmul ins(%x3, %y3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %b3 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%x3, %b : tensor<2x4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = linalg.fill ins(%s : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = linalg.generic {indexing_maps = [#id, #t], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 {k} : index
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<4x4xf32>
    linalg.generic {doc = "hello", library_call = "foo", indexing_maps = [#id], iterator_types = ["parallel", "reduction"]} outs(%o : memref<4x4xf32>) attrs = {bar = 2 : i64} {
    ^bb0(%x: f32):
      linalg.yield %x : f32
    }
    %5 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c, %s : tensor<4x4xf32>, f32) outs(%d : tensor<4xf32>) attrs = {note = "x"} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %z, %p : f32
      linalg.yield %q : f32
    } -> tensor<4xf32>
    %21:2 = linalg.generic {indexing_maps = [#id, #t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x4xf32>) outs(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x, %y : f32, f32
    } -> (tensor<4x4xf32>, tensor<4x4xf32>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2, 3)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]} ins(%any : memref<?x?xf32>) outs(%any : memref<?x?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    }
    %51 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    }
    %61 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>)
    %66 = linalg.map ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%x: f32, %y: f32, %w: f32) {
      %q = arith.addf %y, %x : f32
      linalg.yield %q : f32
    }
    %67 = linalg.map outs(%c : tensor<4x4xf32>) (%w: f32) {
      %k = linalg.index 1 : index
      linalg.yield %s : f32
    }
    linalg.map { arith.mulf } ins(%o, %o : memref<4x4xf32>, memref<4x4xf32>) outs(%o : memref<4x4xf32>) {foo}
    linalg.map { math.exp } ins(%o : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
    %7 = linalg.reduce ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) {
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    }
    %8 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%c : tensor<4x4xf32>) outs(%d : tensor<4xf32>) dimensions = [1]
    linalg.reduce { arith.maximumf } ins(%o : memref<4x4xf32>) outs(%v : memref<f32>) dimensions = [0, 1] {foo = 1 : i32}
    %22:2 = linalg.reduce ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%d, %d : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
      linalg.yield %x, %y : f32, f32
    }
    %9 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
    linalg.transpose ins(%m : memref<4x8xf32>) outs(%n : memref<8x4xf32>) permutation = [1, 0] {foo = 1 : i32}
    %10 = linalg.broadcast ins(%d : tensor<4xf32>) outs(%c : tensor<4x4xf32>) dimensions = [1]
    linalg.broadcast ins(%v : memref<f32>) outs(%o : memref<4x4xf32>) dimensions = [0, 1] {foo}
    %11 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#t, #id] ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.contract indexing_maps = [#mk, #nk, #mn] {cast = #linalg.type_fn<cast_unsigned>} ins(%m, %m : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x4xf32>)
    %14 = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : vector<1xi64>} ins(%img, %ker : tensor<1x7x3xf32>, tensor<2x3x5xf32>) outs(%res : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
    %15 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  return
}
