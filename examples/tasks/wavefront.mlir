// How many letters have to be put in, left out or changed to make one word of another: a table of which each block needs
// the blocks above it and to its left, computed along its diagonals.
// asyncir run examples/tasks/wavefront.mlir '[107, 105, 116, 116, 101, 110]' '[115, 105, 116, 116, 105, 110, 103]' 2
//
// A task for each block that named its two neighbours would need an array of tokens, which the dialect does not have. The
// blocks of a diagonal are a group, and the next diagonal waits for it.

// The block that begins at row %i and column %j, both from 1.
func.func private @block(%a: memref<?xi8>, %b: memref<?xi8>, %table: memref<?x?xi64>,
                         %i: index, %j: index, %size: index) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %rows = memref.dim %table, %c0 : memref<?x?xi64>
  %columns = memref.dim %table, %c1 : memref<?x?xi64>
  %down = arith.addi %i, %size : index
  %right = arith.addi %j, %size : index
  %bottom = arith.minsi %down, %rows : index
  %end = arith.minsi %right, %columns : index
  scf.for %r = %i to %bottom step %c1 {
    scf.for %c = %j to %end step %c1 {
      %above = arith.subi %r, %c1 : index
      %left = arith.subi %c, %c1 : index
      %x = memref.load %a[%above] : memref<?xi8>
      %y = memref.load %b[%left] : memref<?xi8>
      %same = arith.cmpi eq, %x, %y : i8
      %cost = arith.select %same, %zero, %one : i64
      %corner = memref.load %table[%above, %left] : memref<?x?xi64>
      %up = memref.load %table[%above, %c] : memref<?x?xi64>
      %back = memref.load %table[%r, %left] : memref<?x?xi64>
      %changed = arith.addi %corner, %cost : i64
      %nearer = arith.minsi %up, %back : i64
      %moved = arith.addi %nearer, %one : i64
      %least = arith.minsi %changed, %moved : i64
      memref.store %least, %table[%r, %c] : memref<?x?xi64>
    }
  }
  return
}

func.func @main(%a: memref<?xi8>, %b: memref<?xi8>, %size: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.cmpi sgt, %size, %c0 : index
  cf.assert %some, "a block has at least one row"
  %n = memref.dim %a, %c0 : memref<?xi8>
  %m = memref.dim %b, %c0 : memref<?xi8>
  %rows = arith.addi %n, %c1 : index
  %columns = arith.addi %m, %c1 : index
  %table = memref.alloc(%rows, %columns) : memref<?x?xi64>
  scf.for %i = %c0 to %rows step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %table[%i, %c0] : memref<?x?xi64>
  }
  scf.for %j = %c1 to %columns step %c1 {
    %x = arith.index_cast %j : index to i64
    memref.store %x, %table[%c0, %j] : memref<?x?xi64>
  }
  %down = arith.ceildivsi %n, %size : index
  %across = arith.ceildivsi %m, %size : index
  %both = arith.addi %down, %across : index
  // Of d = i + j, where (i, j) is a block, the rows are those from max(0, d + 1 - across) to min(d + 1, down).
  scf.for %d = %c0 to %both step %c1 {
    %next = arith.addi %d, %c1 : index
    %too_far = arith.subi %next, %across : index
    %first = arith.maxsi %too_far, %c0 : index
    %last = arith.minsi %next, %down : index
    %span = arith.subi %last, %first : index
    %members = arith.maxsi %span, %c0 : index
    %diagonal = async.create_group %members : !async.group
    scf.for %i = %first to %last step %c1 {
      %done = async.execute {
        %j = arith.subi %d, %i : index
        %row = arith.muli %i, %size : index
        %column = arith.muli %j, %size : index
        %r = arith.addi %row, %c1 : index
        %c = arith.addi %column, %c1 : index
        func.call @block(%a, %b, %table, %r, %c, %size)
          : (memref<?xi8>, memref<?xi8>, memref<?x?xi64>, index, index, index) -> ()
        async.yield
      }
      %rank = async.add_to_group %done, %diagonal : !async.token
    }
    async.await_all %diagonal
  }
  %distance = memref.load %table[%n, %m] : memref<?x?xi64>
  memref.dealloc %table : memref<?x?xi64>
  return %distance : i64
}
