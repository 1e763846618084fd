// Each task takes its position in the result from a shared counter, and increments that.
// drb: DRB111-linearmissing-orig-yes
// race: yes
// at: %j
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %f0 = arith.constant 0.0 : f64
  %f0_25 = arith.constant 0.25 : f64
  %f0_5 = arith.constant 0.5 : f64
  %a = memref.alloc() : memref<10xf64>
  %b = memref.alloc() : memref<10xf64>
  %c = memref.alloc() : memref<10xf64>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0_5, %a[%i] : memref<10xf64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0_25, %b[%i] : memref<10xf64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %f0, %c[%i] : memref<10xf64>
  }
  %j = memref.alloca() : memref<i64>
  memref.store %k0, %j[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %n = memref.load %j[] : memref<i64>
      %at = arith.index_cast %n : i64 to index
      %x = memref.load %a[%i] : memref<10xf64>
      %y = memref.load %b[%i] : memref<10xf64>
      %p = arith.mulf %x, %y : f64
      %z = memref.load %c[%at] : memref<10xf64>
      %s = arith.addf %z, %p : f64
      memref.store %s, %c[%at] : memref<10xf64>
      %next = arith.addi %n, %k1 : i64
      memref.store %next, %j[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xf64>
  memref.dealloc %b : memref<10xf64>
  memref.dealloc %c : memref<10xf64>
  return
}
