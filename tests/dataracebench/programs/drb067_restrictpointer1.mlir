// A function sets two arrays that its caller promises not to overlap; each task writes an element of both.
// drb: DRB067-restrictpointer1-orig-no
// race: no
// run: @main() = 30 : i64
func.func @initialise(%a: memref<10xi64>, %b: memref<10xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      memref.store %k1, %a[%i] : memref<10xi64>
      memref.store %k2, %b[%i] : memref<10xi64>
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
  func.call @initialise(%a, %b) : (memref<10xi64>, memref<10xi64>) -> ()
  %first = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  %second = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %b[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  %r = arith.addi %first, %second : i64
  memref.dealloc %a : memref<10xi64>
  memref.dealloc %b : memref<10xi64>
  return %r : i64
}
