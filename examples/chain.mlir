// A token that a loop carries: a hundred thousand tasks, each after the one before.
// asyncir run examples/chain.mlir

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100000 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %count = memref.alloc() : memref<i64>
  memref.store %zero, %count[] : memref<i64>
  %start = async.ready : !async.token
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%before = %start) -> (!async.token) {
    %token = async.execute [%before] {
      %old = memref.load %count[] : memref<i64>
      %new = arith.addi %old, %one : i64
      memref.store %new, %count[] : memref<i64>
      async.yield
    }
    scf.yield %token : !async.token
  }
  async.await %end : !async.token
  %result = memref.load %count[] : memref<i64>
  memref.dealloc %count : memref<i64>
  return %result : i64
}
