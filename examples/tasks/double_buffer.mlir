// Writes blocks of numbers to a file and reads them back, each time with two buffers: one is being filled or added up while
// the other is on its way.
// asyncir run examples/tasks/double_buffer.mlir '[110, 117, 109, 98, 101, 114, 115]' 6 1024
// (the path, "numbers", letter by letter; blocks; numbers in a block)
//
// The loops carry both buffers, exchanged in each iteration, and the operation that is in flight on one of them.

// Numbers from %first on.
func.func private @fill(%buffer: memref<?xi64>, %first: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %buffer, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.addi %first, %i : index
    %x = arith.index_cast %at : index to i64
    memref.store %x, %buffer[%i] : memref<?xi64>
  }
  return
}

func.func private @sum(%buffer: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %buffer, %c0 : memref<?xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
    %x = memref.load %buffer[%i] : memref<?xi64>
    %more = arith.addi %acc, %x : i64
    scf.yield %more : i64
  }
  return %sum : i64
}

func.func @main(%path: memref<?xi8>, %blocks: index, %size: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %bytes = arith.muli %size, %c8 : index
  %opened = io.open update %path : memref<?xi8>
  %file = async.await %opened : !async.value<i32>
  %a = memref.alloc(%size) : memref<?xi64>
  %b = memref.alloc(%size) : memref<?xi64>
  %nothing = async.ready %c0 : !async.value<index>

  // While a block is filled, the one before it is being written.
  %end:3 = scf.for %k = %c0 to %blocks step %c1
      iter_args(%buffer = %a, %other = %b, %write = %nothing) -> (memref<?xi64>, memref<?xi64>, !async.value<index>) {
    %first = arith.muli %k, %size : index
    func.call @fill(%buffer, %first) : (memref<?xi64>, index) -> ()
    %written = async.await %write : !async.value<index>
    %at = arith.muli %k, %bytes : index
    %next = io.write %file[%at], %buffer : memref<?xi64>
    scf.yield %other, %buffer, %next : memref<?xi64>, memref<?xi64>, !async.value<index>
  }
  %written = async.await %end#2 : !async.value<index>

  // While a block is added up, the one behind it is being read.
  %start = io.read %file[%c0], %a : memref<?xi64>
  %read:4 = scf.for %k = %c0 to %blocks step %c1
      iter_args(%buffer = %a, %other = %b, %read = %start, %acc = %zero)
      -> (memref<?xi64>, memref<?xi64>, !async.value<index>, i64) {
    %count = async.await %read : !async.value<index>
    %whole = arith.cmpi eq, %count, %bytes : index
    cf.assert %whole, "a block is not whole"
    %behind = arith.addi %k, %c1 : index
    %at = arith.muli %behind, %bytes : index
    %next = io.read %file[%at], %other : memref<?xi64>
    %part = func.call @sum(%buffer) : (memref<?xi64>) -> i64
    %more = arith.addi %acc, %part : i64
    scf.yield %other, %buffer, %next, %more : memref<?xi64>, memref<?xi64>, !async.value<index>, i64
  }
  %beyond = async.await %read#2 : !async.value<index>
  %closed = io.close %file : i32
  async.await %closed : !async.token
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<?xi64>
  return %read#3 : i64
}
