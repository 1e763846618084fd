// A tile of a matrix product: fill the sums with zeros, multiply and add, send the result on. Each is a task of its own.
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<4xf32>
  %filled = async.execute {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %zero, %sums[%i] : memref<4xf32>
    }
    async.yield
  }
  %multiplied = async.execute [%filled] {
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %a[%i] : memref<4xf32>
      %y = memref.load %b[%i] : memref<4xf32>
      %s = memref.load %sums[%i] : memref<4xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      memref.store %t, %sums[%i] : memref<4xf32>
    }
    async.yield
  }
  %put = async.execute [%multiplied] {
    memref.copy %sums, %c : memref<4xf32> to memref<4xf32>
    async.yield
  }
  async.await %filled : !async.token
  async.await %multiplied : !async.token
  async.await %put : !async.token
  return
}
