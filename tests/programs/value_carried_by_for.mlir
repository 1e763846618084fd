// A value is carried by the loop: each task takes the payload of the one before.
// run: @main(5 : index) = 2.96875 : f32
// mlir: no, reference counting of loop-carried values fails
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %t, %first = async.execute -> !async.value<f32> {
    async.yield %start : f32
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!async.value<f32>) {
    %u, %next = async.execute (%before as %x: !async.value<f32>) -> !async.value<f32> {
      %one = arith.constant 1.0 : f32
      %y = arith.subf %x, %one : f32
      %z = arith.mulf %y, %half : f32
      %two = arith.constant 2.0 : f32
      %w = arith.addf %z, %two : f32
      async.yield %w : f32
    }
    scf.yield %next : !async.value<f32>
  }
  %x = async.await %last : !async.value<f32>
  return %x : f32
}
