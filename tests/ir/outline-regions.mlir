// RUN: asyncir opt %s -p outline-regions | filecheck %s

// A region becomes a call of a function that gets what it uses; regions that are alike call one function.
// CHECK-LABEL: func.func @alike
// CHECK: %t0, %x = async.region -> tensor<4xf32> {
// CHECK-NEXT: %[[X:.*]] = func.call @alike_x_0(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: async.yield %[[X]] : tensor<4xf32>
// CHECK: func.call @alike_x_0(%b, %a)
// CHECK: %t2, %z = async.region [%t0, %t1] -> tensor<4xf32> {
// CHECK-NEXT: func.call @alike_z_0(%x, %y)
// CHECK: func.func private @alike_x_0(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: arith.addf %a, %b : tensor<4xf32>
// CHECK-NEXT: return
// CHECK-NOT: @alike_y
func.func @alike(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %t0, %x = async.region -> tensor<4xf32> {
    %s = arith.addf %a, %b : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  %t1, %y = async.region -> tensor<4xf32> {
    %s = arith.addf %b, %a : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  %t2, %z = async.region [%t0, %t1] -> tensor<4xf32> {
    %s = arith.subf %x, %y : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  async.await %t2 : !async.token
  return %z : tensor<4xf32>
}

// What stands between regions and uses what they make becomes a region, which is waited for; constants and sums of numbers are copied.
// CHECK-LABEL: func.func @between
// CHECK-NOT: arith
// CHECK: async.await %t0 : !async.token
// CHECK-NEXT: %[[E:.*]], %f = async.region -> f32 {
// CHECK-NEXT: func.call @between_f_0(%n, %x) : (index, tensor<4xf32>) -> f32
// CHECK: async.region [%[[E]]] -> tensor<4xf32> {
// CHECK-NEXT: func.call @between_y_0(%f)
// CHECK: func.func private @between_f_0(%n: index, %x: tensor<4xf32>) -> f32 {
// CHECK-NEXT: %one = arith.constant 1 : index
// CHECK-NEXT: %m = arith.addi %n, %one : index
// CHECK-NEXT: tensor.extract %x[%m]
func.func @between(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %one = arith.constant 1 : index
  %m = arith.addi %n, %one : index
  %t0, %x = async.region -> tensor<4xf32> {
    %s = arith.addf %a, %a : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  async.await %t0 : !async.token
  %e = tensor.extract %x[%m] : tensor<4xf32>
  %f = arith.mulf %e, %e : f32
  %t1, %y = async.region -> tensor<4xf32> {
    %s = tensor.splat %f : tensor<4xf32>
    async.yield %s : tensor<4xf32>
  }
  async.await %t1 : !async.token
  return %y : tensor<4xf32>
}

// Two chains between regions have nothing to do with each other: two regions. A constant that is returned has one of its own.
// CHECK-LABEL: func.func @chains
// CHECK: func.call @chains_d_0(%x)
// CHECK: func.call @chains_e_0(%x)
// CHECK: func.call @chains_c_0()
// CHECK: return %d, %e, %c : f32, f32, f32
func.func @chains(%a: f32) -> (f32, f32, f32) {
  %c = arith.constant 2.0 : f32
  %t0, %x = async.region -> f32 {
    %s = arith.mulf %a, %a : f32
    async.yield %s : f32
  }
  async.await %t0 : !async.token
  %d = arith.addf %x, %x : f32
  %e = math.sqrt %x : f32
  return %d, %e, %c : f32, f32, f32
}

// A region with a token of its own, and one that waits in its body, begin when what they wait for is complete.
// CHECK-LABEL: func.func @waits
// CHECK: %t1, %y = async.region [%t0] -> f32 {
// CHECK-NEXT: func.call @waits_y_0(%x) : (f32) -> f32
// CHECK: %t2, %z = async.region [%t1] -> f32 {
// CHECK-NEXT: func.call @waits_z_0(%y)
// CHECK: %t3, %w = async.region [%t2] -> f32 {
// CHECK-NEXT: func.call @waits_w_0(%a)
// CHECK: func.func private @waits_y_0(%x: f32) -> f32 {
// CHECK-NEXT: arith.subf %x, %x : f32
// CHECK: func.func private @waits_z_0(%y: f32) -> f32 {
// CHECK-NEXT: arith.divf %y, %y : f32
func.func @waits(%a: f32) -> f32 {
  %t0, %x = async.region -> f32 {
    %s = arith.mulf %a, %a : f32
    async.yield %s : f32
  }
  %t1, %y = async.region [%t0] token(%own) -> f32 {
    async.await %own : !async.token
    %s = arith.subf %x, %x : f32
    async.yield %s : f32
  }
  %t2, %z = async.region -> f32 {
    async.await %t1 : !async.token
    %s = arith.divf %y, %y : f32
    async.yield %s : f32
  }
  %t3, %w = async.region -> f32 {
    async.await %t2 : !async.token
    %s = math.exp %a : f32
    async.yield %s : f32
  }
  async.await %t3 : !async.token
  return %w : f32
}

// Tasks of a body are over when its function returns; tokens of a loop between regions become that of its region.
// CHECK-LABEL: func.func @inner
// CHECK: %t0, %x = async.region -> f32 {
// CHECK-NEXT: func.call @inner_x_0(%a) : (f32) -> f32
// CHECK: %[[L:.*]], %y = async.region [%t0] -> f32 {
// CHECK-NEXT: func.call @inner_y_0(%n, %x)
// CHECK: async.await %[[L]] : !async.token
// CHECK: func.func private @inner_x_0(%a: f32) -> f32 {
// CHECK: %k, %w = async.region -> f32 {
// CHECK: async.await %k : !async.token
// CHECK-NEXT: return %w : f32
// CHECK: func.func private @inner_y_0(%n: index, %x: f32) -> f32 {
// CHECK: %[[R:.*]] = async.ready : !async.token
// CHECK: scf.for {{.*}} iter_args(%before = %[[R]], %v = %x)
// CHECK: async.await %{{.*}} : !async.token
// CHECK-NEXT: return
func.func @inner(%a: f32, %n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t0, %x = async.region -> f32 {
    %k, %w = async.region -> f32 {
      %s = arith.mulf %a, %a : f32
      async.yield %s : f32
    }
    async.yield %w, %k : f32, !async.token
  }
  %t1, %y = scf.for %i = %zero to %n step %one iter_args(%before = %t0, %v = %x) -> (!async.token, f32) {
    %t2, %v2 = async.region [%before] -> f32 {
      %s = arith.addf %v, %v : f32
      async.yield %s : f32
    }
    scf.yield %t2, %v2 : !async.token, f32
  }
  async.await %t1 : !async.token
  return %y : f32
}

// A function without regions is left as it is.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT: arith.addf
func.func @plain(%a: f32) -> f32 {
  %s = arith.addf %a, %a : f32
  return %s : f32
}
