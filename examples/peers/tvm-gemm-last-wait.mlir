// The epilogue of the nested GEMM as the RFC writes it: the count is 1 - i, for i = 0, 1, 2.
// peer: TVM 0.27, InjectSoftwarePipeline, stages [0, 0, 2, 3, 3]
// theirs: a wait of -1 in the last epilogue iteration
// run: error S018
func.func @main(%A: memref<3xi64>, %out: memref<3xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %S = memref.alloca() : memref<4xi64>
  scf.for %i = %i0 to %i3 step %i1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<3xi64>
        memref.store %x, %S[%i] : memref<4xi64>
      }
    }
  }
  queue.wait(0, 2)
  scf.for %i = %i0 to %i3 step %i1 {
    %y = memref.load %S[%i] : memref<4xi64>
    memref.store %y, %out[%i] : memref<3xi64>
    %n = arith.subi %i1, %i : index
    queue.wait(0, %n)
  }
  return
}
