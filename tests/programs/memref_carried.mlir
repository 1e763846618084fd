// Two buffers that change places in every iteration.
// run: @main(5 : index) = 32 : i64
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %a = memref.alloc() : memref<1xi64>
  %b = memref.alloc() : memref<1xi64>
  memref.store %one, %a[%c0] : memref<1xi64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%from = %a, %to = %b) -> (memref<1xi64>, memref<1xi64>) {
    %x = memref.load %from[%c0] : memref<1xi64>
    %y = arith.addi %x, %x : i64
    memref.store %y, %to[%c0] : memref<1xi64>
    scf.yield %to, %from : memref<1xi64>, memref<1xi64>
  }
  %z = memref.load %r#0[%c0] : memref<1xi64>
  memref.dealloc %a : memref<1xi64>
  memref.dealloc %b : memref<1xi64>
  return %z : i64
}
