// A function increments a variable to which it gets a reference; two tasks call it.
// drb: DRB080-func-arg-orig-yes
// race: yes
// at: %q
// run: @main()
func.func @increment(%q: memref<i64>) {
  %k1 = arith.constant 1 : i64
  %x = memref.load %q[] : memref<i64>
  %y = arith.addi %x, %k1 : i64
  memref.store %y, %q[] : memref<i64>
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      func.call @increment(%i) : (memref<i64>) -> ()
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
