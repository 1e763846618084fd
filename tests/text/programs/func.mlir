// Functions: declarations, visibility, attributes of arguments and results, calls, functions as values.
func.func private @plain(i32, f64) -> i32
func.func private @attributed(i32 {a.signed}, memref<?xf32> {a.restrict = true, a.align = 64 : i64}) -> (f32 {a.r = "x"})
func.func private @two_results() -> (i32, f32 {a.second})
func.func private @takes_function((i32) -> i32) -> ((i32) -> i32)
func.func private @"quoted name\22é"()
func.func nested @nested_visibility() {
  return
}
func.func @extra() attributes {a.note = "kept", llvm.emit_c_interface, no_inline} {
  return
}
func.func public @explicit_public() {
  return
}
func.func @arguments(%x: i32 {a.first}, %y: f32) -> (i32 {a.r}, f32) {
  func.return %x, %y : i32, f32
}
func.func @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return {a.why = 1 : i32} %0 : i32
}
func.func @calls(%x: i32) -> i32 {
  %0 = call @square(%x) : (i32) -> i32
  %1 = func.call @square(%0) {no_inline} : (i32) -> i32
  %2:2 = call @two_results() {a.b = [1, 2]} : () -> (i32, f32)
  call @extra() : () -> ()
  call @"quoted name\22é"() : () -> ()
  return %2#0 : i32
}
func.func @indirect(%x: i32, %c: i1) -> i32 {
  %f = constant @square : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  %g = func.constant @extra : () -> ()
  func.call_indirect %g() {a.b} : () -> ()
  %1 = scf.if %c -> (i32) {
    %h = func.constant {a.inner} @square : (i32) -> i32
    %2 = func.call_indirect %h(%0) : (i32) -> i32
    scf.yield %2 : i32
  } else {
    %3 = func.call @square(%0) : (i32) -> i32
    scf.yield %3 : i32
  }
  %i = call @takes_function(%f) : ((i32) -> i32) -> ((i32) -> i32)
  %4 = call_indirect %i(%1) : (i32) -> i32
  return %4 : i32
}
func.func @in_task(%x: i32) {
  %t = async.execute {
    %f = func.constant @square : (i32) -> i32
    %0 = func.call_indirect %f(%x) : (i32) -> i32
    %1 = func.call @square(%0) : (i32) -> i32
    async.yield
  }
  async.await %t : !async.token
  return
}
async.func @in_async_function(%x: i32) -> !async.value<i32> {
  %f = func.constant @square : (i32) -> i32
  %0 = func.call_indirect %f(%x) : (i32) -> i32
  %1 = func.call @square(%0) : (i32) -> i32
  return %1 : i32
}
module @inner {
  func.func private @square(i64) -> i64
  func.func @uses_inner(%x: i64) -> i64 {
    %0 = call @square(%x) : (i64) -> i64
    return %0 : i64
  }
}
