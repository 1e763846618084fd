// The printing functions of MLIR's runner utilities.
// run: @main()
// prints: -3 18446744073709551613 2.5 ( 1, 0.25 )
func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printOpen()
func.func private @printClose()
func.func private @printComma()
func.func private @printNewline()
func.func @main() {
  %a = arith.constant -3 : i64
  %b = arith.constant 2.5 : f32
  %c = arith.constant 0.25 : f64
  %one = arith.constant 1 : i64
  call @printI64(%a) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printU64(%a) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printF32(%b) : (f32) -> ()
  call @printNewline() : () -> ()
  call @printOpen() : () -> ()
  call @printI64(%one) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF64(%c) : (f64) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
  return
}
