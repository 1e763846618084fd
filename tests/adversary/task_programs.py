"""Programs of tasks for the tests of what judges them: one that is right, and the same without its wait."""

ORDERED = """func.func @main(%n: index, %k: index, %A: memref<8xi64>, %B: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %A[%c0] : memref<8xi64>
    async.yield
  }
  async.await %t : !async.token
  memref.store %x, %A[%c0] : memref<8xi64>
  return
}
"""
RACING = ORDERED.replace("  async.await %t : !async.token\n", "")
