// The second task depends on the first; the variable of each is read behind a wait for it.
// drb: DRB133-taskdep5-orig-omp45-no
// race: no
// run: @main() = 2 : i64
func.func private @printI64(i64)
func.func @main() -> i64 {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %x = memref.alloca() : memref<i64>
  %y = memref.alloca() : memref<i64>
  memref.store %k0, %x[] : memref<i64>
  memref.store %k2, %y[] : memref<i64>
  %first = async.execute {
    %v = memref.load %x[] : memref<i64>
    %w = arith.addi %v, %k1 : i64
    memref.store %w, %x[] : memref<i64>
    async.yield
  }
  %second = async.execute [%first] {
    %v = memref.load %x[] : memref<i64>
    %w = memref.load %y[] : memref<i64>
    %z = arith.subi %w, %v : i64
    memref.store %z, %y[] : memref<i64>
    async.yield
  }
  %before = async.execute [%first] {
    async.yield
  }
  async.await %before : !async.token
  %a = memref.load %x[] : memref<i64>
  func.call @printI64(%a) : (i64) -> ()
  async.await %second : !async.token
  %b = memref.load %y[] : memref<i64>
  func.call @printI64(%b) : (i64) -> ()
  %r = arith.addi %a, %b : i64
  return %r : i64
}
