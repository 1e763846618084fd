// A function increments a variable that outlives its calls; two tasks call it.
// drb: DRB082-declared-in-func-orig-yes
// race: yes
// at: %q
// run: @main()
memref.global "private" @q : memref<i64> = dense<0>
func.func @count() {
  %k1 = arith.constant 1 : i64
  %q = memref.get_global @q : memref<i64>
  %x = memref.load %q[] : memref<i64>
  %y = arith.addi %x, %k1 : i64
  memref.store %y, %q[] : memref<i64>
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      func.call @count() : () -> ()
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
