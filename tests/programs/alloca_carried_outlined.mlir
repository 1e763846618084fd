// As alloca_carried, in a function that waits elsewhere.
// run: @main() = 303 : i64

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant 0 : i64
  %t = async.execute { async.yield }
  async.await %t : !async.token
  %m0 = memref.alloca() : memref<i64>
  memref.store %z, %m0[] : memref<i64>
  %r, %l = scf.for %i = %c0 to %n step %i1 iter_args(%s = %z, %prev = %m0) -> (i64, memref<i64>) {
    %m = memref.alloca() : memref<i64>
    %k = arith.index_cast %i : index to i64
    memref.store %k, %m[] : memref<i64>
    %x = memref.load %prev[] : memref<i64>
    %s2 = arith.addi %s, %x : i64
    scf.yield %s2, %m : i64, memref<i64>
  }
  %last = memref.load %l[] : memref<i64>
  %h = arith.constant 100 : i64
  %lh = arith.muli %last, %h : i64
  %q = arith.addi %r, %lh : i64
  return %q : i64
}
