// A loop of three stages: copy from A to B, copy from B to C, read C. The first two are asynchronous, each on its own queue.
func.func @main(%A: memref<6xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i4 = arith.constant 4 : index
  %B = memref.alloca() : memref<2xi64>
  %C = memref.alloca() : memref<2xi64>
  // The first stage is two iterations ahead, the second one iteration.
  queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i0] : memref<6xi64>
      memref.store %a, %B[%i0] : memref<2xi64>
    }
  }
  queue.commit(0) {
    queue.async {
      %a = memref.load %A[%i1] : memref<6xi64>
      memref.store %a, %B[%i1] : memref<2xi64>
    }
  }
  queue.commit(1) {
    queue.wait(0, 1)
    queue.async {
      %b = memref.load %B[%i0] : memref<2xi64>
      memref.store %b, %C[%i0] : memref<2xi64>
    }
  }
  scf.for %i = %i0 to %i4 step %i1 {
    %next = arith.addi %i, %i1 : index
    %ahead = arith.addi %i, %i2 : index
    %to = arith.remui %ahead, %i2 : index
    %from = arith.remui %next, %i2 : index
    %there = arith.remui %next, %i2 : index
    %here = arith.remui %i, %i2 : index
    // With two slots this goes where the second stage may still read.
    queue.commit(0) {
      queue.async {
        %a = memref.load %A[%ahead] : memref<6xi64>
        memref.store %a, %B[%to] : memref<2xi64>
      }
    }
    queue.commit(1) {
      queue.wait(0, 1)
      queue.async {
        %b = memref.load %B[%from] : memref<2xi64>
        memref.store %b, %C[%there] : memref<2xi64>
      }
    }
    queue.wait(1, 1)
    %c = memref.load %C[%here] : memref<2xi64>
  }
  return
}
