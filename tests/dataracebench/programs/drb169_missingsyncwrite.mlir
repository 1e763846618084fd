// Tasks compute sums of neighbours into a row that all of them share.
// drb: DRB169-missingsyncwrite-orig-yes
// race: yes
// at: %line
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %f1 = arith.constant 1.0 : f64
  %r = memref.alloc() : memref<5x5x3xf64>
  %line = memref.alloc() : memref<3xf64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      scf.for %k = %c0 to %c3 step %c1 {
        memref.store %f1, %r[%i, %j, %k] : memref<5x5x3xf64>
      }
    }
  }
  %group = async.create_group %c3 : !async.group
  scf.for %i = %c1 to %c4 step %c1 {
    %task = async.execute {
      %north = arith.subi %i, %c1 : index
      %south = arith.addi %i, %c1 : index
      scf.for %j = %c1 to %c4 step %c1 {
        %west = arith.subi %j, %c1 : index
        %east = arith.addi %j, %c1 : index
        scf.for %k = %c0 to %c3 step %c1 {
          %a = memref.load %r[%i, %west, %k] : memref<5x5x3xf64>
          %b = memref.load %r[%i, %east, %k] : memref<5x5x3xf64>
          %c = memref.load %r[%north, %j, %k] : memref<5x5x3xf64>
          %d = memref.load %r[%south, %j, %k] : memref<5x5x3xf64>
          %ab = arith.addf %a, %b : f64
          %abc = arith.addf %ab, %c : f64
          %all = arith.addf %abc, %d : f64
          memref.store %all, %line[%k] : memref<3xf64>
        }
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %r : memref<5x5x3xf64>
  memref.dealloc %line : memref<3xf64>
  return
}
