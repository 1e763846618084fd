// A wavefront: an element's task depends on those of the elements above and to the left.
// drb: DRB094-doall2-ordered-orig-no
// race: no
// run: @main() = 12 : i64
func.func private @printI64(i64)
func.func @step(%a: memref<4x3xi64>, %i: index, %j: index) {
  %k1 = arith.constant 1 : i64
  %x = memref.load %a[%i, %j] : memref<4x3xi64>
  %y = arith.addi %x, %k1 : i64
  memref.store %y, %a[%i, %j] : memref<4x3xi64>
  %n = arith.index_cast %i : index to i64
  func.call @printI64(%n) : (i64) -> ()
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<4x3xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %k0, %a[%i, %j] : memref<4x3xi64>
    }
  }
  %start = async.execute {
    async.yield
  }
  %last:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %start, %v = %start, %w = %start) -> (!async.token, !async.token, !async.token) {
    %p = async.execute [%u] {
      func.call @step(%a, %i, %c0) : (memref<4x3xi64>, index, index) -> ()
      async.yield
    }
    %q = async.execute [%v, %p] {
      func.call @step(%a, %i, %c1) : (memref<4x3xi64>, index, index) -> ()
      async.yield
    }
    %s = async.execute [%w, %q] {
      func.call @step(%a, %i, %c2) : (memref<4x3xi64>, index, index) -> ()
      async.yield
    }
    scf.yield %p, %q, %s : !async.token, !async.token, !async.token
  }
  async.await %last#2 : !async.token
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c3 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %a[%i, %j] : memref<4x3xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %a : memref<4x3xi64>
  return %r : i64
}
