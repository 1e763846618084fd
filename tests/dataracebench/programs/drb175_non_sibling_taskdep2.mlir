// Two tasks launch a task each; dependencies hold among the tasks of one launcher, so these two are not ordered.
// drb: DRB175-non-sibling-taskdep2-yes
// race: yes
// at: %a
// run: @main()
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloca() : memref<i64>
  memref.store %k0, %a[] : memref<i64>
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %start = async.execute {
        async.yield
      }
      %increment = async.execute [%start] {
        %x = memref.load %a[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %a[] : memref<i64>
        async.yield
      }
      async.await %increment : !async.token
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %a[] : memref<i64>
  return %r : i64
}
