// A group of n places gets one member for each even number below n.
// verdict: deadlock
// show: @main(2)
// quiet: @main(1)
// quiet: @main(0)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %some = arith.maxsi %n, %c0 : index
  %g = async.create_group %some : !async.group
  scf.for %i = %c0 to %some step %c2 {
    %t = async.execute {
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
