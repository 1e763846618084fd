// A value whose payload is a vector of 64 bytes, aligned so.
// run: @main(1.5 : f32) = 1.5 : f32, 24.0 : f32
// mlir: no, crashes: the payload is aligned to 16 bytes
func.func @main(%x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %t, %v = async.execute -> !async.value<vector<16xf32>> {
    %b = vector.broadcast %x : f32 to vector<16xf32>
    async.yield %b : vector<16xf32>
  }
  %u, %w = async.execute (%v as %a: !async.value<vector<16xf32>>) -> !async.value<vector<16xf32>> {
    %s = arith.addf %a, %a : vector<16xf32>
    async.yield %s : vector<16xf32>
  }
  %a = async.await %v : !async.value<vector<16xf32>>
  %b = async.await %w : !async.value<vector<16xf32>>
  %e = vector.extract %a[15] : f32 from vector<16xf32>
  %d = arith.subf %b, %a : vector<16xf32>
  %r = vector.reduction <add>, %d : vector<16xf32> into f32
  return %e, %r : f32, f32
}
