// A private function leaves a flag set.
// machine: ascend-a2
// check: refuted
// insert-sync: same
func.func @main() {
  func.call @f() : () -> ()
  sync.barrier
  return
}
func.func private @f() {
  sync.signal "event"[0] from "mte2" to "v"
  return
}
