// A private function waits for what nobody gives.
// machine: ascend-a2
// check: refuted
// insert-sync: same
func.func @main() {
  func.call @f() : () -> ()
  return
}
func.func private @f() {
  sync.wait "event"[0] from "mte2" to "s"
  return
}
