// Fibonacci numbers: the sum of two tasks' results is taken before the tasks are awaited.
// drb: DRB106-taskwaitmissing-orig-yes
// race: yes
// at: %i, %j
// run: @main(6 : i64)
// quiet: @main(1 : i64)
func.func @fib(%n: i64) -> i64 {
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %k2 : i64
  %r = scf.if %small -> (i64) {
    scf.yield %n : i64
  } else {
    %i = memref.alloc() : memref<i64>
    %j = memref.alloc() : memref<i64>
    %n1 = arith.subi %n, %k1 : i64
    %n2 = arith.subi %n, %k2 : i64
    %first = async.execute {
      %x = func.call @fib(%n1) : (i64) -> i64
      memref.store %x, %i[] : memref<i64>
      async.yield
    }
    %second = async.execute {
      %x = func.call @fib(%n2) : (i64) -> i64
      memref.store %x, %j[] : memref<i64>
      async.yield
    }
    %x = memref.load %i[] : memref<i64>
    %y = memref.load %j[] : memref<i64>
    %s = arith.addi %x, %y : i64
    async.await %first : !async.token
    async.await %second : !async.token
    memref.dealloc %i : memref<i64>
    memref.dealloc %j : memref<i64>
    scf.yield %s : i64
  }
  return %r : i64
}
func.func @main(%n: i64) -> i64 {
  %single, %result = async.execute -> !async.value<i64> {
    %x = func.call @fib(%n) : (i64) -> i64
    async.yield %x : i64
  }
  %r = async.await %result : !async.value<i64>
  return %r : i64
}
