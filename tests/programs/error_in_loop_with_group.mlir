// A failure in a loop that carries tokens, past a group that is not full.
// run: @main() fails R101 "five"

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0 : i64
  %t0 = async.execute { async.yield }
  %t9 = async.execute { async.yield }
  %l, %m = scf.for %i = %c0 to %n step %i1 iter_args(%p = %t0, %q = %t9) -> (!async.token, !async.token) {
    %t = async.execute [%p] { async.yield }
    %g = async.create_group %n : !async.group
    %r = async.add_to_group %t, %g : !async.token
    %ok = arith.cmpi slt, %i, %c5 : index
    cf.assert %ok, "five"
    %u = async.execute [%t, %p] { async.yield }
    scf.yield %q, %u : !async.token, !async.token
  }
  async.await %l : !async.token
  async.await %m : !async.token
  return %z : i64
}
