// A group with the first task is awaited before the second, which writes the same variable, is launched.
// drb: DRB107-taskgroup-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %result = memref.alloca() : memref<i64>
  memref.store %k0, %result[] : memref<i64>
  %single = async.execute {
    %group = async.create_group %c1 : !async.group
    %first = async.execute {
      %slow = scf.for %n = %c0 to %c50 step %c1 iter_args(%s = %k0) -> (i64) {
        %t = arith.addi %s, %k1 : i64
        scf.yield %t : i64
      }
      memref.store %k1, %result[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %first, %group : !async.token
    async.await_all %group
    %second = async.execute {
      memref.store %k2, %result[] : memref<i64>
      async.yield
    }
    async.await %second : !async.token
    async.yield
  }
  async.await %single : !async.token
  %r = memref.load %result[] : memref<i64>
  return %r : i64
}
