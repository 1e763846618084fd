// Two tasks that wake each other: one sets a token that the other waits for, which sets the next one, that the first waits for.
//
// A token is an event that happens once, and nothing in MLIR's text can hold an unbounded number of them, so that two tasks play
// 16 rounds with 32 tokens that were made beforehand, and are followed by two others. To make the tokens and the tasks is part of
// what is measured.

func.func private @game(%count: memref<i64>) {
  %sixteen = arith.constant 16 : i64
  %ping0 = async.runtime.create : !async.token
  %pong0 = async.runtime.create : !async.token
  %ping1 = async.runtime.create : !async.token
  %pong1 = async.runtime.create : !async.token
  %ping2 = async.runtime.create : !async.token
  %pong2 = async.runtime.create : !async.token
  %ping3 = async.runtime.create : !async.token
  %pong3 = async.runtime.create : !async.token
  %ping4 = async.runtime.create : !async.token
  %pong4 = async.runtime.create : !async.token
  %ping5 = async.runtime.create : !async.token
  %pong5 = async.runtime.create : !async.token
  %ping6 = async.runtime.create : !async.token
  %pong6 = async.runtime.create : !async.token
  %ping7 = async.runtime.create : !async.token
  %pong7 = async.runtime.create : !async.token
  %ping8 = async.runtime.create : !async.token
  %pong8 = async.runtime.create : !async.token
  %ping9 = async.runtime.create : !async.token
  %pong9 = async.runtime.create : !async.token
  %ping10 = async.runtime.create : !async.token
  %pong10 = async.runtime.create : !async.token
  %ping11 = async.runtime.create : !async.token
  %pong11 = async.runtime.create : !async.token
  %ping12 = async.runtime.create : !async.token
  %pong12 = async.runtime.create : !async.token
  %ping13 = async.runtime.create : !async.token
  %pong13 = async.runtime.create : !async.token
  %ping14 = async.runtime.create : !async.token
  %pong14 = async.runtime.create : !async.token
  %ping15 = async.runtime.create : !async.token
  %pong15 = async.runtime.create : !async.token
  %first = async.execute {
    async.runtime.set_available %ping0 : !async.token
    async.await %pong0 : !async.token
    async.runtime.set_available %ping1 : !async.token
    async.await %pong1 : !async.token
    async.runtime.set_available %ping2 : !async.token
    async.await %pong2 : !async.token
    async.runtime.set_available %ping3 : !async.token
    async.await %pong3 : !async.token
    async.runtime.set_available %ping4 : !async.token
    async.await %pong4 : !async.token
    async.runtime.set_available %ping5 : !async.token
    async.await %pong5 : !async.token
    async.runtime.set_available %ping6 : !async.token
    async.await %pong6 : !async.token
    async.runtime.set_available %ping7 : !async.token
    async.await %pong7 : !async.token
    async.runtime.set_available %ping8 : !async.token
    async.await %pong8 : !async.token
    async.runtime.set_available %ping9 : !async.token
    async.await %pong9 : !async.token
    async.runtime.set_available %ping10 : !async.token
    async.await %pong10 : !async.token
    async.runtime.set_available %ping11 : !async.token
    async.await %pong11 : !async.token
    async.runtime.set_available %ping12 : !async.token
    async.await %pong12 : !async.token
    async.runtime.set_available %ping13 : !async.token
    async.await %pong13 : !async.token
    async.runtime.set_available %ping14 : !async.token
    async.await %pong14 : !async.token
    async.runtime.set_available %ping15 : !async.token
    async.await %pong15 : !async.token
    %played = memref.load %count[] : memref<i64>
    %more = arith.addi %played, %sixteen : i64
    memref.store %more, %count[] : memref<i64>
    async.yield
  }
  %second = async.execute {
    async.await %ping0 : !async.token
    async.runtime.set_available %pong0 : !async.token
    async.await %ping1 : !async.token
    async.runtime.set_available %pong1 : !async.token
    async.await %ping2 : !async.token
    async.runtime.set_available %pong2 : !async.token
    async.await %ping3 : !async.token
    async.runtime.set_available %pong3 : !async.token
    async.await %ping4 : !async.token
    async.runtime.set_available %pong4 : !async.token
    async.await %ping5 : !async.token
    async.runtime.set_available %pong5 : !async.token
    async.await %ping6 : !async.token
    async.runtime.set_available %pong6 : !async.token
    async.await %ping7 : !async.token
    async.runtime.set_available %pong7 : !async.token
    async.await %ping8 : !async.token
    async.runtime.set_available %pong8 : !async.token
    async.await %ping9 : !async.token
    async.runtime.set_available %pong9 : !async.token
    async.await %ping10 : !async.token
    async.runtime.set_available %pong10 : !async.token
    async.await %ping11 : !async.token
    async.runtime.set_available %pong11 : !async.token
    async.await %ping12 : !async.token
    async.runtime.set_available %pong12 : !async.token
    async.await %ping13 : !async.token
    async.runtime.set_available %pong13 : !async.token
    async.await %ping14 : !async.token
    async.runtime.set_available %pong14 : !async.token
    async.await %ping15 : !async.token
    async.runtime.set_available %pong15 : !async.token
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  return
}

func.func @run(%n: i64, %count: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %rounds = arith.index_cast %n : i64 to index
  scf.for %i = %c0 to %rounds step %c16 {
    func.call @game(%count) : (memref<i64>) -> ()
  }
  return
}
