// A semaphore is signalled by a number that is passed.
// machine: aie2
// check: refuted
// insert-sync: same
func.func @main(%n: index) {
  sync.signal "lock"[0], %n on "core"
  sync.wait "lock"[0], %n on "core"
  return
}
