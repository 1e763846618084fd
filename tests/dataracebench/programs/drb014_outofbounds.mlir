// Column -1 of a row is the last element of the row before, which another task writes.
// The matrix is flat, for a memref of two dimensions checks each index.
// drb: DRB014-outofbounds-orig-yes
// race: yes
// at: %b
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c36 = arith.constant 36 : index
  %f0_5 = arith.constant 0.5 : f64
  %b = memref.alloc() : memref<36xf64>
  scf.for %i = %c0 to %c36 step %c1 {
    memref.store %f0_5, %b[%i] : memref<36xf64>
  }
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c1 to %c6 step %c1 {
    %task = async.execute {
      %row = arith.muli %i, %c6 : index
      scf.for %j = %c0 to %c6 step %c1 {
        %at = arith.addi %row, %j : index
        %before = arith.subi %at, %c1 : index
        %x = memref.load %b[%before] : memref<36xf64>
        memref.store %x, %b[%at] : memref<36xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %b : memref<36xf64>
  return
}
