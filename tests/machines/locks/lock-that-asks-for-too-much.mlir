// Two are released, and three are asked for.
// ends: M013
func.func @main(%m: memref<2xi64>) {
  sync.signal "lock"[0], 2
  sync.process on "p0" {
    sync.wait "lock"[0], 3
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 1
  return
}
