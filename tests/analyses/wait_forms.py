"""Programs that wait by token, one for each form of control flow, with the counts that are right for them.

`T` stands for `!async.token`; each wait has its expected answer behind it: `// 2` an exact count, `// 1..3` the least and
the most, `// 1..` no most, `// 1 ready` where some path has a ready token, `// -` nothing to wait for, `// ?` no answer.
"""

from __future__ import annotations

HEAD = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
"""

FORMS: dict[str, str] = {
    "straight": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(1) {} -> T
  %c = queue.commit(0) {} -> T
  queue.await %a : T // 1
  async.await %b : T // 0
  queue.await %c, %b : T, T // 0, 0
  return
}""",
    "several tokens give the minimum": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %c = queue.commit(0) {} -> T
  queue.await %a, %b : T, T // 1
  return
}""",
    "a ready token": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %r = async.ready : T
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  queue.await %r : T // -
  queue.await %a, %r : T, T // 1
  return
}""",
    "select": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %t = arith.select %p, %a, %b : T
  queue.await %t : T // 0..1
  return
}""",
    "loop, carried two iterations": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (T, T) {
    %t = queue.commit(0) {} -> T
    queue.await %x : T // 2
    scf.yield %y, %t : T, T
  }
  queue.await %r#0 : T // 1
  queue.await %r#1 : T // 0
  return
}""",
    "loop, ready at first": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %z = async.ready : T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (T) {
    queue.await %x : T // 0
    %t = queue.commit(0) {} -> T
    scf.yield %t : T
  }
  queue.await %r : T // 0
  return
}""",
    "loop, ready at first, behind other groups": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %z = async.ready : T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (T) {
    %t = queue.commit(0) {} -> T
    queue.await %x : T // 1 ready
    scf.yield %t : T
  }
  queue.await %a : T // 1..
  return
}""",
    "fewer iterations than it is carried": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %c = queue.commit(0) {} -> T
  %r:3 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a, %y = %b, %z = %c) -> (T, T, T) {
    %t = queue.commit(0) {} -> T
    %u = queue.commit(0) {} -> T
    scf.yield %y, %z, %t : T, T, T
  }
  queue.await %r#0 : T // 4
  queue.await %r#1 : T // 3
  return
}""",
    "a loop on the way": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %i to %c3 step %c1 {
      %t = queue.commit(0) {} -> T
    }
    scf.for %j = %c0 to %c2 step %c1 {
      %t = queue.commit(0) {} -> T
    }
  }
  queue.await %a : T // 9..15
  return
}""",
    "a loop of unknown length on the way": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  scf.for %i = %c0 to %n step %c1 {
    %t = queue.commit(0) {} -> T
  }
  %b = queue.commit(0) {} -> T
  queue.await %a : T // 1..
  return
}""",
    "tokens that swap": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %c1000 = arith.constant 1000 : index
  %r:2 = scf.for %i = %c0 to %c1000 step %c1 iter_args(%x = %a, %y = %b) -> (T, T) {
    scf.yield %y, %x : T, T
  }
  queue.await %r#1 : T // 0
  queue.await %r#0 : T // 1
  return
}""",
    "if": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %t, %u = scf.if %p -> (T, T) {
    %b = queue.commit(0) {} -> T
    %c = queue.commit(0) {} -> T
    scf.yield %b, %a : T, T
  } else {
    %b = queue.commit(0) {} -> T
    scf.yield %a, %a : T, T
  }
  queue.await %u : T // 1..2
  queue.await %t : T // 1
  return
}""",
    "switch": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %t = scf.index_switch %n -> T
  case 0 {
    %b = queue.commit(0) {} -> T
    scf.yield %b : T
  }
  case 1 {
    %b = queue.commit(0) {} -> T
    %c = queue.commit(0) {} -> T
    scf.yield %b : T
  }
  default {
    %b = queue.commit(1) {} -> T
    scf.yield %b : T
  }
  queue.await %t : T // 0, 0..1
  return
}""",
    "while": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %k, %r = scf.while (%i = %c0, %x = %a) : (index, T) -> (index, T) {
    queue.await %x : T // 0..1
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %x : index, T
  } do {
  ^bb0(%i: index, %x: T):
    %t = queue.commit(0) {} -> T
    %u = queue.commit(0) {} -> T
    queue.await %x : T // 2..3
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, T
  }
  queue.await %r : T // 0..1
  return
}""",
    "while that counts to three": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %k = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %c3 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %t = queue.commit(0) {} -> T
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  queue.await %a : T // 3
  return
}""",
    "the iterations behind a commit and those of the wait": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  scf.for %i = %c0 to %c2 step %c1 {
    queue.commit(0) {}
    queue.await %a : T // 1..2
  }
  %b = queue.commit(0) {} -> T
  scf.for %i = %c0 to %c3 step %c1 {
    queue.commit(0) {}
    queue.await %b : T // 1..3
  }
  return
}""",
    "three loops, with the wait where the innermost tests": """
func.func @main(%n: index, %p: i1) {
  HEAD
  scf.for %i = %c0 to %n step %c1 {
    %a = queue.commit(0) {} -> T
    scf.for %j = %c0 to %c1 step %c1 {
      %k = scf.while (%k = %c0) : (index) -> index {
        queue.commit(0) {}
        queue.await %a : T // 1..2
        %more = arith.cmpi slt, %k, %c1 : index
        scf.condition(%more) %k : index
      } do {
      ^bb0(%k: index):
        %next = arith.addi %k, %c1 : index
        scf.yield %next : index
      }
    }
  }
  return
}""",
    "execute_region and blocks": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %t = scf.execute_region -> T {
    cf.cond_br %p, ^x, ^y(%a : T)
  ^x:
    %b = queue.commit(0) {} -> T
    %c = queue.commit(0) {} -> T
    cf.br ^y(%b : T)
  ^y(%v: T):
    scf.yield %v : T
  }
  queue.await %t : T // 0..1
  queue.await %a : T // 0..2
  return
}""",
    "a loop of blocks": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  cf.br ^head(%c0, %a : index, T)
^head(%i: index, %x: T):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %t = queue.commit(0) {} -> T
  queue.await %x : T // 1
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %t : index, T)
^end:
  queue.await %x : T // 0
  queue.await %a : T // 0..
  return
}""",
    "started in a callee": """
func.func private @start() -> T {
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  return %a : T
}
func.func @main(%n: index, %p: i1) {
  HEAD
  %t = call @start() : () -> T
  %c = queue.commit(0) {} -> T
  queue.await %t : T // 2
  return
}""",
    "waited for in a callee": """
func.func private @finish(%t: T) {
  %c = queue.commit(0) {} -> T
  queue.await %t : T // 1..2
  return
}
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  call @finish(%a) : (T) -> ()
  %b = queue.commit(0) {} -> T
  %d = queue.commit(0) {} -> T
  call @finish(%b) : (T) -> ()
  return
}""",
    "through a callee, each call by itself": """
func.func private @pass(%t: T) -> T {
  %c = queue.commit(0) {} -> T
  return %t : T
}
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %x = call @pass(%a) : (T) -> T
  queue.await %x : T // 1
  %b = queue.commit(0) {} -> T
  %d = queue.commit(0) {} -> T
  %y = call @pass(%b) : (T) -> T
  queue.await %y : T // 2
  return
}""",
    "recursion": """
func.func private @down(%n: index, %t: T) -> T {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %go = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %go -> T {
    %a = queue.commit(0) {} -> T
    %less = arith.subi %n, %c1 : index
    %s = func.call @down(%less, %a) : (index, T) -> T
    scf.yield %s : T
  } else {
    queue.await %t : T // 0..
    scf.yield %t : T
  }
  return %r : T
}
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %r = call @down(%n, %a) : (index, T) -> T
  %b = queue.commit(0) {} -> T
  queue.await %r : T // 1..
  return
}""",
    "an older token at first, then one from outside": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {} -> T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (T) {
    queue.await %x : T // 1..
    queue.commit(0) {}
    scf.yield %b : T
  }
  queue.await %r : T // 1..
  return
}""",
    "while with groups in its condition": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %r:2 = scf.while (%k = %c0) : (index) -> (index, T) {
    queue.await %a : T // 0..
    %b = queue.commit(0) {} -> T
    queue.commit(0) {}
    %go = arith.cmpi slt, %k, %n : index
    scf.condition(%go) %k, %b : index, T
  } do {
  ^bb0(%l: index, %y: T):
    queue.await %a : T // 2..
    queue.commit(0) {}
    queue.await %y : T // 2
    %more = arith.addi %l, %c1 : index
    scf.yield %more : index
  }
  queue.await %r#1 : T // 1
  return
}""",
    "recursion that hands on a ready token": """
func.func private @down(%n: index) -> T {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %z = async.ready : T
  %go = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %go -> T {
    %less = arith.subi %n, %c1 : index
    %s = func.call @down(%less) : (index) -> T
    queue.commit(0) {}
    scf.yield %s : T
  } else {
    scf.yield %z : T
  }
  return %r : T
}
func.func @main(%n: index, %p: i1) {
  HEAD
  queue.commit(0) {}
  %r = call @down(%n) : (index) -> T
  queue.await %r : T // -
  return
}""",
    "queues that share a FIFO": """
func.func @main(%n: index, %p: i1) attributes {queue.fifos = [[0, 2]]} {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(1) {} -> T
  %c = queue.commit(2) {} -> T
  queue.await %a : T // 1
  queue.await %b : T // 0
  return
}""",
    "a computed queue": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(%n) {} -> T
  %c = queue.commit(%n) {} -> T
  queue.await %a : T // 0..2
  queue.await %b : T // 1
  return
}""",
    "a queue computed in each iteration": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %z = async.ready : T
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (T) {
    queue.await %x : T // ?
    %q = arith.remui %i, %c2 : index
    %t = queue.commit(%q) {} -> T
    queue.await %t : T // 0
    scf.yield %t : T
  }
  return
}""",
    "a computed queue of a shared FIFO": """
func.func @main(%n: index, %p: i1) attributes {queue.fifos = [[0, 1]]} {
  HEAD
  %q = arith.select %p, %c1, %c2 : index
  %a = queue.commit(0) {} -> T
  queue.commit(%q) {}
  queue.await %a : T // 0..1
  return
}""",
    "loops that never run": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %r = async.ready : T
  %low = arith.minsi %n, %c0 : index
  %a = queue.commit(0) {} -> T
  scf.for %i = %c3 to %c0 step %c1 {
    %x = scf.for %j = %i to %c1 step %c1 iter_args(%y = %a) -> (T) {
      %b = queue.commit(0) {} -> T
      queue.await %y : T // 1
      scf.yield %b : T
    }
    queue.await %x : T // 0
  }
  %z = scf.for %i = %c0 to %low step %c1 iter_args(%y = %r) -> (T) {
    %b = queue.commit(0) {} -> T
    queue.await %y : T // -
    scf.yield %b : T
  }
  queue.await %z : T // -
  scf.while (%k = %c2) : (index) -> index {
    %go = arith.cmpi slt, %k, %c2 : index
    scf.condition(%go) %k : index
  } do {
  ^bb0(%l: index):
    queue.commit(0) {}
    %more = arith.addi %l, %c1 : index
    scf.yield %more : index
  }
  queue.await %a : T // 0
  return
}""",
    "a loop that counts without signs": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %zero = arith.constant 0 : i2
  %one = arith.constant 1 : i2
  %three = arith.constant -1 : i2
  %a = queue.commit(0) {} -> T
  scf.for unsigned %i = %zero to %three step %one : i2 {
    queue.commit(0) {}
  }
  queue.await %a : T // 0..
  return
}""",
    "blocks that nothing leads to": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  scf.execute_region {
    cf.cond_br %p, ^left, ^right
  ^left:
    queue.commit(0) {}
    cf.br ^end(%a : T)
  ^nowhere:
    %b = queue.commit(0) {} -> T
    queue.await %b : T // 0
    queue.await %a : T // 1
    cf.br ^end(%b : T)
  ^right:
    queue.commit(0) {}
    cf.br ^end(%a : T)
  ^end(%x: T):
    queue.await %x : T // 0..1
    scf.yield
  }
  queue.await %a : T // 1
  return
}""",
    "a wait inside a commit": """
func.func @main(%n: index, %p: i1) {
  HEAD
  %a = queue.commit(0) {} -> T
  %b = queue.commit(0) {
    queue.await %a : T // 0
  } -> T
  queue.await %a : T // 1
  return
}""",
}


def text_of(name: str) -> str:
    """The program, as MLIR."""
    return (
        FORMS[name]
        .replace("HEAD", HEAD.strip())
        .replace(": T", ": !async.token")
        .replace("-> T", "-> !async.token")
        .replace(", T", ", !async.token")
        .replace("(T", "(!async.token")
    )


def expected(name: str) -> list[str]:
    """What is said behind each wait, in the order of the text."""
    lines = [line for line in FORMS[name].splitlines() if "await" in line]
    return [line.split("// ")[1].strip() for line in lines]
