// A flag is signalled by a number that is passed.
// machine: ascend-a2
// check: refuted
// insert-sync: same
func.func @main(%n: index) {
  sync.signal "event"[0], %n from "v" to "mte2"
  sync.wait "event"[0], %n from "v" to "mte2"
  return
}
