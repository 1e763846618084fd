// The second outer task depends on the first, but the tasks that they launch do not depend on each other.
// drb: DRB173-non-sibling-taskdep-yes
// race: yes
// at: %a
// run: @main()
func.func @main() -> i64 {
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloca() : memref<i64>
  memref.store %k0, %a[] : memref<i64>
  %all = async.create_group %c2 : !async.group
  %outer1 = async.execute {
    %inner = async.execute {
      %x = memref.load %a[] : memref<i64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %inner, %all : !async.token
    async.yield
  }
  %outer2 = async.execute [%outer1] {
    %inner = async.execute {
      %x = memref.load %a[] : memref<i64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %inner, %all : !async.token
    async.yield
  }
  async.await_all %all
  async.await %outer2 : !async.token
  %r = memref.load %a[] : memref<i64>
  return %r : i64
}
