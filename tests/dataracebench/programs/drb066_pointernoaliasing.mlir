// Each task writes an element of two arrays, which were allocated one by one and share no element.
// drb: DRB066-pointernoaliasing-orig-no
// race: no
// run: @main() = 10 : i64
func.func @zero(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %sums = memref.alloc(%n) : memref<?xi64>
  %volumes = memref.alloc(%n) : memref<?xi64>
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %task = async.execute {
      memref.store %k0, %sums[%i] : memref<?xi64>
      memref.store %k1, %volumes[%i] : memref<?xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %sums[%i] : memref<?xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %volumes[%i] : memref<?xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  %r = arith.addi %a, %b : i64
  memref.dealloc %sums : memref<?xi64>
  memref.dealloc %volumes : memref<?xi64>
  return %r : i64
}
func.func @main() -> i64 {
  %c10 = arith.constant 10 : index
  %r = func.call @zero(%c10) : (index) -> i64
  return %r : i64
}
