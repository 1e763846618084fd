// The second task depends on the first. The first is awaited; then the variable that the second writes is read.
// drb: DRB168-taskdep5-orig-omp50-yes
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
  %second = async.execute [%first] {
    %v = memref.load %x[] : memref<i64>
    %w = memref.load %y[] : memref<i64>
    %z = arith.subi %w, %v : i64
    memref.store %z, %y[] : memref<i64>
    async.yield
  }
  async.await %first : !async.token
  %a = memref.load %x[] : memref<i64>
  func.call @printI64(%a) : (i64) -> ()
  %b = memref.load %y[] : memref<i64>
  func.call @printI64(%b) : (i64) -> ()
  async.await %second : !async.token
  return
}
