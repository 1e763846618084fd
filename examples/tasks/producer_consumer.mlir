// Any number of items through a ring of three slots: each is made by a task and used up by another.
// asyncir run examples/tasks/producer_consumer.mlir '[3, 1, 4, 1, 5]' i64[5] -o sums.npz
//
// Tokens go both ways. An item is made when the slot is free, that is when the item three before it was used; it is used when
// it was made and the item before it was used. The loop carries as many tokens of the consumer as there are slots: their
// number cannot be an argument, for the dialect has no arrays of tokens.

func.func @main(%items: memref<?xi64>, %sums: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %items, %c0 : memref<?xi64>
  %ring = memref.alloc() : memref<3xi64>
  %sum = memref.alloc() : memref<i64>
  memref.store %zero, %sum[] : memref<i64>
  %ready = async.ready : !async.token
  %last:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%used3 = %ready, %used2 = %ready, %used1 = %ready) -> (!async.token, !async.token, !async.token) {
    %slot = arith.remui %i, %c3 : index
    %made = async.execute [%used3] {
      %x = memref.load %items[%i] : memref<?xi64>
      %xx = arith.muli %x, %x : i64
      memref.store %xx, %ring[%slot] : memref<3xi64>
      async.yield
    }
    %used = async.execute [%made, %used1] {
      %x = memref.load %ring[%slot] : memref<3xi64>
      %old = memref.load %sum[] : memref<i64>
      %new = arith.addi %old, %x : i64
      memref.store %new, %sum[] : memref<i64>
      memref.store %new, %sums[%i] : memref<?xi64>
      async.yield
    }
    scf.yield %used2, %used1, %used : !async.token, !async.token, !async.token
  }
  async.await %last#2 : !async.token
  memref.dealloc %ring : memref<3xi64>
  memref.dealloc %sum : memref<i64>
  return
}
