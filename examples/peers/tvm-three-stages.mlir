// Three stages, two of them asynchronous: B has two slots and needs three.
// peer: TVM 0.27, InjectSoftwarePipeline, the RFC's three-stage example
// theirs: a write-after-read race on B
// verdicts: exact, exact, too weak 0, exact, redundant, exact
// races: WAR WAR
func.func @main(%A: memref<6xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i4 = arith.constant 4 : index
  %B = memref.alloca() : memref<2xi64>
  %C = memref.alloca() : memref<2xi64>
  queue.commit(0) {
    queue.async {
      %p = memref.load %A[%i0] : memref<6xi64>
      memref.store %p, %B[%i0] : memref<2xi64>
    }
  }
  queue.commit(0) {
    queue.async {
      %q = memref.load %A[%i1] : memref<6xi64>
      memref.store %q, %B[%i1] : memref<2xi64>
    }
  }
  queue.commit(1) {
    queue.wait(0, 1)
    queue.async {
      %r = memref.load %B[%i0] : memref<2xi64>
      memref.store %r, %C[%i0] : memref<2xi64>
    }
  }
  scf.for %i = %i0 to %i4 step %i1 {
    %next = arith.addi %i, %i1 : index
    %ahead = arith.addi %i, %i2 : index
    %to = arith.remui %ahead, %i2 : index
    %from = arith.remui %next, %i2 : index
    %there = arith.remui %next, %i2 : index
    %here = arith.remui %i, %i2 : index
    queue.commit(0) {
      queue.async {
        %s = memref.load %A[%ahead] : memref<6xi64>
        memref.store %s, %B[%to] : memref<2xi64>
      }
    }
    queue.commit(1) {
      queue.wait(0, 1)
      queue.async {
        %t = memref.load %B[%from] : memref<2xi64>
        memref.store %t, %C[%there] : memref<2xi64>
      }
    }
    queue.wait(1, 1)
    %u = memref.load %C[%here] : memref<2xi64>
  }
  queue.commit(1) {
    queue.wait(0, 0)
    queue.async {
      %v = memref.load %B[%i1] : memref<2xi64>
      memref.store %v, %C[%i1] : memref<2xi64>
    }
  }
  queue.wait(1, 1)
  %w = memref.load %C[%i0] : memref<2xi64>
  queue.wait(1, 0)
  %x = memref.load %C[%i1] : memref<2xi64>
  return
}
