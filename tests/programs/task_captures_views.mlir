// Two tasks write the two halves of one buffer through views, at the same time.
// run: @main(1.0 : f32) = 4.0 : f32, 8.0 : f32
func.func private @fill(%v: memref<4xf32, strided<[1], offset: ?>>, %x: f32) -> !async.token {
  %t = async.execute {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %x, %v[%i] : memref<4xf32, strided<[1], offset: ?>>
    }
    async.yield
  }
  return %t : !async.token
}
func.func private @sum(%v: memref<4xf32, strided<[1], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %v[%i] : memref<4xf32, strided<[1], offset: ?>>
    %y = arith.addf %s, %x : f32
    scf.yield %y : f32
  }
  return %r : f32
}
func.func @main(%x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<8xf32>
  %a = memref.subview %m[%c0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %b = memref.subview %m[%c4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %y = arith.addf %x, %x : f32
  %t = call @fill(%a, %x) : (memref<4xf32, strided<[1], offset: ?>>, f32) -> !async.token
  %u = call @fill(%b, %y) : (memref<4xf32, strided<[1], offset: ?>>, f32) -> !async.token
  async.await %t : !async.token
  async.await %u : !async.token
  %r = call @sum(%a) : (memref<4xf32, strided<[1], offset: ?>>) -> f32
  %s = call @sum(%b) : (memref<4xf32, strided<[1], offset: ?>>) -> f32
  memref.dealloc %m : memref<8xf32>
  return %r, %s : f32, f32
}
