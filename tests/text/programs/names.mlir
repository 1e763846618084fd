// Names: reused in sibling regions, made unique, of several results, numbers, before their definition.
func.func @siblings(%c: i1, %n: index) -> index {
  scf.if %c {
    %x = arith.addi %n, %n : index
    %x_1 = arith.addi %x, %n : index
  } else {
    %x = arith.muli %n, %n : index
  }
  %x = arith.subi %n, %n : index
  %x_1 = arith.subi %x, %n : index
  scf.for %i = %n to %n step %n {
    %y = arith.addi %i, %x_1 : index
  }
  scf.for %i = %n to %n step %n {
    %y = arith.addi %i, %x : index
  }
  return %x_1 : index
}
func.func @results(%n: index) -> (index, f32) {
  %x = arith.constant 1.0 : f32
  %a, %b:2 = scf.for %i = %n to %n step %n iter_args(%p = %n, %q = %n, %r = %x) -> (index, index, f32) {
    scf.yield %p, %q, %r : index, index, f32
  }
  %c:3 = scf.for %i = %n to %n step %n iter_args(%p = %a, %q = %b#0, %r = %b#1) -> (index, index, f32) {
    scf.yield %p, %q, %r : index, index, f32
  }
  %0, %1, %2 = scf.for %i = %n to %n step %n iter_args(%p = %c#0, %q = %c#1, %r = %c#2) -> (index, index, f32) {
    scf.yield %p, %q, %r : index, index, f32
  }
  return %0, %2 : index, f32
}
func.func @forward(%c: i1, %x: i32) -> i32 {
  cf.br ^start
^use:
  %0 = arith.addi %later, %x : i32
  %t = async.execute {
    %1 = arith.addi %later, %0 : i32
    async.yield
  }
  return %0 : i32
^start:
  %later = arith.muli %x, %x : i32
  cf.br ^use
}
func.func @strange(%arg7: i32, %_x: i32, %$dollar.dot-dash: i32) -> i32 {
  %arg1 = arith.addi %arg7, %_x : i32
  %17 = arith.addi %arg1, %$dollar.dot-dash : i32
  cf.br ^block.with-strange$name(%17 : i32)
^block.with-strange$name(%arg: i32):
  cf.br ^1(%arg : i32)
^1(%2: i32):
  return %2 : i32
}
