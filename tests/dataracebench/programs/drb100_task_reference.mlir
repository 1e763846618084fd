// A function launches a task that uses the loop counter as it was then, and returns its token.
// drb: DRB100-task-reference-orig-no
// race: no
// run: @main() = 55 : i64
func.func @launch(%a: memref<10xi64>, %i: index) -> !async.token {
  %k1 = arith.constant 1 : i64
  %set = async.execute {
    %v = arith.index_cast %i : index to i64
    %w = arith.addi %v, %k1 : i64
    memref.store %w, %a[%i] : memref<10xi64>
    async.yield
  }
  return %set : !async.token
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<10xi64>
  %single = async.execute {
    %all = async.create_group %c10 : !async.group
    scf.for %i = %c0 to %c10 step %c1 {
      %token = func.call @launch(%a, %i) : (memref<10xi64>, index) -> !async.token
      %rank = async.add_to_group %token, %all : !async.token
    }
    async.await_all %all
    async.yield
  }
  async.await %single : !async.token
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  return %r : i64
}
