func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<nuw, nsw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<nsz> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<> : i32
  return
}
// -----
func.func @f(%a: i32, %f: f32) {
  %0 = arith.addi %a, %f : i32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addi %f, %g : f32
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0 = arith.addi %v, %v : vector<4xi32>
  return
}
// -----
func.func @f(%sv: vector<[4]xi32>) {
  %0 = arith.addi %sv, %sv : vector<[4]xi32>
  return
}
// -----
func.func @f(%u: tensor<4x?xi32>) {
  %0 = arith.addi %u, %u : tensor<4x?xi32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.addi %x, %x : index
  return
}
// -----
func.func @f(%si: si32) {
  %0 = arith.addi %si, %si : si32
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  %0 = arith.addi %m, %m : memref<4xf32>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.addi"(%a, %b) : (i32, i32) -> i64
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.addi"(%a, %b) {overflowFlags = #arith.overflow<nuw>} : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.addi"(%a, %b) {overflowFlags = 1 : i32} : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.subi %a, %b {foo = "bar"} : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.subi %a, %b overflow<nuw> {foo} : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.muli %a, %b overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.shli %a, %b overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divsi %a, %b overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divsi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divui %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.ceildivsi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.ceildivui %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.floordivsi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.remsi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.remui %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divsi %a, %b exact : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.shrui %a, %b exact : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.shrsi %a, %b exact : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divui %a, %b exact : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.divui %a, %b exact {a} : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.ceildivui %a, %b exact : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.andi %a, %b : i32
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0 = arith.ori %v, %v : vector<4xi32>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.xori %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.maxsi %a, %b : i32
  %1 = arith.maxui %a, %b : i32
  %2 = arith.minsi %a, %b : i32
  %3 = arith.minui %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0, %1 = arith.mulsi_extended %a, %b : i32
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0, %1 = arith.mului_extended %v, %v : vector<4xi32>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %s, %o = arith.addui_extended %a, %b : i32, i1
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %s, %o = arith.addui_extended %v, %v : vector<4xi32>, vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %s, %o = arith.addui_extended %v, %v : vector<4xi32>, i1
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %s, %o = arith.addui_extended %a, %b : i32, i8
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %s:2 = arith.addui_extended %a, %b : i32, i1
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.mulsi_extended %a, %b : i32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g fastmath<fast> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g fastmath<none> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g fastmath<nnan,ninf,nsz,arcp,contract,afn,reassoc> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g fastmath<reassoc, nnan> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g fastmath<foo> : f32
  return
}
// -----
func.func @f(%t: tensor<?xf32>) {
  %0 = arith.addf %t, %t fastmath<contract> : tensor<?xf32>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addf %a, %b : i32
  return
}
// -----
func.func @f(%bf: bf16) {
  %0 = arith.addf %bf, %bf : bf16
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.subf %f, %g : f32
  %1 = arith.mulf %f, %g : f32
  %2 = arith.divf %f, %g : f32
  %3 = arith.remf %f, %g : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.maximumf %f, %g : f32
  %1 = arith.minimumf %f, %g : f32
  %2 = arith.maxnumf %f, %g : f32
  %3 = arith.minnumf %f, %g : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.negf %f : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.negf %f fastmath<fast> : f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.negf %a : i32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g to_nearest_even : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.addf %f, %g to_nearest_even fastmath<fast> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.divf %f, %g upward : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.mulf %f, %g downward fastmath<nnan> : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant true
  return
}
// -----
func.func @f() {
  %0 = arith.constant false
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1 : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0
  return
}
// -----
func.func @f() {
  %0 = arith.constant 5
  return
}
// -----
func.func @f() {
  %0 = arith.constant 5 : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant 5 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 5.0 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F800000 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFC00000 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7FC00000 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7FF0000000000000 : f64
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7C00 : f16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F80 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant -0.0 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0e-45 : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0e400 : f64
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0e10 : f16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : i8
  return
}
// -----
func.func @f() {
  %0 = arith.constant 255 : i8
  return
}
// -----
func.func @f() {
  %0 = arith.constant -129 : i8
  return
}
// -----
func.func @f() {
  %0 = arith.constant 128 : si8
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : ui8
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1 : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant "foo"
  return
}
// -----
func.func @f() {
  %0 = arith.constant @f
  return
}
// -----
func.func @f() {
  %0 = arith.constant unit
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : tensor<4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1.0> : vector<[4]xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<[4]xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<> : tensor<0xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : memref<4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant {a = 1} 1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant {foo} dense<1> : tensor<2xi1>
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() : () -> i32
  return
}
// -----
func.func @f() {
  %0 = "arith.constant"() {value = 1 : i32} : () -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.cmpi "eq", %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.cmpi foo, %a, %b : i32
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0 = arith.cmpi slt, %v, %v : vector<4xi32>
  return
}
// -----
func.func @f(%u: tensor<4x?xi32>) {
  %0 = arith.cmpi ult, %u, %u : tensor<4x?xi32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.cmpi ult, %f, %f : f32
  return
}
// -----
func.func @f(%sv: vector<[4]xi32>) {
  %0 = arith.cmpi sgt, %sv, %sv : vector<[4]xi32>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.cmpi"(%a, %b) {predicate = 0 : i64} : (i32, i32) -> i1
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.cmpi"(%a, %b) {predicate = 10 : i64} : (i32, i32) -> i1
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.cmpi"(%a, %b) {predicate = 0 : i64} : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = "arith.cmpi"(%a, %b) : (i32, i32) -> i1
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.cmpf oeq, %f, %g : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.cmpf true, %f, %g : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.cmpf false, %f, %g : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.cmpf "true", %f, %g fastmath<fast> : f32
  return
}
// -----
func.func @f(%t: tensor<?xf32>) {
  %0 = arith.cmpf ord, %t, %t : tensor<?xf32>
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.cmpf eq, %f, %g : f32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.cmpf une, %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1) {
  %0 = arith.select %c, %a, %b : i32
  return
}
// -----
func.func @f(%c: i1, %t: tensor<?xf32>) {
  %0 = arith.select %c, %t, %t : tensor<?xf32>
  return
}
// -----
func.func @f(%t: tensor<?xf32>, %tc: tensor<?xi1>) {
  %0 = arith.select %tc, %t, %t : tensor<?xi1>, tensor<?xf32>
  return
}
// -----
func.func @f(%c: i1, %m: memref<4xf32>) {
  %0 = arith.select %c, %m, %m : memref<4xf32>
  return
}
// -----
func.func @f(%a: i32, %c: i1, %f: f32) {
  %0 = arith.select %c, %a, %f : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.select %a, %a, %b : i32
  return
}
// -----
func.func @f(%v: vector<4xi32>, %tc: tensor<?xi1>) {
  %0 = arith.select %tc, %v, %v : tensor<?xi1>, vector<4xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.extsi %a : i32 to i64
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.extsi %a : i32 to i16
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.extsi %a : i32 to i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.extui %a : i32 to i64
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.extui %a nneg : i32 to i64
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0 = arith.extui %v : vector<4xi32> to vector<4xi64>
  return
}
// -----
func.func @f(%v: vector<4xi32>) {
  %0 = arith.extui %v : vector<4xi32> to vector<8xi64>
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.extui %x : index to i64
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.extf %f : f32 to f64
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.extf %f fastmath<nnan> : f32 to f64
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.extf %f : f32 to f16
  return
}
// -----
func.func @f(%bf: bf16) {
  %0 = arith.extf %bf : bf16 to f16
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.extf %f : f32 to tf32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d to_nearest_even : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d upward : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d downward fastmath<fast> : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d toward_zero : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d to_nearest_away : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d fastmath<nnan,ninf> : f64 to f32
  return
}
// -----
func.func @f(%d: f64) {
  %0 = arith.truncf %d sideways : f64 to f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.truncf %f : f32 to f64
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a : i32 to i8
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<nsw> : i32 to i8
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<nsw, nuw> : i32 to i8
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a : i32 to i64
  return
}
// -----
func.func @f(%u: tensor<4x?xi32>) {
  %0 = arith.trunci %u : tensor<4x?xi32> to tensor<4x?xi1>
  return
}
// -----
func.func @f(%u: tensor<4x?xi32>) {
  %0 = arith.trunci %u : tensor<4x?xi32> to tensor<4x4xi1>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.sitofp %a : i32 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.uitofp %a : i32 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.uitofp %a nneg : i32 to f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.fptosi %f : f32 to i32
  return
}
// -----
func.func @f(%vf: vector<4xf32>) {
  %0 = arith.fptoui %vf : vector<4xf32> to vector<4xi8>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.fptoui %f : f32 to index
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.sitofp %x : index to f32
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.index_cast %x : index to i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.index_cast %a : i32 to index
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.index_cast %a : i32 to i64
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.index_cast %x : index to index
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.index_castui %x : index to i64
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.index_castui %a nneg : i32 to index
  return
}
// -----
func.func @f(%u: tensor<4x?xi32>) {
  %0 = arith.index_cast %u : tensor<4x?xi32> to tensor<4x?xindex>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.index_cast %f : f32 to index
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.bitcast %f : f32 to i32
  return
}
// -----
func.func @f(%vf: vector<4xf32>) {
  %0 = arith.bitcast %vf : vector<4xf32> to vector<4xi32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.bitcast %f : f32 to i64
  return
}
// -----
func.func @f(%vf: vector<4xf32>) {
  %0 = arith.bitcast %vf : vector<4xf32> to vector<2xi64>
  return
}
// -----
func.func @f(%x: index) {
  %0 = arith.bitcast %x : index to i64
  return
}
// -----
func.func @f(%bf: bf16) {
  %0 = arith.convertf %bf : bf16 to f16
  return
}
// -----
func.func @f(%f: f32) {
  %0 = arith.convertf %f : f32 to f16
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = arith.scaling_extf %f, %g : f32, f32 to f64
  return
}
// -----
func.func @f(%f: f32, %d: f64) {
  %0 = arith.scaling_truncf %d, %f : f64, f32 to f32
  return
}
// -----
func.func @f(%f: f32, %d: f64) {
  %0 = arith.scaling_truncf %d, %f to_nearest_even fastmath<fast> : f64, f32 to f32
  return
}
// -----
func.func @f(%h: f16) {
  %0 = arith.scaling_extf %h, %h fastmath<fast> : f16, f16 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.nosuch %a : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b, %b : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %zz : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  %0:2 = arith.addi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  arith.addi %a, %b : i32
  return
}
// -----
func.func @f(%a: i32, %i64: i64) {
  %0 = arith.addi %i64, %a : i32
  return
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1) {
  %0 = "arith.select"(%c, %a, %b) : (i1, i32, i32) -> i64
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = "arith.addf"(%f, %g) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = "arith.addf"(%f, %g) <{fastmath = "fast"}> : (f32, f32) -> f32
  return
}
// -----
func.func @f(%a: f8E4M3FN, %b: f8E5M2) {
  %0 = arith.addf %a, %a : f8E4M3FN
  %1 = arith.addf %b, %b : f8E5M2
  return
}
// -----
func.func @f(%d: f4E2M1FN, %e: f6E3M2FN, %f: f6E2M3FN) {
  %0 = arith.extf %d : f4E2M1FN to f32
  %1 = arith.extf %e : f6E3M2FN to f16
  %2 = arith.extf %f : f6E2M3FN to f8E4M3FN
  return
}
// -----
func.func @f(%o: f32) {
  %0 = arith.truncf %o : f32 to f8E8M0FNU
  %1 = arith.truncf %o : f32 to tf32
  %2 = arith.truncf %o : f32 to f4E2M1FN
  return
}
// -----
func.func @f(%m: f80, %n: f128) {
  %0 = arith.addf %m, %m : f80
  %1 = arith.addf %n, %n : f128
  %2 = arith.extf %m : f80 to f128
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.5 : f8E4M3FN
  %1 = arith.constant 1.5 : f8E5M2
  %2 = arith.constant 1.5 : tf32
  %3 = arith.constant 1.5 : f4E2M1FN
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.5 : f80
  %1 = arith.constant 0.1 : f128
  %2 = arith.constant 1.0 : f8E8M0FNU
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<[1.0, 2.5]> : tensor<2xf8E4M3FNUZ>
  %1 = arith.constant dense<0.5> : tensor<2xf6E3M2FN>
  %2 = arith.constant dense<"0x0102"> : tensor<2xf8E5M2>
  return
}
// -----
func.func @f(%d: f4E2M1FN, %g: f8E8M0FNU) {
  %0 = arith.scaling_extf %d, %g : f4E2M1FN, f8E8M0FNU to f32
  return
}
// -----
func.func @f(%g: f8E8M0FNU, %o: f32) {
  %0 = arith.scaling_truncf %o, %g : f32, f8E8M0FNU to f4E2M1FN
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0.1 : tf32
  %1 = arith.constant 0x7F : f8E4M3FN
  %2 = arith.constant 3.3 : f6E2M3FN
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.convertf %a : f8E4M3FN to f8E5M2
  return
}
