// The second task of a chain of six fails: the later ones do not run, and the chain of causes has one link for each.
// run: @main(6 : index) fails R102 <- R102 <- R102 <- R102 <- R102 <- R101 "link 1"
// extension
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!async.token) {
    %t = async.execute [%before] {
      %ok = arith.cmpi ne, %i, %c1 : index
      cf.assert %ok, "link 1"
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  return
}
