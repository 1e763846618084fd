// Tasks that each wait for the one before.

func.func @run(%n: i64, %sum: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %count = arith.index_cast %n : i64 to index
  %first = async.execute {
    async.yield
  }
  %last = scf.for %i = %c0 to %count step %c1 iter_args(%before = %first) -> (!async.token) {
    %token = async.execute [%before] {
      %x = memref.load %sum[] : memref<i64>
      %y = arith.addi %x, %one : i64
      memref.store %y, %sum[] : memref<i64>
      async.yield
    }
    scf.yield %token : !async.token
  }
  async.await %last : !async.token
  return
}
