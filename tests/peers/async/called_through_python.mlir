// Tasks call Python, which calls functions that wait: @down ten deep; @first and @second wait for each other.
func.func private @down(i64) -> i64
func.func @deep(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %end -> i64 {
    scf.yield %zero : i64
  } else {
    %m = arith.subi %n, %one : i64
    %t, %v = async.execute -> !async.value<i64> {
      %x = func.call @down(%m) : (i64) -> i64
      %y = arith.addi %x, %one : i64
      async.yield %y : i64
    }
    %x = async.await %v : !async.value<i64>
    scf.yield %x : i64
  }
  return %r : i64
}

func.func private @wait_in_python(i64)
func.func @wait_for(%event: i64) {
  %t = async.execute {
    func.call @wait_in_python(%event) : (i64) -> ()
    async.yield
  }
  async.await %t : !async.token
  return
}

func.func private @first()
func.func private @second()
func.func @both() {
  %a = async.execute {
    func.call @first() : () -> ()
    async.yield
  }
  %b = async.execute {
    func.call @second() : () -> ()
    async.yield
  }
  async.await %a : !async.token
  async.await %b : !async.token
  return
}
