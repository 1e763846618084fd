func.func @loops(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %n: index, %m: memref<?xf32>, %x: f32) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %r:2 = scf.forall (%i, %j) in (%n, 8) shared_outs(%o = %a, %p = %b) -> (tensor<4x8xf32>, tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i, %j] [1, 1] [1, 1] : tensor<4x8xf32> to tensor<1x1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x8xf32>
    }
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  scf.forall (%i) in (%n) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i, %j) = (1, %n) to (%n, 8) step (2, %n) {
    memref.store %x, %m[%i] : memref<?xf32>
  } {k}
  %q = scf.forall (%i) = (0) to (7) step (2) shared_outs(%o = %b) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 1) {
  }
  scf.forall (%i, %j, %k, %l, %p) in (%n, %n, %n, %n, %n) {
  } {mapping = [#gpu.thread<linear_dim_0>, #gpu.block<z>, #gpu.warp<linear_dim_9>, #gpu.warpgroup<x>, #gpu.lane<linear_dim_2>]}
  scf.forall (%i) in (%n) {
  } {mapping = [], k}
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<8xf32>
}
func.func @in_a_task(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %n: index, %m: memref<?xf32>, %x: f32) {
  %token = async.execute {
    %r:2 = scf.forall (%i, %j) in (%n, 8) shared_outs(%o = %a, %p = %b) -> (tensor<4x8xf32>, tensor<8xf32>) {
      %s = tensor.extract_slice %o[%i, %j] [1, 1] [1, 1] : tensor<4x8xf32> to tensor<1x1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x8xf32>
      }
    } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
    scf.forall (%i) in (%n) {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.forall (%i, %j) = (1, %n) to (%n, 8) step (2, %n) {
      memref.store %x, %m[%i] : memref<?xf32>
    } {k}
    %q = scf.forall (%i) = (0) to (7) step (2) shared_outs(%o = %b) -> (tensor<8xf32>) {
      scf.forall.in_parallel {
      }
    }
    scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 1) {
    }
    scf.forall (%i, %j, %k, %l, %p) in (%n, %n, %n, %n, %n) {
    } {mapping = [#gpu.thread<linear_dim_0>, #gpu.block<z>, #gpu.warp<linear_dim_9>, #gpu.warpgroup<x>, #gpu.lane<linear_dim_2>]}
    scf.forall (%i) in (%n) {
    } {mapping = [], k}
    async.yield
  }
  return
}
func.func @in_a_loop(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %n: index, %m: memref<?xf32>, %x: f32) {
  scf.for %z = %n to %n step %n {
    %r:2 = scf.forall (%i, %j) in (%n, 8) shared_outs(%o = %a, %p = %b) -> (tensor<4x8xf32>, tensor<8xf32>) {
      %s = tensor.extract_slice %o[%i, %j] [1, 1] [1, 1] : tensor<4x8xf32> to tensor<1x1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x8xf32>
      }
    } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
    scf.forall (%i) in (%n) {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    scf.forall (%i, %j) = (1, %n) to (%n, 8) step (2, %n) {
      memref.store %x, %m[%i] : memref<?xf32>
    } {k}
    %q = scf.forall (%i) = (0) to (7) step (2) shared_outs(%o = %b) -> (tensor<8xf32>) {
      scf.forall.in_parallel {
      }
    }
    scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 1) {
    }
    scf.forall (%i, %j, %k, %l, %p) in (%n, %n, %n, %n, %n) {
    } {mapping = [#gpu.thread<linear_dim_0>, #gpu.block<z>, #gpu.warp<linear_dim_9>, #gpu.warpgroup<x>, #gpu.lane<linear_dim_2>]}
    scf.forall (%i) in (%n) {
    } {mapping = [], k}
  }
  return
}
