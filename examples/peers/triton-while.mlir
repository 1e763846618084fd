// The token is carried by an scf.while.
// peer: Triton 3.9
// theirs: 0 (a block argument that is not of scf.for)
// ours: 1
// verdicts: exact
func.func @main(%A: memref<64xi64>, %out: memref<64xi64>, %n: index) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %S = memref.alloca() : memref<2xi64>
  %t0 = queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<64xi64>
      memref.store %a, %S[%i0] : memref<2xi64>
    }
  } -> !async.token
  %ends:2 = scf.while (%i = %i0, %t = %t0) : (index, !async.token) -> (index, !async.token) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i, %t : index, !async.token
  } do {
  ^bb0(%i: index, %t: !async.token):
    %next = arith.addi %i, %i1 : index
    %to = arith.remui %next, %i2 : index
    %now = arith.remui %i, %i2 : index
    %u = queue.commit(0) {
      queue.async {
        %b = memref.load %A[%next] : memref<64xi64>
        memref.store %b, %S[%to] : memref<2xi64>
      }
    } -> !async.token
    queue.await %t : !async.token
    %x = memref.load %S[%now] : memref<2xi64>
    memref.store %x, %out[%i] : memref<64xi64>
    scf.yield %next, %u : index, !async.token
  }
  return
}
