// The runtime level by hand: a group.
// run: @main() = 0 : i1, 1 : index
func.func @main() -> (i1, index) {
  %c2 = arith.constant 2 : index
  %t = async.runtime.create : !async.token
  %u = async.runtime.create : !async.token
  %g = async.runtime.create_group %c2 : !async.group
  %r0 = async.runtime.add_to_group %t, %g : !async.token
  %r1 = async.runtime.add_to_group %u, %g : !async.token
  async.runtime.set_available %u : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.await %g : !async.group
  %e = async.runtime.is_error %g : !async.group
  return %e, %r1 : i1, index
}
