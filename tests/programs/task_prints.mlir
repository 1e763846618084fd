// Tasks that print one after another.
// run: @main()
// prints: 0 1 2 3
// extension
func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = async.ready : !async.token
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %first) -> (!async.token) {
    %t = async.execute [%before] {
      %x = arith.index_cast %i : index to i64
      func.call @printI64(%x) : (i64) -> ()
      func.call @printNewline() : () -> ()
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  return
}
