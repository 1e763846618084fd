// The last iterations produce nothing; TVM flushes there. With an empty group in place of the copy the count stays constant.
// peer: TVM 0.27, InjectSoftwarePipeline, a predicated producer
// theirs: last waits stronger than needed
// verdicts: exact
func.func @main(%A: memref<8xi64>, %out: memref<8xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i8 = arith.constant 8 : index
  %S = memref.alloca() : memref<4xi64>
  scf.for %i = %i0 to %i3 step %i1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<8xi64>
        memref.store %x, %S[%i] : memref<4xi64>
      }
    }
  }
  scf.for %i = %i0 to %i8 step %i1 {
    %ahead = arith.addi %i, %i3 : index
    %to = arith.remui %ahead, %i4 : index
    %now = arith.remui %i, %i4 : index
    %more = arith.cmpi ult, %ahead, %i8 : index
    queue.commit(0) {
      scf.if %more {
        queue.async {
          %x = memref.load %A[%ahead] : memref<8xi64>
          memref.store %x, %S[%to] : memref<4xi64>
        }
      }
    }
    queue.wait(0, 3)
    %y = memref.load %S[%now] : memref<4xi64>
    memref.store %y, %out[%i] : memref<8xi64>
  }
  return
}
