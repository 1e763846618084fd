// Each turn of a loop gives its task memory of its own.
// run: @main() = 15 : i64

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %z = arith.constant 0 : i64
  %out = memref.alloc() : memref<6xi64>
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %i1 {
    %m = memref.alloca() : memref<i64>
    %k = arith.index_cast %i : index to i64
    memref.store %k, %m[] : memref<i64>
    %t = async.execute {
      %x = memref.load %m[] : memref<i64>
      memref.store %x, %out[%i] : memref<6xi64>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  %s = scf.for %i = %c0 to %n step %i1 iter_args(%a = %z) -> (i64) {
    %x = memref.load %out[%i] : memref<6xi64>
    %b = arith.addi %a, %x : i64
    scf.yield %b : i64
  }
  memref.dealloc %out : memref<6xi64>
  return %s : i64
}
