// Each task reads a shared variable and then writes it.
// drb: DRB016-outputdep-orig-yes
// race: yes
// at: %x
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k10 = arith.constant 10 : i64
  %a = memref.alloc() : memref<10xi64>
  %x = memref.alloca() : memref<i64>
  memref.store %k10, %x[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %v = memref.load %x[] : memref<i64>
      memref.store %v, %a[%i] : memref<10xi64>
      %w = arith.index_cast %i : index to i64
      memref.store %w, %x[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
