// Two tasks add to a variable atomically, in any order, between the task that sets it and the one that reads it.
// drb: DRB135-taskdep-mutexinoutset-orig-no
// race: no
// run: @main() = 6 : i64
func.func @main() -> i64 {
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %k3 = arith.constant 3 : i64
  %a = memref.alloca() : memref<i64>
  %b = memref.alloca() : memref<i64>
  %c = memref.alloca() : memref<i64>
  %d = memref.alloca() : memref<i64>
  %set_c = async.execute {
    memref.store %k1, %c[] : memref<i64>
    async.yield
  }
  %set_a = async.execute {
    memref.store %k2, %a[] : memref<i64>
    async.yield
  }
  %set_b = async.execute {
    memref.store %k3, %b[] : memref<i64>
    async.yield
  }
  %add_a = async.execute [%set_a, %set_c] {
    %x = memref.load %a[] : memref<i64>
    %old = memref.atomic_rmw addi %x, %c[] : (i64, memref<i64>) -> i64
    async.yield
  }
  %add_b = async.execute [%set_b, %set_c] {
    %x = memref.load %b[] : memref<i64>
    %old = memref.atomic_rmw addi %x, %c[] : (i64, memref<i64>) -> i64
    async.yield
  }
  %set_d = async.execute [%add_a, %add_b] {
    %x = memref.load %c[] : memref<i64>
    memref.store %x, %d[] : memref<i64>
    async.yield
  }
  async.await %set_d : !async.token
  %r = memref.load %d[] : memref<i64>
  return %r : i64
}
