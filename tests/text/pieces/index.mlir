func.func @binary(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b {note = "x"}
  return
}
// -----
func.func @casts(%a: index, %b: i32, %c: i64, %d: i1, %e: si8) {
  %0 = index.casts %a : index to i64
  %1 = index.casts %a : index to i32
  %2 = index.casts %b : i32 to index
  %3 = index.castu %c : i64 to index
  %4 = index.castu %a : index to i1
  %5 = index.castu %e : si8 to index
  return
}
// -----
func.func @cmp(%a: index, %b: index) {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp ne(%a, %b)
  %2 = index.cmp slt(%a, %b)
  %3 = index.cmp sle(%a, %b)
  %4 = index.cmp sgt(%a, %b)
  %5 = index.cmp sge(%a, %b)
  %6 = index.cmp ult(%a, %b)
  %7 = index.cmp ule(%a, %b)
  %8 = index.cmp ugt(%a, %b)
  %9 = index.cmp uge(%a, %b) {x}
  return
}
// -----
func.func @constants() {
  %0 = index.sizeof
  %1 = index.constant 42
  %2 = index.constant -1
  %3 = index.bool.constant true
  %4 = index.bool.constant false
  %5 = index.constant {a} 0
  %6 = index.sizeof {a}
  %7 = index.constant 42
  return
}
// -----
func.func @i(%a: index) { %0 = index.casts %a : index to index
 return }
// -----
func.func @i(%a: i32) { %0 = index.casts %a : i32 to i64
 return }
// -----
func.func @i(%a: i32) { %0 = index.casts %a : i32 to f32
 return }
// -----
func.func @i(%a: i32, %b: index) { %0 = index.add %a, %b
 return }
// -----
func.func @i(%a: i32, %b: index) { %0 = index.cmp foo(%b, %b)
 return }
// -----
func.func @i(%a: i32, %b: index) { %0 = "index.constant"() {value = 1 : i32} : () -> index
 return }
// -----
func.func @i(%a: i32, %b: index) { %0 = index.constant 0x10
 return }
// -----
func.func @i(%a: i32, %b: index) { %0 = index.bool.constant 1
 return }
