// An index table in constant memory in which each number is there once.
// verdict: proved-or-unknown
// clean: @main(0, i64[4])
// clean: @main(3, i64[4])
// clean: @main(4, i64[4])

memref.global "private" constant @order : memref<4xindex> = dense<[2, 0, 3, 1]>
func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %some = arith.minsi %n, %c4 : index
  %order = memref.get_global @order : memref<4xindex>
  scf.for %i = %c0 to %some step %c1 {
    %at = memref.load %order[%i] : memref<4xindex>
    %t = async.execute {
      memref.store %x, %m[%at] : memref<4xi64>
      async.yield
    }
  }
  return
}
