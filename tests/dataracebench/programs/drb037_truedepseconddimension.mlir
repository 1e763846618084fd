// The rows come one after the other; within a row, each task reads what the task to its left writes.
// drb: DRB037-truedepseconddimension-orig-yes
// race: yes
// at: %b
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %f0_5 = arith.constant 0.5 : f64
  %b = memref.alloc() : memref<4x8xf64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %f0_5, %b[%i, %j] : memref<4x8xf64>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %group = async.create_group %c7 : !async.group
    scf.for %j = %c1 to %c8 step %c1 {
      %task = async.execute {
        %left = arith.subi %j, %c1 : index
        %x = memref.load %b[%i, %left] : memref<4x8xf64>
        memref.store %x, %b[%i, %j] : memref<4x8xf64>
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
  }
  memref.dealloc %b : memref<4x8xf64>
  return
}
