// A lock is signalled by one that nothing holds back, as often as the loop goes round.
// machine: aie2
// check: unknown
// insert-sync: same
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    sync.signal "lock"[0] on "s2mm0"
    sync.wait "lock"[0] on "mm2s0"
  }
  return
}
