// NAME a dependency covers older groups
// run: 0 -> 7
MAIN
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
  %t = async.execute [%g] { GET y A c0
    PUT y B c0
    async.yield }
  async.await %t : !async.token
  GET x B c0
  return %x : i64
}
// -----
// NAME a dependency does not cover younger groups
// run: 0 -> race
MAIN
  %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %t = async.execute [%g] { GET y A c0
    async.yield }
  async.await %t : !async.token
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a token handed to a function that waits
// run: 0 -> 7
func.func private @w(%t: !async.token) {
  queue.await %t : !async.token
  return
}
MAIN
  %e = async.execute { async.yield }
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  func.call @w(%g) : (!async.token) -> ()
  GET x A c0
  return %x : i64
}
// -----
// NAME an async.func waits, its caller does not
// run: 0 -> race
async.func private @w(%t: !async.token) -> !async.token {
  queue.await %t : !async.token
  return
}
MAIN
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %u = async.call @w(%g) : (!async.token) -> !async.token
  GET x A c0
  async.await %u : !async.token
  return %x : i64
}
// -----
// NAME an async.func waits, and its caller for it
// run: 0 -> 7
async.func private @w(%t: !async.token) -> !async.token {
  queue.await %t : !async.token
  return
}
MAIN
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %u = async.call @w(%g) : (!async.token) -> !async.token
  async.await %u : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME a token that is selected
// run: 0 -> 7
// run: 1 -> race
MAIN
  %e = async.execute { async.yield }
  %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
  %h = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %is = arith.cmpi eq, %n, %c0 : index
  %s = arith.select %is, %h, %g : !async.token
  queue.await %s : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME a token of a branch, one of a task
// run: 0 -> 7
// run: 1 -> 7
MAIN
  %is = arith.cmpi eq, %n, %c0 : index
  %s = scf.if %is -> (!async.token) {
    %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
    scf.yield %g : !async.token
  } else {
    %t = async.execute { PUT v7 A c0
      async.yield }
    scf.yield %t : !async.token
  }
  async.await %s : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME the token of two turns ago
// run: 0 -> 7
// run: 2 -> 7
// run: 4 -> 7
MAIN
  %e = async.execute { async.yield }
  %r = async.ready : !async.token
  %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %r, %young = %r) -> (!async.token, !async.token) {
    queue.await %old : !async.token
    %two = arith.cmpi sge, %i, %c2 : index
    scf.if %two { %j = arith.subi %i, %c2 : index
      GET y A j
    }
    %u = queue.commit(0) { queue.async { PUT v7 A i } } -> !async.token
    scf.yield %young, %u : !async.token, !async.token
  }
  queue.await %p#1 : !async.token
  return %v7 : i64
}
// -----
// NAME the token of two turns ago, an element of one turn ago
// run: 0 -> 7
// run: 1 -> 7
// run: 2 -> race
MAIN
  %e = async.execute { async.yield }
  %r = async.ready : !async.token
  %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %r, %young = %r) -> (!async.token, !async.token) {
    queue.await %old : !async.token
    %two = arith.cmpi sge, %i, %c1 : index
    scf.if %two { %j = arith.subi %i, %c1 : index
      GET y A j
    }
    %u = queue.commit(0) { queue.async { PUT v7 A i } } -> !async.token
    scf.yield %young, %u : !async.token, !async.token
  }
  queue.await %p#1 : !async.token
  return %v7 : i64
}
// -----
// NAME a task hands its group out: older is ordered
// run: 0 -> 7
MAIN
  %s = async.create_group %c1 : !async.group
  %t = async.execute {
    queue.commit(0) { queue.async { PUT v7 A c0 } }
    %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
    %r = async.add_to_group %g, %s : !async.token
    queue.commit(0) { queue.async { PUT v9 A c2 } }
    async.yield
  }
  async.await_all %s
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME a task hands its group out: younger is not
// run: 0 -> race
MAIN
  %s = async.create_group %c1 : !async.group
  %t = async.execute {
    %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
    queue.commit(0) { queue.async { PUT v7 A c0 } }
    %r = async.add_to_group %g, %s : !async.token
    async.yield
  }
  async.await_all %s
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME what a task does behind the addition is not ordered
// run: 0 -> race
MAIN
  %s = async.create_group %c1 : !async.group
  %t = async.execute {
    %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
    %r = async.add_to_group %g, %s : !async.token
    PUT v7 A c0
    async.yield
  }
  async.await_all %s
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME what a task does before the addition is
// run: 0 -> 7
MAIN
  %s = async.create_group %c1 : !async.group
  %t = async.execute {
    %g = queue.commit(0) { } -> !async.token
    PUT v7 A c0
    %r = async.add_to_group %g, %s : !async.token
    async.yield
  }
  async.await_all %s
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME queue.await of a task's token, together with a group's
// run: 0 -> 7
MAIN
  %g = queue.commit(0) { queue.async { PUT v9 A c1 } } -> !async.token
  %t = async.execute { PUT v7 A c0
    async.yield }
  queue.await %t, %g : !async.token, !async.token
  GET x A c0
  GET y A c1
  return %x : i64
}
// -----
// NAME a ready token
// run: 0 -> race
MAIN
  %r = async.ready : !async.token
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %t = async.execute [%r] { GET y A c0
    async.yield }
  async.await %t : !async.token
  queue.await %g : !async.token
  return %v7 : i64
}
// -----
// NAME a task waits for the sources of the entry's group
// run: 0 -> 1
MAIN
  %g = queue.commit(0) { queue.async { GET y A c0
    PUT y B c0 } } -> !async.token
  %t = async.execute { queue.await_read %g : !async.token
    PUT v9 A c0
    async.yield }
  async.await %t : !async.token
  queue.await %g : !async.token
  GET x B c0
  return %x : i64
}
// -----
// NAME a task waits for the sources, and overwrites the destination
// run: 0 -> race
MAIN
  %g = queue.commit(0) { queue.async { GET y A c0
    PUT y B c0 } } -> !async.token
  %t = async.execute { queue.await_read %g : !async.token
    PUT v9 B c0
    async.yield }
  async.await %t : !async.token
  queue.await %g : !async.token
  GET x B c0
  return %x : i64
}
// -----
// NAME sources of all but the youngest
// run: 0 -> race
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { GET y A c1
    PUT y B c1 } }
  queue.commit(0) { queue.async { GET y A c0
    PUT y B c0 } }
  queue.wait_read(0, 1)
  PUT v9 A c1
  PUT v9 A c0
  queue.wait(0, 0)
  GET x B c0
  return %x : i64
}
// -----
// NAME sources of a body that calls a function
// run: 0 -> 1
func.func private @id(%x: i64) -> i64 {
  return %x : i64
}
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { GET y A c0
    %z = func.call @id(%y) : (i64) -> i64
    PUT z B c0 } }
  queue.wait_read(0, 0)
  PUT v9 A c0
  queue.wait(0, 0)
  GET x B c0
  return %x : i64
}
// -----
// NAME a loop that may not turn hands on a ready token
// run: 4 -> race
// run: 0 -> race
// run: 1 -> 7
// run: 2 -> 7
MAIN
  %e = async.execute { async.yield }
  %r = async.ready : !async.token
  queue.commit(0) { queue.async { PUT v7 A c3 } }
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (!async.token) {
    %g = queue.commit(0) { queue.async { PUT v9 A i } } -> !async.token
    scf.yield %g : !async.token
  }
  async.await %l : !async.token
  GET x A c3
  return %x : i64
}
// -----
// NAME a token in a while loop
// run: 4 -> race
// run: 0 -> 7
// run: 3 -> 7
MAIN
  %e = async.execute { async.yield }
  %g0 = queue.commit(0) { queue.async { PUT v7 A c3 } } -> !async.token
  %l:2 = scf.while (%i = %c0, %a = %g0) : (index, !async.token) -> (index, !async.token) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i, %a : index, !async.token
  } do {
  ^bb0(%i: index, %a: !async.token):
    %g = queue.commit(0) { queue.async { PUT v9 A i } } -> !async.token
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %g : index, !async.token
  }
  async.await %l#1 : !async.token
  GET x A c3
  return %x : i64
}
// -----
// NAME a task yields the token of its group
// run: 0 -> race
MAIN
  %t = async.execute { async.yield }
  %s = async.create_group %c2 : !async.group
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %h = queue.commit(1) { queue.async { PUT v9 A c1 } } -> !async.token
  %r = async.add_to_group %h, %s : !async.token
  %q = async.add_to_group %t, %s : !async.token
  async.await_all %s
  GET x A c0
  queue.await %g : !async.token
  return %x : i64
}
