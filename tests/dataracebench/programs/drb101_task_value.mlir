// A function launches a task with a value that it got; all that are launched are awaited through one group.
// drb: DRB101-task-value-orig-no
// race: no
// run: @main() = 55 : i64
func.func @launch(%a: memref<10xi64>, %value: i64, %all: !async.group) {
  %k1 = arith.constant 1 : i64
  %set = async.execute {
    %at = arith.index_cast %value : i64 to index
    %w = arith.addi %value, %k1 : i64
    memref.store %w, %a[%at] : memref<10xi64>
    async.yield
  }
  %rank = async.add_to_group %set, %all : !async.token
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<10xi64>
  %all = async.create_group %c10 : !async.group
  %single = async.execute {
    scf.for %i = %c0 to %c10 step %c1 {
      %v = arith.index_cast %i : index to i64
      func.call @launch(%a, %v, %all) : (memref<10xi64>, i64, !async.group) -> ()
    }
    async.yield
  }
  async.await_all %all
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  return %r : i64
}
