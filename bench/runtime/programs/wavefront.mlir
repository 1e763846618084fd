// A wavefront: each cell is a task, which launches those of the cells below and to the right that needed only it any more, and
// waits for them.
//
// Row 0 and column 0 of the cells are given. `missing` counts what each cell still waits for; beyond the last row and column
// it is so high that nothing is launched there. The cell to the right is launched first and so runs first, for it lies beside this
// one in memory; the libraries that run what was launched last launch it last.

func.func private @cell(%cells: memref<?x?xi64>, %missing: memref<?x?xi32>, %i: index, %j: index) -> !async.token {
  %token = async.execute {
    %c1 = arith.constant 1 : index
    %three = arith.constant 3 : i64
    %last = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %up = arith.subi %i, %c1 : index
    %back = arith.subi %j, %c1 : index
    %above = memref.load %cells[%up, %j] : memref<?x?xi64>
    %beside = memref.load %cells[%i, %back] : memref<?x?xi64>
    %thrice = arith.muli %above, %three : i64
    %new = arith.addi %thrice, %beside : i64
    memref.store %new, %cells[%i, %j] : memref<?x?xi64>
    %down = arith.addi %i, %c1 : index
    %right = arith.addi %j, %c1 : index
    %left_below = memref.atomic_rmw addi %minus, %missing[%down, %j] : (i32, memref<?x?xi32>) -> i32
    %left_right = memref.atomic_rmw addi %minus, %missing[%i, %right] : (i32, memref<?x?xi32>) -> i32
    %launch_below = arith.cmpi eq, %left_below, %last : i32
    %launch_right = arith.cmpi eq, %left_right, %last : i32
    scf.if %launch_right {
      %next = func.call @cell(%cells, %missing, %i, %right) : (memref<?x?xi64>, memref<?x?xi32>, index, index) -> !async.token
      scf.if %launch_below {
        %below = func.call @cell(%cells, %missing, %down, %j) : (memref<?x?xi64>, memref<?x?xi32>, index, index) -> !async.token
        async.await %below : !async.token
      }
      async.await %next : !async.token
    } else {
      scf.if %launch_below {
        %below = func.call @cell(%cells, %missing, %down, %j) : (memref<?x?xi64>, memref<?x?xi32>, index, index) -> !async.token
        async.await %below : !async.token
      }
    }
    async.yield
  }
  return %token : !async.token
}

func.func @run(%cells: memref<?x?xi64>, %missing: memref<?x?xi32>) {
  %c1 = arith.constant 1 : index
  %all = call @cell(%cells, %missing, %c1, %c1) : (memref<?x?xi64>, memref<?x?xi32>, index, index) -> !async.token
  async.await %all : !async.token
  return
}
