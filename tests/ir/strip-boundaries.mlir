// RUN: asyncir opt %s -p strip-boundaries | filecheck %s

// What waits for a fence and signals another one is a function of tensors; the function that only waits is gone.
// CHECK-LABEL: func.func @double(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = arith.addf %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK-NEXT: }
util.func public @double$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
  %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<4xf32>
  %1 = arith.addf %0, %0 : tensor<4xf32>
  %2 = hal.tensor.barrier join(%1 : tensor<4xf32>) => %arg2 : !hal.fence
  %3 = hal.tensor.export %2 : tensor<4xf32> -> !hal.buffer_view
  util.return %3 : !hal.buffer_view
}
util.func public @double(%arg0: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
  %0 = util.null : !hal.fence
  %c-1_i32 = arith.constant -1 : i32
  %c0 = arith.constant 0 : index
  %device_0 = hal.devices.get %c0 : !hal.device
  %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
  %1 = util.call @double$async(%arg0, %0, %fence) : (!hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
  %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
  util.return %1 : !hal.buffer_view
}

// Several results are those of the barrier; an argument that nobody uses is left out; a name may need quotes.
// CHECK-LABEL: func.func @"a model."(%arg0: tensor<2x3xf32>, %arg2: tensor<i64>) -> (tensor<2x3xf32>, tensor<i64>, tensor<2x3xf32>) {
// CHECK-NEXT: return %arg0, %arg2, %arg0 : tensor<2x3xf32>, tensor<i64>, tensor<2x3xf32>
util.func public @"a model.$async"(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {iree.abi.model = "coarse-fences"} {
  %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<2x3xf32>
  %1 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<i64>
  %2:2 = hal.tensor.barrier join(%0, %1 : tensor<2x3xf32>, tensor<i64>) => %arg4 : !hal.fence
  %3 = hal.tensor.export %2#0 : tensor<2x3xf32> -> !hal.buffer_view
  %4 = hal.tensor.export %2#1 : tensor<i64> -> !hal.buffer_view
  util.return %3, %4, %3 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
}

// A size that the type says is a constant.
// CHECK-LABEL: func.func @rows(%arg0: tensor<5x3xf32>) -> (tensor<5x3xf32>, index) {
// CHECK-NEXT: %0 = arith.constant 5 : index
// CHECK-NEXT: return %arg0, %0 : tensor<5x3xf32>, index
util.func public @rows(%arg0: !hal.buffer_view) -> (!hal.buffer_view, index) {
  %0 = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
  %1 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<5x3xf32>
  %2 = hal.tensor.export %1 "output0" : tensor<5x3xf32> -> !hal.buffer_view
  util.return %2, %0 : !hal.buffer_view, index
}

// Functions of tensors call each other as before.
// CHECK-LABEL: func.func @outer(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = call @inner(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK: func.func private @inner(%arg0: tensor<4xf32>) -> tensor<4xf32>
util.func public @outer(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.call @inner(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
util.func private @inner(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %arg0, %arg0 : tensor<4xf32>
  util.return %0 : tensor<4xf32>
}

// An array that is given back as it is, is the tensor that it is imported as; a fence that is reached goes.
// CHECK-LABEL: func.func @same(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: return %arg0 : tensor<4xf32>
util.func public @same$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {iree.abi.model = "coarse-fences"} {
  %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<4xf32>
  hal.fence.signal<%arg2 : !hal.fence>
  util.return %arg0 : !hal.buffer_view
}

// A size that the type leaves open is asked for; one that was only there for the export goes.
// CHECK-LABEL: func.func @open(%arg0: tensor<?x3xf32>) -> (tensor<?x3xf32>, index) {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = tensor.dim %arg0, %0 : tensor<?x3xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: return %arg0, %1 : tensor<?x3xf32>, index
util.func public @open$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> (!hal.buffer_view, index) attributes {iree.abi.model = "coarse-fences"} {
  %0 = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
  %1 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<?x3xf32>{%0}
  %2 = hal.tensor.barrier join(%1 : tensor<?x3xf32>) => %arg2 : !hal.fence
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %2, %c0 : tensor<?x3xf32>
  %3 = hal.tensor.export %2 : tensor<?x3xf32>{%dim} -> !hal.buffer_view
  util.return %3, %0 : !hal.buffer_view, index
}
