// Local alignment by diagonals: tasks read the position of the best score while others may write it.
// drb: DRB181-SmithWaterman-yes
// race: yes
// at: %best
// run: @main()
func.func @score(%h: memref<25xi64>, %i: index, %j: index, %best: memref<i64>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %k0 = arith.constant 0 : i64
  %k4 = arith.constant 4 : i64
  %k5 = arith.constant 5 : i64
  %row = arith.muli %i, %c5 : index
  %at = arith.addi %row, %j : index
  %above = arith.subi %at, %c5 : index
  %left = arith.subi %at, %c1 : index
  %corner = arith.subi %at, %c6 : index
  %u = memref.load %h[%above] : memref<25xi64>
  %up = arith.subi %u, %k4 : i64
  %l = memref.load %h[%left] : memref<25xi64>
  %side = arith.subi %l, %k4 : i64
  %d = memref.load %h[%corner] : memref<25xi64>
  %diagonal = arith.addi %d, %k5 : i64
  %a = arith.maxsi %up, %side : i64
  %b = arith.maxsi %a, %diagonal : i64
  %most = arith.maxsi %b, %k0 : i64
  memref.store %most, %h[%at] : memref<25xi64>
  %p = memref.load %best[] : memref<i64>
  %position = arith.index_cast %p : i64 to index
  %record = memref.load %h[%position] : memref<25xi64>
  %better = arith.cmpi sgt, %most, %record : i64
  scf.if %better {
    %new = arith.index_cast %at : index to i64
    %old = memref.atomic_rmw assign %new, %best[] : (i64, memref<i64>) -> i64
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c25 = arith.constant 25 : index
  %k0 = arith.constant 0 : i64
  %h = memref.alloc() : memref<25xi64>
  %best = memref.alloca() : memref<i64>
  scf.for %i = %c0 to %c25 step %c1 {
    memref.store %k0, %h[%i] : memref<25xi64>
  }
  memref.store %k0, %best[] : memref<i64>
  scf.for %diagonal = %c2 to %c9 step %c1 {
    %low0 = arith.subi %diagonal, %c4 : index
    %low = arith.maxsi %low0, %c1 : index
    %high = arith.minsi %diagonal, %c5 : index
    %size = arith.subi %high, %low : index
    %group = async.create_group %size : !async.group
    scf.for %i = %low to %high step %c1 {
      %task = async.execute {
        %j = arith.subi %diagonal, %i : index
        func.call @score(%h, %i, %j, %best) : (memref<25xi64>, index, index, memref<i64>) -> ()
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
  }
  memref.dealloc %h : memref<25xi64>
  return
}
