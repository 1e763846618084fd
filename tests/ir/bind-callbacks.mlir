// RUN: asyncir opt %s -p bind-callbacks | filecheck %s

// A function that the host provides calls it and waits for what it returns.
// CHECK-LABEL: func.func private @two(%arg0: i32, %arg1: memref<?xf32>) -> (f32, index) attributes {asyncir.host}
// CHECK: %0:2 = rt.call @two(%arg0, %arg1) : (i32, memref<?xf32>) -> (!async.value<f32>, !async.value<index>)
// CHECK: %1 = async.await %0#0 : !async.value<f32>
// CHECK: %2 = async.await %0#1 : !async.value<index>
// CHECK: return %1, %2 : f32, index
func.func private @two(i32, memref<?xf32>) -> (f32, index) attributes {asyncir.callback}

// One without results is waited for by a token.
// CHECK-LABEL: func.func private @none()
// CHECK: %0 = rt.call @none() : () -> !async.token
// CHECK: async.await %0 : !async.token
// CHECK: return
func.func private @none() attributes {asyncir.callback}

// An async function returns at once: what it waits for completes its token and its value.
// CHECK-LABEL: async.func private @later(%arg0: f64) -> (!async.token, !async.value<f64>)
// CHECK: %0:2 = rt.call @later(%arg0) : (f64) -> (!async.token, !async.value<f64>)
// CHECK: %1 = await %0#1 : !async.value<f64>
// CHECK: return %1 : f64
async.func private @later(f64) -> (!async.token, !async.value<f64>) attributes {asyncir.callback}

// A call waits where it is; the call of an async function does not.
// CHECK-LABEL: func.func @calls(%x: i32, %m: memref<?xf32>, %z: f64) -> (f32, index, !async.value<f64>) attributes {asyncir.host}
// CHECK: %a:2 = rt.call @two(%x, %m) : (i32, memref<?xf32>) -> (!async.value<f32>, !async.value<index>)
// CHECK: %a_0 = async.await %a#0 : !async.value<f32>
// CHECK: %b = async.await %a#1 : !async.value<index>
// CHECK: async.execute
// CHECK: rt.call @none() : () -> !async.token
// CHECK: %t, %v = rt.call @later(%z) : (f64) -> (!async.token, !async.value<f64>)
// CHECK-NOT: await
// CHECK: return %a_0, %b, %v
func.func @calls(%x: i32, %m: memref<?xf32>, %z: f64) -> (f32, index, !async.value<f64>) {
  %a, %b = func.call @two(%x, %m) : (i32, memref<?xf32>) -> (f32, index)
  %task = async.execute {
    func.call @none() : () -> ()
    async.yield
  }
  %t, %v = async.call @later(%z) : (f64) -> (!async.token, !async.value<f64>)
  return %a, %b, %v : f32, index, !async.value<f64>
}

// Other declarations stay.
// CHECK-LABEL: func.func private @external(i32)
// CHECK-NOT: rt.call
func.func private @external(i32)
