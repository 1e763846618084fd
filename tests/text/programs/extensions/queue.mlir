// Async ops, groups in queues, and every kind of wait.
module attributes {queue.fifos = [[7, 8]]} {
  func.func @straight(%a: memref<16xf32>, %b: memref<2xf32>, %q: index, %n: index) attributes {queue.fifos = [[0, 1], [2]]} {
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%n] : memref<16xf32>
        memref.store %x, %b[%q] : memref<2xf32>
      }
      queue.async attributes {a.b} {
      }
    }
    queue.commit(-1) {
    }
    %t = queue.commit(%q) attributes {a.b = 1 : i32} {
      queue.async {
        memref.copy %b, %b : memref<2xf32> to memref<2xf32>
      }
    } -> !async.token
    %u = queue.commit(3) {} -> !async.token
    queue.wait(0, 1)
    queue.wait(%q, %n) covers(%b, %a : memref<2xf32>, memref<16xf32>) {a.b}
    queue.wait(%q, 0) covers(%b : memref<2xf32>)
    queue.wait(0, %n) {a.b = 1 : i32}
    queue.wait_read(0, 0)
    queue.wait_read(%q, %n) covers(%a : memref<16xf32>)
    queue.wait_finished(0, 5)
    queue.wait_finished(%q, %n) covers(%a : memref<16xf32>) {a.b}
    queue.await %t : !async.token
    queue.await %t, %u : !async.token, !async.token covers(%a : memref<16xf32>) {a.b}
    queue.await_read %t : !async.token covers(%a : memref<16xf32>)
    async.await %t : !async.token
    return
  }
  func.func @carried(%a: memref<16xf32>, %n: index) {
    %ready = async.ready : !async.token
    %last = scf.for %i = %n to %n step %n iter_args(%before = %ready) -> (!async.token) {
      %t = queue.commit(0) {
        scf.for %j = %n to %n step %n {
          queue.async {
            %x = memref.load %a[%i] : memref<16xf32>
            memref.store %x, %a[%j] : memref<16xf32>
          }
        }
        queue.wait(1, 0)
        queue.wait_read(1, 0)
        queue.wait_finished(1, %i)
      } -> !async.token
      queue.await %before : !async.token
      queue.await_read %t, %before : !async.token, !async.token {a.b}
      scf.yield %t : !async.token
    }
    queue.await %last : !async.token
    return
  }
  func.func @in_a_task() {
    %done = async.execute {
      %t = queue.commit(0) {
        queue.async {
        }
      } -> !async.token
      queue.wait(0, 0)
      queue.wait_read(0, 0)
      queue.wait_finished(0, 1)
      queue.await %t : !async.token
      queue.await_read %t : !async.token
      async.yield
    }
    async.await %done : !async.token
    return
  }
}
