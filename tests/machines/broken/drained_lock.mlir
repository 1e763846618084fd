// Ten signals before a loop, and a wait in each of its fifty iterations.
// machine: aie2
// check: refuted
// insert-sync: same
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  sync.signal "lock"[0] on "mm2s0"
  scf.for %i = %c0 to %c50 step %c1 {
    sync.wait "lock"[0] on "core"
  }
  return
}
