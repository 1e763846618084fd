// Any number of tasks read what was written before they were launched; the launcher writes behind all of them.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  memref.store %x, %m[%c0] : memref<1xi64>
  %some = arith.maxsi %n, %c0 : index
  %g = async.create_group %some : !async.group
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %y = memref.load %m[%c0] : memref<1xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
