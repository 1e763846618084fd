// Each task has a variable of its own; the last iteration's value is handed over when its task is awaited.
// drb: DRB059-lastprivate-orig-no
// race: no
// run: @main() = 9 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %last = memref.alloca() : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.alloca() : memref<i64>
      %v = arith.index_cast %i : index to i64
      memref.store %v, %x[] : memref<i64>
      %end = arith.cmpi eq, %i, %c9 : index
      scf.if %end {
        %w = memref.load %x[] : memref<i64>
        memref.store %w, %last[] : memref<i64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %last[] : memref<i64>
  return %r : i64
}
