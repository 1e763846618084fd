// An async function calls another and does not wait: both are done with their writes when the call returns.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])

async.func private @f(%n: index, %m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.index_cast %n : index to i64
  memref.store %x, %m[%c0] : memref<1xi64>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %less = arith.subi %n, %c1 : index
    %t = async.call @f(%less, %m) : (index, memref<1xi64>) -> !async.token
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  return
}
func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 6 : i64
  %some = arith.minsi %n, %c4 : index
  %t = async.call @f(%some, %m) : (index, memref<1xi64>) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
