// Printing in order from a loop and a function.
// run: @main()
// prints: 0 1 4 9
func.func private @printI64(i64)
func.func private @printNewline()
func.func private @show(%x: i64) {
  call @printI64(%x) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = arith.index_cast %i : index to i64
    %y = arith.muli %x, %x : i64
    func.call @show(%y) : (i64) -> ()
  }
  return
}
