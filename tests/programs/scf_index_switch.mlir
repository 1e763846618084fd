// A switch on an index, with a result.
// run: @main(1 : index) = 5 : i32
// run: @main(4 : index) = 6 : i32
// run: @main(2 : index) = 7 : i32
func.func @main(%at: index) -> i32 {
  %r = scf.index_switch %at -> i32
  case 1 {
    %x = arith.constant 5 : i32
    scf.yield %x : i32
  }
  case 4 {
    %x = arith.constant 6 : i32
    scf.yield %x : i32
  }
  default {
    %x = arith.constant 7 : i32
    scf.yield %x : i32
  }
  return %r : i32
}
