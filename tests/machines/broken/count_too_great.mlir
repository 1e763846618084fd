// More groups stay in flight than the machine can count.
// machine: cdna3
// check: refuted
// insert-sync: P150
func.func @main() {
  %c64 = arith.constant 64 : index
  sync.wait "vmcnt", %c64
  return
}
