// Two notices of a semaphore that has room for both.
// ends: right
// leaves: [0, 0]
func.func @main(%m: memref<2xi64>) {
  sync.process on "p0" {
    sync.signal "room"[0]
    sync.signal "room"[0]
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    sync.wait "room"[0]
    sync.wait "room"[0]
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
