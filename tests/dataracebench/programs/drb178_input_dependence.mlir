// Each task writes its element; with an input above a limit, all of them write element 0 as well.
// The limit is 10 here, 10,000 in the original.
// drb: DRB178-input-dependence-var-yes
// race: yes
// at: %a
// run: @main(16 : index)
// quiet: @main(10 : index)
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k1 = arith.constant 1 : i64
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %left = arith.subi %n, %i : index
    %v = arith.index_cast %left : index to i64
    memref.store %v, %a[%i] : memref<?xi64>
  }
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %task = async.execute {
      %v = arith.index_cast %i : index to i64
      memref.store %v, %a[%i] : memref<?xi64>
      %large = arith.cmpi sgt, %n, %c10 : index
      scf.if %large {
        memref.store %k1, %a[%c0] : memref<?xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<?xi64>
  return
}
