// Two notices, of which the second is lost where the first has not been taken.
// ends: M001 M013
func.func @main(%m: memref<2xi64>) {
  sync.process on "p0" {
    sync.signal "notice"[0]
    sync.signal "notice"[0]
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    sync.wait "notice"[0]
    sync.wait "notice"[0]
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
