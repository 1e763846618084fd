// Of two cases with the same value the first counts; several edges lead to one block.
// run: @main() = 3 : i64
// mlir: no, LLVM refuses duplicate cases

func.func @main() -> i64 {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %f = arith.constant 1 : i8
  cf.switch %f : i8, [
    default: ^a(%c2 : i64),
    1: ^a(%c3 : i64),
    1: ^a(%c2 : i64)
  ]
^a(%x: i64):
  return %x : i64
}
