// A loop fills a group with tasks, each of which writes one element.
// run: @main() = 285 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %m = memref.alloc() : memref<10xi64>
  %g = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      %y = arith.muli %x, %x : i64
      memref.store %y, %m[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %sum = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %m[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %m : memref<10xi64>
  return %sum : i64
}
