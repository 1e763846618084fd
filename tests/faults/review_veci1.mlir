// A vector of conditions as a result.
func.func @main() -> vector<2xi1> {
  %v = arith.constant dense<[true,false]> : vector<2xi1>
  return %v : vector<2xi1>
}
