// Two tasks add to a variable, in no order to each other or to the task that sets it.
// Each depends on the task that makes its summand.
// drb: DRB136-taskdep-mutexinoutset-orig-yes
// race: yes
// at: %c
// run: @main()
func.func @main() {
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
  %add_a = async.execute [%set_a] {
    %x = memref.load %c[] : memref<i64>
    %y = memref.load %a[] : memref<i64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %c[] : memref<i64>
    async.yield
  }
  %add_b = async.execute [%set_b] {
    %x = memref.load %c[] : memref<i64>
    %y = memref.load %b[] : memref<i64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %c[] : memref<i64>
    async.yield
  }
  %set_d = async.execute [%set_c] {
    %x = memref.load %c[] : memref<i64>
    memref.store %x, %d[] : memref<i64>
    async.yield
  }
  async.await %add_a : !async.token
  async.await %add_b : !async.token
  async.await %set_d : !async.token
  return
}
