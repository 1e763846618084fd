// A loop of blocks: the token of the chain is an argument of its head.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])
// extension

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  cf.br ^head(%c0, %r : index, !async.token)
^head(%i: index, %before: !async.token):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %t = async.execute [%before] {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %t : index, !async.token)
^end:
  async.await %before : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
