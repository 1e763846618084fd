// A loop that puts each of its iterations into a task, all joined before the function returns.

func.func @run(%bytes: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %set = arith.constant 1 : i8
  %count = memref.dim %bytes, %c0 : memref<?xi8>
  %group = async.create_group %count : !async.group
  scf.for %i = %c0 to %count step %c1 {
    %token = async.execute {
      memref.store %set, %bytes[%i] : memref<?xi8>
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  return
}
