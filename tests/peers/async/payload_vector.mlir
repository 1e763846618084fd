// A value whose payload is a vector of 64 bytes.
// run: @main(16 : index) = 128.0 : f32
// mlir: no, crashes: payloads are aligned to 16 bytes
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : vector<16xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %t, %v = async.execute -> !async.value<vector<16xf32>> {
      async.yield %half : vector<16xf32>
    }
    %x = async.await %v : !async.value<vector<16xf32>>
    %r = vector.reduction <add>, %x, %s : vector<16xf32> into f32
    scf.yield %r : f32
  }
  return %sum : f32
}
