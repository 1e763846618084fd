// Each call launches a task that writes a global, unless a flag says that this was done: the flag is set behind the launch.
// verdict: proved-or-unknown
// clean: @main()
// extension

memref.global "private" @done : memref<1xi64> = dense<0>
memref.global "private" @state : memref<1xi64> = dense<0>
func.func private @once() -> !async.token {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %d = memref.get_global @done : memref<1xi64>
  %g = memref.get_global @state : memref<1xi64>
  %flag = memref.load %d[%c0] : memref<1xi64>
  %first = arith.cmpi eq, %flag, %zero : i64
  %t = scf.if %first -> (!async.token) {
    %u = async.execute {
      memref.store %one, %g[%c0] : memref<1xi64>
      async.yield
    }
    memref.store %one, %d[%c0] : memref<1xi64>
    scf.yield %u : !async.token
  } else {
    %r = async.ready : !async.token
    scf.yield %r : !async.token
  }
  return %t : !async.token
}
func.func @main() {
  %t = func.call @once() : () -> !async.token
  %u = func.call @once() : () -> !async.token
  async.await %t : !async.token
  async.await %u : !async.token
  return
}
