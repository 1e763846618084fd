// A computed instance that is not there.
// machine: ascend-a2
// check: refuted
// insert-sync: same
func.func @main() {
  %c8 = arith.constant 8 : index
  sync.signal "event"[%c8] from "v" to "mte2"
  sync.wait "event"[%c8] from "v" to "mte2"
  return
}
