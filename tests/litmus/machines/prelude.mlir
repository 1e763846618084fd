// What stands around the body of each litmus program.
func.func private @printI64(i64)
memref.global "private" @G : memref<i64> = dense<0>
func.func @show(%memory: memref<i64>) {
  %x = memref.load %memory[] : memref<i64>
  func.call @printI64(%x) : (i64) -> ()
  return
}
func.func @main(ARGUMENTS) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %A = memref.alloc() : memref<i64>
  %B = memref.alloc() : memref<i64>
  memref.store %c0, %A[] : memref<i64>
  memref.store %c0, %B[] : memref<i64>
BODY
  return
}
