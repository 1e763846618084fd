// Tokens as block arguments of a loop of blocks and of a join.
// run: @main(4 : i64) = 10 : i64
// run: @main(0 : i64) = 0 : i64
// extension
func.func @main(%n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  memref.store %zero, %m[%c0] : memref<1xi64>
  %first = async.ready : !async.token
  cf.br ^head(%n, %first : i64, !async.token)
^head(%left: i64, %before: !async.token):
  %done = arith.cmpi eq, %left, %zero : i64
  cf.cond_br %done, ^end(%before : !async.token), ^body
^body:
  %t = async.execute [%before] {
    %x = memref.load %m[%c0] : memref<1xi64>
    %y = arith.addi %x, %left : i64
    memref.store %y, %m[%c0] : memref<1xi64>
    async.yield
  }
  %less = arith.subi %left, %one : i64
  cf.br ^head(%less, %t : i64, !async.token)
^end(%last: !async.token):
  async.await %last : !async.token
  %r = memref.load %m[%c0] : memref<1xi64>
  memref.dealloc %m : memref<1xi64>
  return %r : i64
}
