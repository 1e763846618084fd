// Entries 0 and 3 of an index table differ by 12, and the iterations with them touch one element.
// The caller chooses how many chunks there are: with 60 or more, the two are in different tasks.
// drb: DRB007-indirectaccess3-orig-yes
// race: yes
// at: %base
// run: @main(60 : index)
// quiet: @main(59 : index)
func.func @index_set(%set: memref<180xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c26 = arith.constant 26 : index
  %c338 = arith.constant 338 : index
  %c521 = arith.constant 521 : index
  scf.for %s = %c0 to %c5 step %c1 {
    scf.for %r = %c0 to %c6 step %c1 {
      scf.for %q = %c0 to %c6 step %c1 {
        %s6 = arith.muli %s, %c6 : index
        %sr = arith.addi %s6, %r : index
        %sr6 = arith.muli %sr, %c6 : index
        %at = arith.addi %sr6, %q : index
        %far = arith.muli %s, %c338 : index
        %mid = arith.muli %r, %c26 : index
        %near = arith.muli %q, %c2 : index
        %a = arith.addi %far, %mid : index
        %b = arith.addi %a, %near : index
        %c = arith.addi %b, %c521 : index
        %x = arith.index_cast %c : index to i64
        memref.store %x, %set[%at] : memref<180xi64>
      }
    }
  }
  return
}
func.func @main(%chunks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %c180 = arith.constant 180 : index
  %c2026 = arith.constant 2026 : index
  %k533 = arith.constant 533 : i64
  %f0_5 = arith.constant 0.5 : f64
  %f1 = arith.constant 1.0 : f64
  %f3 = arith.constant 3.0 : f64
  %set = memref.alloc() : memref<180xi64>
  func.call @index_set(%set) : (memref<180xi64>) -> ()
  memref.store %k533, %set[%c3] : memref<180xi64>
  %base = memref.alloc() : memref<2026xf64>
  scf.for %i = %c0 to %c2026 step %c1 {
    memref.store %f0_5, %base[%i] : memref<2026xf64>
  }
  %size = arith.ceildivsi %c180, %chunks : index
  %group = async.create_group %chunks : !async.group
  scf.for %chunk = %c0 to %chunks step %c1 {
    %task = async.execute {
      %low = arith.muli %chunk, %size : index
      %end = arith.addi %low, %size : index
      %high = arith.minsi %end, %c180 : index
      scf.for %i = %low to %high step %c1 {
        %x = memref.load %set[%i] : memref<180xi64>
        %one = arith.index_cast %x : i64 to index
        %two = arith.addi %one, %c12 : index
        %u = memref.load %base[%one] : memref<2026xf64>
        %v = arith.addf %u, %f1 : f64
        memref.store %v, %base[%one] : memref<2026xf64>
        %w = memref.load %base[%two] : memref<2026xf64>
        %z = arith.addf %w, %f3 : f64
        memref.store %z, %base[%two] : memref<2026xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %base : memref<2026xf64>
  memref.dealloc %set : memref<180xi64>
  return
}
