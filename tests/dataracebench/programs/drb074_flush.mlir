// All tasks write 1 to a variable, each by itself, and then read it without protection.
// The sums come out right, and it is a race all the same.
// drb: DRB074-flush-orig-yes
// race: yes
// at: %q, %i
// run: @main()
func.func @set(%q: memref<i64>) {
  %k1 = arith.constant 1 : i64
  %old = memref.atomic_rmw assign %k1, %q[] : (i64, memref<i64>) -> i64
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %i = memref.alloca() : memref<i64>
  %sum = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  memref.store %k0, %sum[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      func.call @set(%i) : (memref<i64>) -> ()
      %x = memref.load %i[] : memref<i64>
      %old = memref.atomic_rmw addi %x, %sum[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
