"""A program that ends only where it is cancelled."""

ENDLESS = """
// Launches for ever.
func.func @endless(%counter: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    %t = async.execute {
      %x = memref.atomic_rmw addi %c1, %counter[%c0] : (i64, memref<1xi64>) -> i64
      async.yield
    }
    async.await %t : !async.token
    scf.yield
  }
  return
}
"""
