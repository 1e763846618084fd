// Names that collide with those of lowering, and names that must be quoted.
// run: @main() = 3 : i64
// mlir: no, the names collide

func.func private @"a b"(%x: i64) -> i64 {
  return %x : i64
}
func.func private @"é"(%x: i64) -> i64 {
  %y = func.call @"a b"(%x) : (i64) -> i64
  return %y : i64
}
func.func @f(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %y = func.call @"é"(%x) : (i64) -> i64
    async.yield %y : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
func.func @f_execute_0(%x: i64) -> i64 {
  return %x : i64
}
func.func @f_loop_0(%x: i64) -> i64 {
  return %x : i64
}
func.func @"asyncir.start.f"(%x: i64) -> i64 {
  return %x : i64
}
func.func @_asyncir_entry_f(%x: i64) -> i64 {
  return %x : i64
}
func.func @printf(%x: i64) -> i64 {
  return %x : i64
}
func.func @program.main(%x: i64) -> i64 {
  return %x : i64
}
func.func @asyncir_task_init(%x: i64) -> i64 {
  return %x : i64
}
func.func @"quo\22te"(%x: i64) -> i64 {
  return %x : i64
}
func.func @"12"(%x: i64) -> i64 {
  return %x : i64
}
func.func @".text.0"(%x: i64) -> i64 {
  return %x : i64
}
func.func @main() -> i64 {
  %c3 = arith.constant 3 : i64
  %true = arith.constant true
  cf.assert %true, "msg \22q\22 é"
  %r = func.call @f(%c3) : (i64) -> i64
  return %r : i64
}
