// The Cholesky factor of a symmetric positive definite matrix, in place, by tiles: a loop nest for any number of them.
// asyncir run examples/tasks/cholesky_loops.mlir matrix.npy 64 -o factor.npy
//
// The dialect has no arrays of tokens, so a task cannot name the task of a tile that it needs. Groups stand for phases
// instead. The updates of step k are two groups, which the loop carries: `near` is those of the next column, `far` those of
// the columns behind it. The next step's column waits for `near` only, and is factored beside `far`.

!tile = memref<?x?xf64, strided<[?, 1], offset: ?>>

func.func private @factor(%t: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %t, %c0 : !tile
  scf.for %j = %c0 to %n step %c1 {
    %diagonal = memref.load %t[%j, %j] : !tile
    %rest = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %diagonal) -> (f64) {
      %x = memref.load %t[%j, %k] : !tile
      %xx = arith.mulf %x, %x : f64
      %next = arith.subf %acc, %xx : f64
      scf.yield %next : f64
    }
    %positive = arith.cmpf ogt, %rest, %zero : f64
    cf.assert %positive, "the matrix is not positive definite"
    %root = math.sqrt %rest : f64
    memref.store %root, %t[%j, %j] : !tile
    %below = arith.addi %j, %c1 : index
    scf.for %i = %below to %n step %c1 {
      %a = memref.load %t[%i, %j] : !tile
      %b = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %a) -> (f64) {
        %x = memref.load %t[%i, %k] : !tile
        %y = memref.load %t[%j, %k] : !tile
        %xy = arith.mulf %x, %y : f64
        %next = arith.subf %acc, %xy : f64
        scf.yield %next : f64
      }
      %c = arith.divf %b, %root : f64
      memref.store %c, %t[%i, %j] : !tile
    }
  }
  return
}

// b := b * inverse(transpose(l)), where l is a factored tile of the diagonal.
func.func private @solve(%l: !tile, %b: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %b, %c0 : !tile
  %n = memref.dim %l, %c0 : !tile
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %b[%i, %j] : !tile
      %r = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %a) -> (f64) {
        %x = memref.load %b[%i, %k] : !tile
        %y = memref.load %l[%j, %k] : !tile
        %xy = arith.mulf %x, %y : f64
        %next = arith.subf %acc, %xy : f64
        scf.yield %next : f64
      }
      %d = memref.load %l[%j, %j] : !tile
      %q = arith.divf %r, %d : f64
      memref.store %q, %b[%i, %j] : !tile
    }
  }
  return
}

// c := c - a * transpose(b).
func.func private @update(%c: !tile, %a: !tile,
                          %b: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %c, %c0 : !tile
  %columns = memref.dim %c, %c1 : !tile
  %inner = memref.dim %a, %c1 : !tile
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %old = memref.load %c[%i, %j] : !tile
      %new = scf.for %k = %c0 to %inner step %c1 iter_args(%acc = %old) -> (f64) {
        %x = memref.load %a[%i, %k] : !tile
        %y = memref.load %b[%j, %k] : !tile
        %xy = arith.mulf %x, %y : f64
        %next = arith.subf %acc, %xy : f64
        scf.yield %next : f64
      }
      memref.store %new, %c[%i, %j] : !tile
    }
  }
  return
}

// Tile (i, j) of A; those of the last row and column may be smaller.
func.func private @tile(%A: memref<?x?xf64>, %size: index, %i: index, %j: index)
    -> !tile {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %row = arith.muli %i, %size : index
  %column = arith.muli %j, %size : index
  %below = arith.subi %n, %row : index
  %behind = arith.subi %n, %column : index
  %rows = arith.minsi %below, %size : index
  %columns = arith.minsi %behind, %size : index
  %t = memref.subview %A[%row, %column] [%rows, %columns] [1, 1]
    : memref<?x?xf64> to !tile
  return %t : !tile
}

// Launches the updates of the tiles from the diagonal down in column j by column k, and adds them to a group.
func.func private @update_column(%A: memref<?x?xf64>, %size: index, %tiles: index, %j: index, %k: index,
                                 %g: !async.group) {
  %c1 = arith.constant 1 : index
  scf.for %i = %j to %tiles step %c1 {
    %done = async.execute {
      %c = func.call @tile(%A, %size, %i, %j) : (memref<?x?xf64>, index, index, index) -> !tile
      %a = func.call @tile(%A, %size, %i, %k) : (memref<?x?xf64>, index, index, index) -> !tile
      %b = func.call @tile(%A, %size, %j, %k) : (memref<?x?xf64>, index, index, index) -> !tile
      func.call @update(%c, %a, %b) : (!tile, !tile, !tile) -> ()
      async.yield
    }
    %rank = async.add_to_group %done, %g : !async.token
  }
  return
}

func.func @main(%A: memref<?x?xf64>, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %some = arith.cmpi sgt, %size, %c0 : index
  cf.assert %some, "a tile has at least one row"
  %tiles = arith.ceildivsi %n, %size : index
  %none = async.create_group %c0 : !async.group
  %last:2 = scf.for %k = %c0 to %tiles step %c1
      iter_args(%near = %none, %far = %none) -> (!async.group, !async.group) {
    async.await_all %near
    %l = func.call @tile(%A, %size, %k, %k) : (memref<?x?xf64>, index, index, index) -> !tile
    func.call @factor(%l) : (!tile) -> ()
    %next = arith.addi %k, %c1 : index
    %behind = arith.addi %k, %c2 : index
    %below = arith.subi %tiles, %next : index
    %panel = async.create_group %below : !async.group
    scf.for %i = %next to %tiles step %c1 {
      %done = async.execute {
        %b = func.call @tile(%A, %size, %i, %k) : (memref<?x?xf64>, index, index, index) -> !tile
        func.call @solve(%l, %b) : (!tile, !tile) -> ()
        async.yield
      }
      %rank = async.add_to_group %done, %panel : !async.token
    }
    async.await_all %panel
    async.await_all %far

    // All tiles of the next column, and of the columns behind it as many as a triangle has.
    %near_next = async.create_group %below : !async.group
    %less = arith.subi %below, %c1 : index
    %square = arith.muli %below, %less : index
    %triangle = arith.divui %square, %c2 : index
    %far_next = async.create_group %triangle : !async.group
    %more = arith.cmpi slt, %next, %tiles : index
    scf.if %more {
      func.call @update_column(%A, %size, %tiles, %next, %k, %near_next)
        : (memref<?x?xf64>, index, index, index, index, !async.group) -> ()
    }
    scf.for %j = %behind to %tiles step %c1 {
      func.call @update_column(%A, %size, %tiles, %j, %k, %far_next)
        : (memref<?x?xf64>, index, index, index, index, !async.group) -> ()
    }
    scf.yield %near_next, %far_next : !async.group, !async.group
  }
  return
}
