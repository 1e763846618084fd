// A group that is the payload of a value.
// run: @main() = 41 : i64
// mlir: no, it refuses the task around the loop

func.func @main() -> i64 {
  %c1 = arith.constant 41 : i64
  %n = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %t, %v = async.execute -> !async.value<!async.group> {
    %g = async.create_group %n : !async.group
    scf.for %i = %c0 to %n step %i1 {
      %u = async.execute { async.yield }
      %k = async.add_to_group %u, %g : !async.token
    }
    async.yield %g : !async.group
  }
  %a = async.await %v : !async.value<!async.group>
  async.await_all %a
  async.await_all %a
  return %c1 : i64
}
