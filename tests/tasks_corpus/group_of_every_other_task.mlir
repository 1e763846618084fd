// The group has the tasks with odd numbers, and is awaited for those with even ones.
// verdict: racy
// show: @main(1, i64[8])
// quiet: @main(0, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %less = arith.minsi %n, %c8 : index
  %some = arith.maxsi %less, %c0 : index
  %half = arith.shrui %some, %c1 : index
  %x = arith.constant 5 : i64
  %g = async.create_group %half : !async.group
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<8xi64>
      async.yield
    }
    %low = arith.andi %i, %c1 : index
    %odd = arith.cmpi eq, %low, %c1 : index
    scf.if %odd {
      %rank = async.add_to_group %t, %g : !async.token
    }
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<8xi64>
  return
}
