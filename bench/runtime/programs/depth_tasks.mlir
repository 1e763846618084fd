// Tasks that each launch the next and wait for it: as many tasks as the depth are alive at once.

func.func @deep(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %token, %value = async.execute -> !async.value<i64> {
    %end = arith.cmpi eq, %n, %zero : i64
    %result = scf.if %end -> (i64) {
      scf.yield %zero : i64
    } else {
      %m = arith.subi %n, %one : i64
      %inner = func.call @deep(%m) : (i64) -> !async.value<i64>
      %x = async.await %inner : !async.value<i64>
      %y = arith.addi %x, %one : i64
      scf.yield %y : i64
    }
    async.yield %result : i64
  }
  return %value : !async.value<i64>
}

func.func @run(%n: i64) -> i64 {
  %value = call @deep(%n) : (i64) -> !async.value<i64>
  %result = async.await %value : !async.value<i64>
  return %result : i64
}
