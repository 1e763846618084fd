// Payloads of one byte and one bit, and an index.
// run: @main(200 : index) = -56 : i8, 1 : i1, 201 : index
func.func @main(%n: index) -> (i8, i1, index) {
  %c1 = arith.constant 1 : index
  %t, %a, %b, %c = async.execute -> (!async.value<i8>, !async.value<i1>, !async.value<index>) {
    %x = arith.index_cast %n : index to i8
    %y = arith.cmpi ugt, %n, %c1 : index
    %z = arith.addi %n, %c1 : index
    async.yield %x, %y, %z : i8, i1, index
  }
  %x = async.await %a : !async.value<i8>
  %y = async.await %b : !async.value<i1>
  %z = async.await %c : !async.value<index>
  return %x, %y, %z : i8, i1, index
}
