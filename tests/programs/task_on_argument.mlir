// Tasks on an array from outside, one per element.
// run: @main([1, 2, 3, 4] : memref<4xi32> -> [2, 4, 6, 8])
func.func @main(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %g = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %t = async.execute {
      %x = memref.load %m[%i] : memref<4xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %m[%i] : memref<4xi32>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
