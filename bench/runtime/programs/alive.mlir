// Tasks that are all alive at once: each waits for one token, which is set when the last is there.

func.func @run(%n: i64) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.index_cast %n : i64 to index
  %gate = async.runtime.create : !async.token
  %group = async.create_group %count : !async.group
  scf.for %i = %zero to %count step %one {
    %token = async.execute [%gate] {
      async.yield
    }
    async.add_to_group %token, %group : !async.token
  }
  async.runtime.set_available %gate : !async.token
  async.await_all %group
  return %n : i64
}
