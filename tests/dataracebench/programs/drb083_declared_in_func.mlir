// A function increments a variable that each of its calls makes anew; two tasks call it.
// drb: DRB083-declared-in-func-orig-no
// race: no
// run: @main() = 2 : i64
func.func @count() -> i64 {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %q = memref.alloca() : memref<i64>
  memref.store %k0, %q[] : memref<i64>
  %x = memref.load %q[] : memref<i64>
  %y = arith.addi %x, %k1 : i64
  memref.store %y, %q[] : memref<i64>
  %z = memref.load %q[] : memref<i64>
  return %z : i64
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %results = memref.alloc() : memref<2xi64>
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %x = func.call @count() : () -> i64
      memref.store %x, %results[%thread] : memref<2xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %results[%i] : memref<2xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %results : memref<2xi64>
  return %r : i64
}
