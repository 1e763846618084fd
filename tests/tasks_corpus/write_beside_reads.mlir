// Tasks read an element each and the one behind it, and then their own is written.
// verdict: racy
// show: @main(2, i64[5])
// quiet: @main(1, i64[5])

func.func @main(%n: index, %m: memref<5xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %some = arith.minsi %n, %c4 : index
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %next = arith.addi %i, %c1 : index
      %x = memref.load %m[%i] : memref<5xi64>
      %y = memref.load %m[%next] : memref<5xi64>
      %sum = arith.addi %x, %y : i64
      memref.store %sum, %m[%i] : memref<5xi64>
      async.yield
    }
  }
  return
}
