// Awaiting an empty task behind the first of two is not awaiting the second, whose variable is read.
// drb: DRB131-taskdep4-orig-omp45-yes
// race: yes
// at: %y
// run: @main()
func.func private @printI64(i64)
func.func @main() {
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
  %second = async.execute {
    %v = memref.load %y[] : memref<i64>
    %w = arith.subi %v, %k1 : i64
    memref.store %w, %y[] : memref<i64>
    async.yield
  }
  %before = async.execute [%first] {
    async.yield
  }
  async.await %before : !async.token
  %a = memref.load %x[] : memref<i64>
  func.call @printI64(%a) : (i64) -> ()
  %b = memref.load %y[] : memref<i64>
  func.call @printI64(%b) : (i64) -> ()
  async.await %first : !async.token
  async.await %second : !async.token
  return
}
