// Unranked memrefs go into tasks and come out of them.
// run: @main() = 12 : i64
// mlir: no, the descriptor is gone when the task reads it

async.func private @h(%u: memref<*xi64>, %t: !async.token) -> (!async.token, !async.value<memref<*xi64>>) {
  async.await %t : !async.token
  return %u : memref<*xi64>
}
func.func private @start(%n: index) -> !async.value<memref<*xi64>> {
  %mm = memref.alloc(%n) : memref<?xi64>
  %u = memref.cast %mm : memref<?xi64> to memref<*xi64>
  %t = async.execute { async.yield }
  %tt, %v = async.call @h(%u, %t) : (memref<*xi64>, !async.token) -> (!async.token, !async.value<memref<*xi64>>)
  return %v : !async.value<memref<*xi64>>
}
func.func private @w(%v: !async.value<memref<*xi64>>) -> (memref<*xi64>, memref<*xi64>) {
  %u = async.await %v : !async.value<memref<*xi64>>
  return %u, %u : memref<*xi64>, memref<*xi64>
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant 0 : i64
  %fc = func.constant @w : (!async.value<memref<*xi64>>) -> (memref<*xi64>, memref<*xi64>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i64) {
    %v = func.call @start(%i) : (index) -> !async.value<memref<*xi64>>
    %a, %b = func.call @w(%v) : (!async.value<memref<*xi64>>) -> (memref<*xi64>, memref<*xi64>)
    %e, %f = func.call_indirect %fc(%v) : (!async.value<memref<*xi64>>) -> (memref<*xi64>, memref<*xi64>)
    %d = memref.dim %b, %c0 : memref<*xi64>
    %d2 = memref.dim %e, %c0 : memref<*xi64>
    memref.dealloc %a : memref<*xi64>
    %dd = arith.index_cast %d : index to i64
    %dd2 = arith.index_cast %d2 : index to i64
    %s2 = arith.addi %s, %dd : i64
    %s3 = arith.addi %s2, %dd2 : i64
    scf.yield %s3 : i64
  }
  return %r : i64
}
