// A wavefront: each task of a row waits for the one to its left and the one above (paths in a grid).
// run: @main() = 70 : i64
// extension
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<5x5xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    memref.store %one, %m[%i, %c0] : memref<5x5xi64>
    memref.store %one, %m[%c0, %i] : memref<5x5xi64>
  }
  %r = async.ready : !async.token
  %above:4 = scf.for %i = %c1 to %c5 step %c1 iter_args(%a = %r, %b = %r, %c = %r, %d = %r)
      -> (!async.token, !async.token, !async.token, !async.token) {
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %t1 = func.call @cell(%m, %i, %c1, %r, %a) : (memref<5x5xi64>, index, index, !async.token, !async.token) -> !async.token
    %t2 = func.call @cell(%m, %i, %c2, %t1, %b) : (memref<5x5xi64>, index, index, !async.token, !async.token) -> !async.token
    %t3 = func.call @cell(%m, %i, %c3, %t2, %c) : (memref<5x5xi64>, index, index, !async.token, !async.token) -> !async.token
    %t4 = func.call @cell(%m, %i, %c4, %t3, %d) : (memref<5x5xi64>, index, index, !async.token, !async.token) -> !async.token
    scf.yield %t1, %t2, %t3, %t4 : !async.token, !async.token, !async.token, !async.token
  }
  async.await %above#3 : !async.token
  %x = memref.load %m[%c4, %c4] : memref<5x5xi64>
  memref.dealloc %m : memref<5x5xi64>
  return %x : i64
}
func.func private @cell(%m: memref<5x5xi64>, %i: index, %j: index, %left: !async.token, %up: !async.token) -> !async.token {
  %c1 = arith.constant 1 : index
  %t = async.execute [%left, %up] {
    %i1 = arith.subi %i, %c1 : index
    %j1 = arith.subi %j, %c1 : index
    %x = memref.load %m[%i1, %j] : memref<5x5xi64>
    %y = memref.load %m[%i, %j1] : memref<5x5xi64>
    %s = arith.addi %x, %y : i64
    memref.store %s, %m[%i, %j] : memref<5x5xi64>
    async.yield
  }
  return %t : !async.token
}
