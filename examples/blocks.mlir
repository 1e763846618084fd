// The sum of a matrix's rows, one task for each block of 64 rows, collected in a group:
// asyncir run examples/blocks.mlir matrix.npy

func.func @main(%A: memref<?x?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  %rows = memref.dim %A, %c0 : memref<?x?xf64>
  %columns = memref.dim %A, %c1 : memref<?x?xf64>
  %sums = memref.alloc(%rows) : memref<?xf64>
  %blocks = arith.ceildivsi %rows, %c64 : index
  %group = async.create_group %blocks : !async.group
  scf.for %first = %c0 to %rows step %c64 {
    %token = async.execute {
      %up = arith.addi %first, %c64 : index
      %last = arith.minsi %up, %rows : index
      scf.for %i = %first to %last step %c1 {
        %sum = scf.for %j = %c0 to %columns step %c1 iter_args(%acc = %zero) -> (f64) {
          %a = memref.load %A[%i, %j] : memref<?x?xf64>
          %s = arith.addf %acc, %a : f64
          scf.yield %s : f64
        }
        memref.store %sum, %sums[%i] : memref<?xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  return %sums : memref<?xf64>
}
