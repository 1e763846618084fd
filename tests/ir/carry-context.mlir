// RUN: asyncir opt %s -p bind-callbacks,carry-context | filecheck %s

func.func private @host(i32) -> i32 attributes {asyncir.callback}

// A public function takes one argument more, and hands it to what may call the host, from its tasks too.
// CHECK-LABEL: func.func @main(%x: i32, %arg0: i64)
// CHECK: async.execute
// CHECK: call @between(%x, %arg0) : (i32, i64) -> i32
func.func @main(%x: i32) {
  %t = async.execute {
    %y = func.call @between(%x) : (i32) -> i32
    async.yield
  }
  async.await %t : !async.token
  return
}

// What is between the caller and the host carries it on.
// CHECK-LABEL: func.func private @between(%x: i32, %arg0: i64) -> i32
// CHECK: rt.call @host(%x, %arg0) : (i32, i64) -> !async.value<i32>
func.func private @between(%x: i32) -> i32 {
  %y = func.call @host(%x) : (i32) -> i32
  return %y : i32
}

// What never calls the host stays as it is.
// CHECK-LABEL: func.func private @alone(%x: i32) -> i32 {
func.func private @alone(%x: i32) -> i32 {
  return %x : i32
}

// A function that is called through a value has a stand-in of the same type.
// CHECK-LABEL: func.func private @value
// CHECK: constant @host_value_0 : (i32) -> i32
func.func private @value() -> i32 {
  %f = func.constant @host : (i32) -> i32
  %x = arith.constant 1 : i32
  %y = func.call_indirect %f(%x) : (i32) -> i32
  return %y : i32
}

// The stand-in has no caller to tell of.
// CHECK-LABEL: func.func private @host_value_0(%arg0: i32) -> i32
// CHECK: %0 = arith.constant 0 : i64
// CHECK: call @host(%arg0, %0) : (i32, i64) -> i32
