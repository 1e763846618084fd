// An async.func with a token and two values; all complete together.
// run: @main(9 : i32) = 10 : i32, 4.5 : f32, 9 : i32
async.func @f(%x: i32, %m: memref<i32>) -> (!async.token, !async.value<i32>, !async.value<f32>) {
  %one = arith.constant 1 : i32
  %y = arith.addi %x, %one : i32
  %f = arith.sitofp %x : i32 to f32
  %half = arith.constant 0.5 : f32
  %g = arith.mulf %f, %half : f32
  memref.store %x, %m[] : memref<i32>
  return %y, %g : i32, f32
}
func.func @main(%x: i32) -> (i32, f32, i32) {
  %m = memref.alloc() : memref<i32>
  %t, %a, %b = async.call @f(%x, %m) : (i32, memref<i32>) -> (!async.token, !async.value<i32>, !async.value<f32>)
  async.await %t : !async.token
  %p = async.await %a : !async.value<i32>
  %q = async.await %b : !async.value<f32>
  %r = memref.load %m[] : memref<i32>
  memref.dealloc %m : memref<i32>
  return %p, %q, %r : i32, f32, i32
}
