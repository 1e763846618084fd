// One task makes two values; each of the others takes them as operands and writes them to variables of its own.
// drb: DRB102-copyprivate-orig-no
// race: no
// run: @main() = 44 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k10 = arith.constant 10 : i64
  %sum = memref.alloca() : memref<i64>
  memref.store %k0, %sum[] : memref<i64>
  %single, %one, %ten = async.execute -> (!async.value<i64>, !async.value<i64>) {
    async.yield %k1, %k10 : i64, i64
  }
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %copy = async.execute (%one as %u: !async.value<i64>, %ten as %v: !async.value<i64>) {
      %own = memref.alloc() : memref<2xi64>
      memref.store %u, %own[%c0] : memref<2xi64>
      memref.store %v, %own[%c1] : memref<2xi64>
      %both = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %k0) -> (i64) {
        %x = memref.load %own[%i] : memref<2xi64>
        %y = arith.addi %s, %x : i64
        scf.yield %y : i64
      }
      %old = memref.atomic_rmw addi %both, %sum[] : (i64, memref<i64>) -> i64
      memref.dealloc %own : memref<2xi64>
      async.yield
    }
    %rank = async.add_to_group %copy, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %sum[] : memref<i64>
  return %r : i64
}
