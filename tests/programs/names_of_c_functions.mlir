// Functions may be named like those that LLVM calls for math.
// run: @main() = 12914 : i64
// mlir: no, the names collide

func.func @pow(%x: f64, %y: f64) -> f64 {
  %z = arith.constant 5.0 : f64
  return %z : f64
}
func.func private @erf(%x: f64) -> f64 {
  %z = arith.constant 5.0 : f64
  return %z : f64
}
func.func @memset(%x: i64) -> i64 {
  return %x : i64
}
func.func private @sin(%x: f64) -> f64 {
  return %x : f64
}
func.func @main() -> i64 {
  %a = arith.constant 2.0 : f64
  %h = arith.constant 0.5 : f64
  %m = memref.alloc() : memref<2xf64>
  %i0 = arith.constant 0 : index
  memref.store %h, %m[%i0] : memref<2xf64>
  %hh = memref.load %m[%i0] : memref<2xf64>
  memref.dealloc %m : memref<2xf64>
  %p = math.powf %a, %hh : f64
  %q = func.call @pow(%a, %hh) : (f64, f64) -> f64
  %e = math.erf %hh : f64
  %e2 = func.call @erf(%hh) : (f64) -> f64
  %s = math.sin %hh : f64
  %s2 = func.call @sin(%hh) : (f64) -> f64
  %1 = arith.addf %p, %q : f64
  %2 = arith.addf %1, %e : f64
  %3 = arith.addf %2, %e2 : f64
  %4 = arith.addf %3, %s : f64
  %5 = arith.addf %4, %s2 : f64
  %k = arith.constant 1000.0 : f64
  %6 = arith.mulf %5, %k : f64
  %r = arith.fptosi %6 : f64 to i64
  return %r : i64
}
