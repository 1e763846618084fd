// A count of groups below zero.
// machine: cdna3
// check: refuted
// insert-sync: P150
func.func @main() {
  %m1 = arith.constant -1 : index
  sync.wait "vmcnt", %m1
  return
}
