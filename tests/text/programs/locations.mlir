// Locations in the text; mlir-opt writes aliases behind their uses.
#early = loc("early.py":1:2)
module {
  func.func @f(%x: i32 loc("arg.py":3:4), %y: i32 loc(unknown)) -> i32 {
    %0 = arith.addi %x, %y : i32 loc("op.py":5:6)
    %1 = arith.addi %0, %y : i32 loc(fused["a.py":1:1, "b.py":2:2])
    %2 = arith.addi %1, %y : i32 loc("name"("c.py":3:3))
    %3 = arith.addi %2, %y : i32 loc(callsite("callee.py":1:1 at "caller.py":2:2))
    %4 = arith.addi %3, %y : i32 loc(#late)
    %5 = arith.addi %4, %y : i32 loc(#early)
    %6 = arith.addi %5, %y : i32 loc("just a name")
    %7 = arith.addi %6, %y : i32 loc(fused<"metadata">["d.py":1:1])
    %t = async.execute {
      async.yield loc("yield.py":1:1)
    } loc("task.py":9:9)
    cf.br ^last(%7 : i32) loc("br.py":1:1)
  ^last(%z: i32 loc("block_arg.py":7:8)):
    return %z : i32 loc(#late)
  } loc("func.py":1:1)
} loc(unknown)
#base = loc("late.py":7:7)
#late = loc(fused[#base, #early])
