// Each of two waits for the other before it tells it.
// ends: M013
func.func @main(%m: memref<2xi64>) {
  sync.process on "p0" {
    sync.wait "lock"[1], 1
    sync.signal "lock"[0], 1
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    sync.wait "lock"[0], 1
    sync.signal "lock"[1], 1
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
