// Where the task is the second to add to the group, it waits for what never comes.
// verdict: deadlock
// show: @main() exhaustive
// extension

func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = async.ready : !async.token
  %never = async.runtime.create : !async.token
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    %rank = async.add_to_group %r, %g : !async.token
    %late = arith.cmpi ne, %rank, %c0 : index
    scf.if %late {
      async.await %never : !async.token
    }
    async.yield
  }
  %rank = async.add_to_group %r, %g : !async.token
  return
}
