// The product of two matrices, a task for each tile of it. First tasks turn the columns of the second matrix into rows, so
// that the products go along rows of both.
// asyncir run examples/tasks/matmul_tiles.mlir a.npy b.npy 32

!tile = memref<?x?xf64, strided<[?, 1], offset: ?>>

func.func private @transpose(%from: !tile, %to: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %from, %c0 : !tile
  %columns = memref.dim %from, %c1 : !tile
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %x = memref.load %from[%i, %j] : !tile
      memref.store %x, %to[%j, %i] : !tile
    }
  }
  return
}

// c := a * transpose(b).
func.func private @multiply(%a: !tile, %b: !tile, %c: !tile) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = memref.dim %c, %c0 : !tile
  %columns = memref.dim %c, %c1 : !tile
  %inner = memref.dim %a, %c1 : !tile
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %sum = scf.for %k = %c0 to %inner step %c1 iter_args(%acc = %zero) -> (f64) {
        %x = memref.load %a[%i, %k] : !tile
        %y = memref.load %b[%j, %k] : !tile
        %xy = arith.mulf %x, %y : f64
        %more = arith.addf %acc, %xy : f64
        scf.yield %more : f64
      }
      memref.store %sum, %c[%i, %j] : !tile
    }
  }
  return
}

func.func @main(%A: memref<?x?xf64>, %B: memref<?x?xf64>, %size: index) -> memref<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.cmpi sgt, %size, %c0 : index
  cf.assert %some, "a tile has at least one row"
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %inner = memref.dim %A, %c1 : memref<?x?xf64>
  %m = memref.dim %B, %c1 : memref<?x?xf64>
  %C = memref.alloc(%n, %m) : memref<?x?xf64>
  %T = memref.alloc(%m, %inner) : memref<?x?xf64>
  %down = arith.ceildivsi %n, %size : index
  %across = arith.ceildivsi %m, %size : index

  %turned = async.create_group %across : !async.group
  scf.for %j = %c0 to %m step %size {
    %behind = arith.subi %m, %j : index
    %columns = arith.minsi %behind, %size : index
    %b = memref.subview %B[0, %j] [%inner, %columns] [1, 1] : memref<?x?xf64> to !tile
    %t = memref.subview %T[%j, 0] [%columns, %inner] [1, 1] : memref<?x?xf64> to !tile
    %done = async.execute {
      func.call @transpose(%b, %t) : (!tile, !tile) -> ()
      async.yield
    }
    %rank = async.add_to_group %done, %turned : !async.token
  }
  async.await_all %turned

  %tiles = arith.muli %down, %across : index
  %multiplied = async.create_group %tiles : !async.group
  scf.for %i = %c0 to %n step %size {
    %below = arith.subi %n, %i : index
    %rows = arith.minsi %below, %size : index
    %a = memref.subview %A[%i, 0] [%rows, %inner] [1, 1] : memref<?x?xf64> to !tile
    scf.for %j = %c0 to %m step %size {
      %behind = arith.subi %m, %j : index
      %columns = arith.minsi %behind, %size : index
      %t = memref.subview %T[%j, 0] [%columns, %inner] [1, 1] : memref<?x?xf64> to !tile
      %c = memref.subview %C[%i, %j] [%rows, %columns] [1, 1] : memref<?x?xf64> to !tile
      %done = async.execute {
        func.call @multiply(%a, %t, %c) : (!tile, !tile, !tile) -> ()
        async.yield
      }
      %rank = async.add_to_group %done, %multiplied : !async.token
    }
  }
  async.await_all %multiplied
  memref.dealloc %T : memref<?x?xf64>
  return %C : memref<?x?xf64>
}
