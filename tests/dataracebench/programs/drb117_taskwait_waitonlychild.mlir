// Waiting for a task is not waiting for the task that it has launched, whose result is read too early.
// drb: DRB117-taskwait-waitonlychild-orig-yes
// race: yes
// at: %partial
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<4xi64>
  %partial = memref.alloc() : memref<2xi64>
  %sum = memref.alloca() : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      %v = arith.index_cast %i : index to i64
      memref.store %v, %a[%i] : memref<4xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.store %k0, %partial[%c1] : memref<2xi64>
  %all = async.create_group %c1 : !async.group
  %child = async.execute {
    %grandchild = async.execute {
      %x = memref.load %a[%c2] : memref<4xi64>
      %y = memref.load %a[%c3] : memref<4xi64>
      %s = arith.addi %x, %y : i64
      memref.store %s, %partial[%c1] : memref<2xi64>
      async.yield
    }
    %rank = async.add_to_group %grandchild, %all : !async.token
    %x = memref.load %a[%c0] : memref<4xi64>
    %y = memref.load %a[%c1] : memref<4xi64>
    %s = arith.addi %x, %y : i64
    memref.store %s, %partial[%c0] : memref<2xi64>
    async.yield
  }
  async.await %child : !async.token
  %x = memref.load %partial[%c1] : memref<2xi64>
  %y = memref.load %partial[%c0] : memref<2xi64>
  %s = arith.addi %x, %y : i64
  memref.store %s, %sum[] : memref<i64>
  async.await_all %all
  memref.dealloc %a : memref<4xi64>
  memref.dealloc %partial : memref<2xi64>
  return
}
