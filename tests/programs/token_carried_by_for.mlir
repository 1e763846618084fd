// A chain of ten tasks: the token is carried by the loop and starts ready.
// run: @main(10 : index) = 1023 : i64
// run: @main(0 : index) = 0 : i64
// extension
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  memref.store %zero, %m[%c0] : memref<1xi64>
  %first = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!async.token) {
    %t = async.execute [%before] {
      %x = memref.load %m[%c0] : memref<1xi64>
      %y = arith.addi %x, %x : i64
      %z = arith.addi %y, %one : i64
      memref.store %z, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  %r = memref.load %m[%c0] : memref<1xi64>
  memref.dealloc %m : memref<1xi64>
  return %r : i64
}
