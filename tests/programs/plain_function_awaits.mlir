// Plain functions, ten deep, the last of which awaits; called from more tasks than there are threads.
// run: @main() = 520 : i64
// mlir: no, a plain function that awaits blocks a worker
func.func private @f0(%v: !async.value<i64>) -> i64 {
  %x = async.await %v : !async.value<i64>
  return %x : i64
}
func.func private @f1(%v: !async.value<i64>) -> i64 {
  %x = call @f0(%v) : (!async.value<i64>) -> i64
  %one = arith.constant 1 : i64
  %y = arith.addi %x, %one : i64
  return %y : i64
}
func.func private @f2(%v: !async.value<i64>) -> i64 {
  %x = call @f1(%v) : (!async.value<i64>) -> i64
  %y = call @f1(%v) : (!async.value<i64>) -> i64
  %z = arith.addi %x, %y : i64
  return %z : i64
}
func.func private @down(%v: !async.value<i64>, %n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %end, ^last, ^deeper
^last:
  %a = call @f2(%v) : (!async.value<i64>) -> i64
  return %a : i64
^deeper:
  %m = arith.subi %n, %one : i64
  %b = call @down(%v, %m) : (!async.value<i64>, i64) -> i64
  %c = arith.addi %b, %one : i64
  return %c : i64
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %seven = arith.constant 7 : i64
  %twentyone = arith.constant 21 : i64
  %m = memref.alloc() : memref<8xi64>
  %slot = async.runtime.create : !async.value<i64>
  %g = async.create_group %c8 : !async.group
  scf.for %i = %c0 to %c8 step %c1 {
    %t = async.execute {
      %x = func.call @down(%slot, %seven) : (!async.value<i64>, i64) -> i64
      memref.store %x, %m[%i] : memref<8xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  %last = async.execute {
    async.runtime.store %twentyone, %slot : !async.value<i64>
    async.runtime.set_available %slot : !async.value<i64>
    async.yield
  }
  async.await_all %g
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %m[%i] : memref<8xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %m : memref<8xi64>
  %r = func.call @check(%sum) : (i64) -> i64
  return %r : i64
}
func.func private @check(%x: i64) -> i64 {
  %more = arith.constant 112 : i64
  %r = arith.addi %x, %more : i64
  return %r : i64
}
