// What is printed as a string has no new line of its own.
func.func @main() {
  vector.print str "hello"
  vector.print str " world\n"
  return }
