// All tasks write one variable, of which the value of the last iteration is wanted.
// drb: DRB009-lastprivatemissing-orig-yes
// race: yes
// at: %x
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %x = memref.alloca() : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %v = arith.index_cast %i : index to i64
      memref.store %v, %x[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
