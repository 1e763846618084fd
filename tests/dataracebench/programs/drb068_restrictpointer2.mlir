// A function adds two arrays into a third, and no two of them overlap.
// drb: DRB068-restrictpointer2-orig-no
// race: no
// run: @main() = 90 : i64
func.func @add_arrays(%a: memref<10xi64>, %b: memref<10xi64>, %c: memref<10xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %b[%i] : memref<10xi64>
      %y = memref.load %c[%i] : memref<10xi64>
      %z = arith.addi %x, %y : i64
      memref.store %z, %a[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<10xi64>
  %b = memref.alloc() : memref<10xi64>
  %c = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %b[%i] : memref<10xi64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %c[%i] : memref<10xi64>
  }
  func.call @add_arrays(%a, %b, %c) : (memref<10xi64>, memref<10xi64>, memref<10xi64>) -> ()
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  memref.dealloc %b : memref<10xi64>
  memref.dealloc %c : memref<10xi64>
  return %r : i64
}
