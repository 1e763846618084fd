func.func @f(%a: f80) {
  %0 = arith.addi %a, %a : f80
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addi %a, %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.addi %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.addi %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.addi %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.subi %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.subi %a, %a : index
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.subi %a, %a : i1
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.subi %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.subi %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.muli %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.muli %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.muli %a, %a : f80
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.muli %a, %a : si32
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.muli %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.divsi %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.divsi %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.divsi %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.divsi %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.divsi %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.divui %a, %a : f32
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.divui %a, %a : f80
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.divui %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.divui %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.divui %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.remsi %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.remsi %a, %a : i1
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.remsi %a, %a : index
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.remsi %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.remsi %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.remui %a, %a : i32
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.remui %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.remui %a, %a : i1
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.remui %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.remui %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.andi %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.andi %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.andi %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.andi %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = arith.andi %a, %a : none
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.ori %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.ori %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.ori %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.ori %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.ori %a, %a : index
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.xori %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.xori %a, %a : si32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.xori %a, %a : i32
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.xori %a, %a : index
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.xori %a, %a : f80
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.shli %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.shli %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.shli %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.shli %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.shli %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.shrsi %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.shrsi %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.shrsi %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.shrsi %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.shrsi %a, %a : bf16
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.shrui %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.shrui %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.shrui %a, %a : f80
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.shrui %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.shrui %a, %a : bf16
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.ceildivsi %a, %a : i1
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.ceildivsi %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.ceildivsi %a, %a : bf16
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.ceildivsi %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.ceildivsi %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.ceildivui %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.ceildivui %a, %a : si32
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.ceildivui %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.ceildivui %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.ceildivui %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.floordivsi %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.floordivsi %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.floordivsi %a, %a : si32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.floordivsi %a, %a : i32
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.floordivsi %a, %a : f80
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.maxsi %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.maxsi %a, %a : index
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.maxsi %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.maxsi %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.maxsi %a, %a : i32
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.maxui %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.maxui %a, %a : f32
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.maxui %a, %a : i1
  return
}
// -----
func.func @f(%a: none) {
  %0 = arith.maxui %a, %a : none
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.maxui %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.minsi %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.minsi %a, %a : si32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.minsi %a, %a : i32
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.minsi %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.minsi %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.minui %a, %a : i32
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.minui %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.minui %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.minui %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.minui %a, %a : f32
  return
}
// -----
func.func @f(%a: none) {
  %0 = arith.addf %a, %a : none
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.addf %a, %a : f80
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addf %a, %a : i32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a : f32
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.addf %a, %a : i1
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.subf %a, %a : index
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.subf %a, %a : si32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subf %a, %a : i32
  return
}
// -----
func.func @f(%a: none) {
  %0 = arith.subf %a, %a : none
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.subf %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.mulf %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.mulf %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.mulf %a, %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.mulf %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.mulf %a, %a : i1
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.divf %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.divf %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.divf %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.divf %a, %a : index
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.divf %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.remf %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.remf %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.remf %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.remf %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.remf %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.maximumf %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.maximumf %a, %a : si32
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.maximumf %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.maximumf %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.maximumf %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.minimumf %a, %a : f80
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.minimumf %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.minimumf %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.minimumf %a, %a : f32
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.minimumf %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.maxnumf %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.maxnumf %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.maxnumf %a, %a : i1
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.maxnumf %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.maxnumf %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.minnumf %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.minnumf %a, %a : i1
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.minnumf %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.minnumf %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.minnumf %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: f32) {
  %0, %1 = arith.addui_extended %a, %a : f32, i1
  return
}
// -----
func.func @f(%a: i32) {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0, %1 = arith.addui_extended %a, %a : vector<2x2xindex>, vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0, %1 = arith.addui_extended %a, %a : f80, i1
  return
}
// -----
func.func @f(%a: bf16) {
  %0, %1 = arith.addui_extended %a, %a : bf16, i1
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0, %1 = arith.addui_extended %a, %a : complex<f32>, complex<f32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0, %1 = arith.mulsi_extended %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0, %1 = arith.mulsi_extended %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0, %1 = arith.mulsi_extended %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: i1) {
  %0, %1 = arith.mulsi_extended %a, %a : i1
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0, %1 = arith.mulsi_extended %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0, %1 = arith.mulsi_extended %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: i1) {
  %0, %1 = arith.mului_extended %a, %a : i1
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0, %1 = arith.mului_extended %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0, %1 = arith.mului_extended %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0, %1 = arith.mului_extended %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0, %1 = arith.mului_extended %a, %a : f80
  return
}
// -----
func.func @f(%a: f32) {
  %0, %1 = arith.mului_extended %a, %a : f32
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.negf %a : i1
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.negf %a : i32
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.negf %a : index
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.negf %a : si32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.negf %a : f32
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.negf %a : bf16
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = arith.negf %a : f8E5M2
  return
}
// -----
func.func @f(%a: f80) {
  %0 = arith.negf %a : f80
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = arith.negf %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.negf %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.negf %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.negf %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = arith.negf %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.negf %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.negf %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = arith.negf %a : complex<f32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = arith.negf %a : none
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.negf %a : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extsi %a : tensor<?xi8> to f32
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.extsi %a : tensor<4xf32> to f32
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extsi %a : tensor<?xi8> to tensor<4xf32>
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.extsi %a : vector<4xf64> to vector<2xi64>
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.extsi %a : vector<[4]xi64> to index
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.extsi %a : i1 to f16
  return
}
// -----
func.func @f(%a: vector<2xi64>) {
  %0 = arith.extsi %a : vector<2xi64> to tf32
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.extsi %a : vector<4xi8> to vector<4xf64>
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.extsi %a : vector<4xi8> to tensor<?xi8>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.extsi %a : f32 to si8
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.extsi %a : index to index
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extsi %a : tensor<?xi8> to tensor<?xi8>
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.extui %a : vector<4xi8> to tensor<*xi64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.extui %a : f32 to i64
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extui %a : tensor<?xi8> to f64
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.extui %a : tensor<*xi64> to vector<4xf64>
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.extui %a : vector<4xi8> to index
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a : i8 to tf32
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.extui %a : f64 to tensor<?xi8>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.extui %a : f32 to vector<4xf64>
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extui %a : tensor<?xi8> to i64
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.extui %a : tensor<4xf32> to f16
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.extui %a : si8 to vector<2xi64>
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.extui %a : tf32 to vector<4xf64>
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.trunci %a : tensor<*xi64> to tensor<4xf32>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.trunci %a : si8 to vector<2xi64>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.trunci %a : si8 to si8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.trunci %a : i8 to si8
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.trunci %a : f16 to f64
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.trunci %a : i1 to bf16
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.trunci %a : tf32 to si8
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.trunci %a : f8E4M3FN to vector<4xi8>
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.trunci %a : i8 to tensor<*xi64>
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.trunci %a : tf32 to vector<2xi64>
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.trunci %a : f8E4M3FN to tensor<?xi8>
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.trunci %a : vector<4xi8> to i64
  return
}
// -----
func.func @f(%a: vector<2xi64>) {
  %0 = arith.extf %a : vector<2xi64> to index
  return
}
// -----
func.func @f(%a: vector<4xi8>) {
  %0 = arith.extf %a : vector<4xi8> to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extf %a : i8 to tf32
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.extf %a : f64 to si8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extf %a : i8 to i1
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.extf %a : bf16 to index
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.extf %a : f32 to tf32
  return
}
// -----
func.func @f(%a: vector<2xi64>) {
  %0 = arith.extf %a : vector<2xi64> to vector<4xi8>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.extf %a : i1 to tf32
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.extf %a : f8E4M3FN to si8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extf %a : i8 to index
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.extf %a : tensor<?xi8> to f16
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.truncf %a : vector<4xf64> to f8E4M3FN
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.truncf %a : bf16 to i8
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.truncf %a : tensor<4xf32> to vector<4xi8>
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.truncf %a : f64 to index
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.truncf %a : f8E4M3FN to index
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a : f32 to vector<4xi8>
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.truncf %a : vector<4xf64> to f16
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.truncf %a : i1 to bf16
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.truncf %a : vector<[4]xi64> to i8
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.truncf %a : vector<4xf64> to vector<4xi8>
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.truncf %a : vector<4xf64> to tf32
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.truncf %a : tf32 to si8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.sitofp %a : i8 to bf16
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.sitofp %a : tensor<?xi8> to i1
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.sitofp %a : i8 to f16
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.sitofp %a : i8 to index
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.sitofp %a : i8 to i64
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.sitofp %a : bf16 to i8
  return
}
// -----
func.func @f(%a: i64) {
  %0 = arith.sitofp %a : i64 to tf32
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.sitofp %a : tf32 to bf16
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.sitofp %a : tensor<?xi8> to f32
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.sitofp %a : tensor<?xi8> to i64
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.sitofp %a : tensor<4xf32> to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.sitofp %a : vector<[4]xi64> to vector<2xi64>
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.uitofp %a : tensor<4xf32> to vector<4xf64>
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.uitofp %a : f64 to tensor<?xi8>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.uitofp %a : si8 to index
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.uitofp %a : f16 to f8E4M3FN
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.uitofp %a : i1 to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: i64) {
  %0 = arith.uitofp %a : i64 to f32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a : i8 to tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.uitofp %a : tensor<*xi64> to f8E4M3FN
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.uitofp %a : vector<[4]xi64> to i8
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.uitofp %a : si8 to i8
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.uitofp %a : tensor<4xf32> to bf16
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.uitofp %a : tensor<?xi8> to si8
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.fptosi %a : si8 to tensor<*xi64>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.fptosi %a : i1 to vector<4xi8>
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.fptosi %a : f64 to f8E4M3FN
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.fptosi %a : vector<4xf64> to i64
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.fptosi %a : si8 to vector<4xi8>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.fptosi %a : si8 to f16
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.fptosi %a : i1 to tensor<?xi8>
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.fptosi %a : tensor<4xf32> to f8E4M3FN
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.fptosi %a : vector<4xf64> to index
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.fptosi %a : tensor<*xi64> to index
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.fptosi %a : tf32 to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.fptosi %a : index to tensor<?xi8>
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.fptoui %a : f8E4M3FN to index
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.fptoui %a : i1 to bf16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.fptoui %a : f16 to vector<4xi8>
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.fptoui %a : vector<[4]xi64> to i8
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.fptoui %a : tf32 to i64
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.fptoui %a : index to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.fptoui %a : f32 to i1
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.fptoui %a : tensor<?xi8> to index
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.fptoui %a : i1 to index
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.fptoui %a : bf16 to vector<2xi64>
  return
}
// -----
func.func @f(%a: vector<2xi64>) {
  %0 = arith.fptoui %a : vector<2xi64> to i64
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.fptoui %a : i8 to tf32
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.index_cast %a : tf32 to vector<4xi8>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.index_cast %a : index to f8E4M3FN
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.index_cast %a : i8 to f8E4M3FN
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.index_cast %a : tensor<?xi8> to f32
  return
}
// -----
func.func @f(%a: i64) {
  %0 = arith.index_cast %a : i64 to vector<4xi8>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.index_cast %a : f32 to vector<4xi8>
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.index_cast %a : tensor<*xi64> to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.index_cast %a : vector<4xf64> to tensor<4xf32>
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.index_cast %a : vector<[4]xi64> to tensor<4xf32>
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.index_cast %a : f8E4M3FN to si8
  return
}
// -----
func.func @f(%a: i64) {
  %0 = arith.index_cast %a : i64 to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.index_castui %a : tf32 to vector<4xi8>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.index_castui %a : si8 to f32
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.index_castui %a : si8 to tf32
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.index_castui %a : bf16 to f16
  return
}
// -----
func.func @f(%a: vector<[4]xi64>) {
  %0 = arith.index_castui %a : vector<[4]xi64> to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.index_castui %a : f32 to index
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.index_castui %a : bf16 to bf16
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.index_castui %a : tf32 to tensor<*xi64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.index_castui %a : f32 to f16
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.index_castui %a : vector<4xf64> to f64
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.index_castui %a : f16 to tf32
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.index_castui %a : tensor<?xi8> to vector<4xi8>
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.bitcast %a : f8E4M3FN to vector<2xi64>
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.bitcast %a : si8 to vector<4xf64>
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.bitcast %a : f64 to vector<2xi64>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.bitcast %a : i1 to vector<4xf64>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.bitcast %a : bf16 to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: f64) {
  %0 = arith.bitcast %a : f64 to f32
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.bitcast %a : tensor<4xf32> to vector<4xi8>
  return
}
// -----
func.func @f(%a: tensor<?xi8>) {
  %0 = arith.bitcast %a : tensor<?xi8> to bf16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.bitcast %a : f16 to si8
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.bitcast %a : bf16 to f64
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.bitcast %a : tensor<*xi64> to f8E4M3FN
  return
}
// -----
func.func @f(%a: i1) {
  %0 = arith.bitcast %a : i1 to bf16
  return
}
// -----
func.func @f(%a: i64, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : i64, f8E8M0FNU to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: i8, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : i8, f8E8M0FNU to tensor<*xi64>
  return
}
// -----
func.func @f(%a: vector<4xi8>, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : vector<4xi8>, f8E8M0FNU to vector<4xi8>
  return
}
// -----
func.func @f(%a: i64, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : i64, f8E8M0FNU to f64
  return
}
// -----
func.func @f(%a: vector<4xf64>, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : vector<4xf64>, f8E8M0FNU to vector<4xi8>
  return
}
// -----
func.func @f(%a: f64, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : f64, f8E8M0FNU to vector<4xf64>
  return
}
// -----
func.func @f(%a: f16, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : f16, f8E8M0FNU to f32
  return
}
// -----
func.func @f(%a: i8, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : i8, f8E8M0FNU to vector<4xf64>
  return
}
// -----
func.func @f(%a: f32, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to i8
  return
}
// -----
func.func @f(%a: tensor<?xi8>, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : tensor<?xi8>, f8E8M0FNU to f32
  return
}
// -----
func.func @f(%a: si8, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : si8, f8E8M0FNU to i64
  return
}
// -----
func.func @f(%a: i64, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %a, %s : i64, f8E8M0FNU to index
  return
}
// -----
func.func @f(%a: i64, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : i64, f8E8M0FNU to vector<4xf64>
  return
}
// -----
func.func @f(%a: vector<2xi64>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : vector<2xi64>, f8E8M0FNU to i8
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : tensor<4xf32>, f8E8M0FNU to tensor<*xi64>
  return
}
// -----
func.func @f(%a: tensor<?xi8>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : tensor<?xi8>, f8E8M0FNU to i1
  return
}
// -----
func.func @f(%a: i1, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : i1, f8E8M0FNU to tensor<?xi8>
  return
}
// -----
func.func @f(%a: tensor<?xi8>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : tensor<?xi8>, f8E8M0FNU to si8
  return
}
// -----
func.func @f(%a: vector<[4]xi64>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : vector<[4]xi64>, f8E8M0FNU to bf16
  return
}
// -----
func.func @f(%a: i64, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : i64, f8E8M0FNU to f64
  return
}
// -----
func.func @f(%a: bf16, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : bf16, f8E8M0FNU to vector<[4]xi64>
  return
}
// -----
func.func @f(%a: f16, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f8E4M3FN
  return
}
// -----
func.func @f(%a: tensor<?xi8>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : tensor<?xi8>, f8E8M0FNU to index
  return
}
// -----
func.func @f(%a: vector<4xf64>, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %s : vector<4xf64>, f8E8M0FNU to i64
  return
}
// -----
func.func @f(%a: si8) {
  %0 = arith.convertf %a : si8 to index
  return
}
// -----
func.func @f(%a: tensor<*xi64>) {
  %0 = arith.convertf %a : tensor<*xi64> to tf32
  return
}
// -----
func.func @f(%a: vector<4xf64>) {
  %0 = arith.convertf %a : vector<4xf64> to index
  return
}
// -----
func.func @f(%a: tf32) {
  %0 = arith.convertf %a : tf32 to tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = arith.convertf %a : tensor<4xf32> to tensor<*xi64>
  return
}
// -----
func.func @f(%a: vector<2xi64>) {
  %0 = arith.convertf %a : vector<2xi64> to vector<4xf64>
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.convertf %a : index to tensor<?xi8>
  return
}
// -----
func.func @f(%a: f8E4M3FN) {
  %0 = arith.convertf %a : f8E4M3FN to tf32
  return
}
// -----
func.func @f(%a: index) {
  %0 = arith.convertf %a : index to bf16
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.convertf %a : i8 to vector<2xi64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.convertf %a : f32 to f16
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.cmpi eq, %a, %a : bf16
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = arith.cmpi ne, %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = arith.cmpi slt, %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.cmpi sle, %a, %a : si32
  return
}
// -----
func.func @f(%a: si32) {
  %0 = arith.cmpi sgt, %a, %a : si32
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.cmpi sge, %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpi ult, %a, %a : f32
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = arith.cmpi ule, %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = arith.cmpi ugt, %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = arith.cmpi uge, %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = arith.cmpi foo, %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = arith.cmpi oeq, %a, %a : bf16
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpf false, %a, %a : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpf oeq, %a, %a : i32
  return
}
// -----
func.func @f(%a: tensor<?xf16>) {
  %0 = arith.cmpf ogt, %a, %a : tensor<?xf16>
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = arith.cmpf oge, %a, %a : vector<4xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf olt, %a, %a : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf ole, %a, %a : f32
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = arith.cmpf one, %a, %a : vector<4xf32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpf ord, %a, %a : i32
  return
}
// -----
func.func @f(%a: tensor<?xf16>) {
  %0 = arith.cmpf ueq, %a, %a : tensor<?xf16>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf ugt, %a, %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xf16>) {
  %0 = arith.cmpf uge, %a, %a : tensor<?xf16>
  return
}
// -----
func.func @f(%a: tensor<?xf16>) {
  %0 = arith.cmpf ult, %a, %a : tensor<?xf16>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpf ule, %a, %a : i32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf une, %a, %a : f32
  return
}
// -----
func.func @f(%a: vector<4xf32>) {
  %0 = arith.cmpf uno, %a, %a : vector<4xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf true, %a, %a : f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpf eq, %a, %a : i32
  return
}
// -----
func.func @f(%c: i1, %a: i32) {
  %0 = arith.select %c, %a, %a : i32
  return
}
// -----
func.func @f(%c: i1, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xf32>
  return
}
// -----
func.func @f(%c: i1, %a: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xf32>
  return
}
// -----
func.func @f(%c: i1, %a: tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xf32>
  return
}
// -----
func.func @f(%c: i1, %a: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : memref<4xf32>
  return
}
// -----
func.func @f(%c: i1, %a: !async.token) {
  %0 = arith.select %c, %a, %a : !async.token
  return
}
// -----
func.func @f(%c: i1, %a: vector<8xi1>) {
  %0 = arith.select %c, %a, %a : vector<8xi1>
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: i32) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, i32
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, tensor<?xf32>
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, tensor<4xf32>
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, memref<4xf32>
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: !async.token) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, !async.token
  return
}
// -----
func.func @f(%c: vector<4xi1>, %a: vector<8xi1>) {
  %0 = arith.select %c, %a, %a : vector<4xi1>, vector<8xi1>
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: i32) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, i32
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, tensor<?xf32>
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, tensor<4xf32>
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, memref<4xf32>
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: !async.token) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, !async.token
  return
}
// -----
func.func @f(%c: tensor<?xi1>, %a: vector<8xi1>) {
  %0 = arith.select %c, %a, %a : tensor<?xi1>, vector<8xi1>
  return
}
// -----
func.func @f(%c: i8, %a: i32) {
  %0 = arith.select %c, %a, %a : i32
  return
}
// -----
func.func @f(%c: i8, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<4xf32>
  return
}
// -----
func.func @f(%c: i8, %a: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : tensor<?xf32>
  return
}
// -----
func.func @f(%c: i8, %a: tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xf32>
  return
}
// -----
func.func @f(%c: i8, %a: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : memref<4xf32>
  return
}
// -----
func.func @f(%c: i8, %a: !async.token) {
  %0 = arith.select %c, %a, %a : !async.token
  return
}
// -----
func.func @f(%c: i8, %a: vector<8xi1>) {
  %0 = arith.select %c, %a, %a : vector<8xi1>
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: i32) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, i32
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: tensor<?xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<?xf32>
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: memref<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, memref<4xf32>
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: !async.token) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, !async.token
  return
}
// -----
func.func @f(%c: tensor<4xi1>, %a: vector<8xi1>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, vector<8xi1>
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1.0> : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : i1
  return
}
// -----
func.func @f() {
  %0 = arith.constant unit
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : index
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : f32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : f16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : f16
  return
}
// -----
func.func @f() {
  %0 = arith.constant -0.0 : f16
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : si32
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : vector<4xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant true
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : tensor<2xf32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : i0
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : i0
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0x7F : i0
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : i0
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1.0> : i0
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1.0> : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant -0.0 : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : bf16
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1.0> : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant -0.0 : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant "x" : f8E5M2
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0 : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 0xFFFFFFFFFF : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant -0.0 : tensor<?xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant -1 : vector<[4]xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 1.0 : vector<[4]xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant 256 : vector<[4]xi32>
  return
}
// -----
func.func @f() {
  %0 = arith.constant dense<1> : vector<[4]xi32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.absf %a : i1
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.absf %a : index
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.absf %a : tuple<i32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.absf %a : none
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.atan %a : none
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.atan %a : i32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.atan %a : complex<f32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.atan %a : i1
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.sin %a : f8E5M2
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.sin %a : none
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.sin %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.sin %a : si32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.cos %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.cos %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.cos %a : tuple<i32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.cos %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.tan %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.tan %a : i32
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.tan %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.tan %a : f32
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.exp %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.exp %a : index
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.exp %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.exp %a : none
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.exp2 %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.exp2 %a : si32
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.exp2 %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.exp2 %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.expm1 %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.expm1 %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.expm1 %a : bf16
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.expm1 %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.log %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.log %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.log %a : bf16
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.log %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.log2 %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.log2 %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.log2 %a : f80
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.log2 %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.log10 %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.log10 %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.log10 %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.log10 %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.log1p %a : bf16
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.log1p %a : none
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.log1p %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.log1p %a : f80
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.sqrt %a : i32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.sqrt %a : f32
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.sqrt %a : bf16
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.sqrt %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.rsqrt %a : i1
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.rsqrt %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.rsqrt %a : index
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.rsqrt %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.cbrt %a : si32
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.cbrt %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.cbrt %a : f80
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.cbrt %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.ceil %a : i32
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.ceil %a : tuple<i32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.ceil %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.ceil %a : f80
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.floor %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.floor %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.floor %a : i1
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.floor %a : i32
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.round %a : f8E5M2
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.round %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.round %a : si32
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.round %a : bf16
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.roundeven %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.roundeven %a : si32
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.roundeven %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.roundeven %a : i32
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.trunc %a : f8E5M2
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.trunc %a : f80
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.trunc %a : i32
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.trunc %a : index
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.tanh %a : f32
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.tanh %a : i1
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.tanh %a : si32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.tanh %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.sinh %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.sinh %a : f8E5M2
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.sinh %a : f80
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.sinh %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.cosh %a : tuple<i32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.cosh %a : none
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.cosh %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.cosh %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.asin %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.asin %a : f8E5M2
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.asin %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.asin %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.acos %a : index
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.acos %a : i32
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.acos %a : si32
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.acos %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.asinh %a : i1
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.asinh %a : si32
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.asinh %a : f8E5M2
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.asinh %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.acosh %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.acosh %a : index
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.acosh %a : si32
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.acosh %a : f80
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.atanh %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.atanh %a : f80
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.atanh %a : si32
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.atanh %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.erf %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.erf %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.erf %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.erf %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.erfc %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.erfc %a : si32
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.erfc %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.erfc %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.absi %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.absi %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.absi %a : f8E5M2
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.absi %a : i32
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.ctlz %a : tuple<i32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.ctlz %a : i1
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.ctlz %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.ctlz %a : f32
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.cttz %a : index
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.cttz %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.cttz %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.cttz %a : si32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.ctpop %a : complex<f32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.ctpop %a : index
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.ctpop %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.ctpop %a : f8E5M2
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.isfinite %a : index
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.isfinite %a : none
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.isfinite %a : f8E5M2
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.isfinite %a : si32
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.isinf %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.isinf %a : i32
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.isinf %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: si32) {
  %0 = math.isinf %a : si32
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.isnan %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.isnan %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: index) {
  %0 = math.isnan %a : index
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.isnan %a : f32
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.isnormal %a : f8E5M2
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.isnormal %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: bf16) {
  %0 = math.isnormal %a : bf16
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.isnormal %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.atan2 %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.atan2 %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.atan2 %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.atan2 %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.atan2 %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.atan2 %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.copysign %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.copysign %a, %a : tensor<?xi32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.copysign %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.copysign %a, %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.copysign %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.copysign %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = math.powf %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<2x?xindex>) {
  %0 = math.powf %a, %a : tensor<2x?xindex>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.powf %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.powf %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.powf %a, %a : i1
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.powf %a, %a : f32
  return
}
// -----
func.func @f(%a: i1, %b: i32) {
  %0 = math.fpowi %a, %b : i1, i32
  return
}
// -----
func.func @f(%a: bf16, %b: i32) {
  %0 = math.fpowi %a, %b : bf16, i32
  return
}
// -----
func.func @f(%a: si32, %b: i32) {
  %0 = math.fpowi %a, %b : si32, i32
  return
}
// -----
func.func @f(%a: tuple<i32>, %b: i32) {
  %0 = math.fpowi %a, %b : tuple<i32>, i32
  return
}
// -----
func.func @f(%a: tensor<?xi32>, %b: i32) {
  %0 = math.fpowi %a, %b : tensor<?xi32>, i32
  return
}
// -----
func.func @f(%a: index, %b: i32) {
  %0 = math.fpowi %a, %b : index, i32
  return
}
// -----
func.func @f(%a: vector<[4]xf32>) {
  %0 = math.ipowi %a, %a : vector<[4]xf32>
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.ipowi %a, %a : none
  return
}
// -----
func.func @f(%a: i32) {
  %0 = math.ipowi %a, %a : i32
  return
}
// -----
func.func @f(%a: vector<2x2xindex>) {
  %0 = math.ipowi %a, %a : vector<2x2xindex>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.ipowi %a, %a : f80
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.ipowi %a, %a : i1
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.fma %a, %a, %a : f8E5M2
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.fma %a, %a, %a : tuple<i32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = math.fma %a, %a, %a : vector<4xi32>
  return
}
// -----
func.func @f(%a: f80) {
  %0 = math.fma %a, %a, %a : f80
  return
}
// -----
func.func @f(%a: none) {
  %0 = math.fma %a, %a, %a : none
  return
}
// -----
func.func @f(%a: i1) {
  %0 = math.fma %a, %a, %a : i1
  return
}
// -----
func.func @f(%a: tensor<?xi32>) {
  %0 = math.clampf %a to [%a, %a] : tensor<?xi32>
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0 = math.clampf %a to [%a, %a] : memref<4xi32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0 = math.clampf %a to [%a, %a] : f8E5M2
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0 = math.clampf %a to [%a, %a] : tuple<i32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = math.clampf %a to [%a, %a] : tensor<*xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.clampf %a to [%a, %a] : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0, %1 = math.sincos %a : f32
  return
}
// -----
func.func @f(%a: si32) {
  %0, %1 = math.sincos %a : si32
  return
}
// -----
func.func @f(%a: memref<4xi32>) {
  %0, %1 = math.sincos %a : memref<4xi32>
  return
}
// -----
func.func @f(%a: tuple<i32>) {
  %0, %1 = math.sincos %a : tuple<i32>
  return
}
// -----
func.func @f(%a: f8E5M2) {
  %0, %1 = math.sincos %a : f8E5M2
  return
}
// -----
func.func @f(%a: f80) {
  %0, %1 = math.sincos %a : f80
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.abs %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.abs %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.abs %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.abs %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.abs %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.abs %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.abs %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.re %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.re %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.re %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.re %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.re %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.re %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.re %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.im %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.im %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.im %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.im %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.im %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.im %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.im %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.angle %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.angle %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.angle %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.angle %a : f32
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.angle %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.angle %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.angle %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.neg %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.neg %a : complex<f64>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.neg %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.conj %a : f32
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.conj %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.conj %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.cos %a : f32
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.cos %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.cos %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.sin %a : complex<f64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.sin %a : f32
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.sin %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.tan %a : f32
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.tan %a : complex<bf16>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.tan %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.tanh %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.tanh %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.tanh %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.exp %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.exp %a : complex<i32>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.exp %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.expm1 %a : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.expm1 %a : f32
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.expm1 %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.log %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.log %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.log %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.log1p %a : complex<bf16>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.log1p %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.log1p %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.sqrt %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.sqrt %a : complex<f64>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.sqrt %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.rsqrt %a : complex<f64>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.rsqrt %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.rsqrt %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.sign %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.sign %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.sign %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.add %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.add %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.add %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.add %a, %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.sub %a, %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.sub %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.sub %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.sub %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.mul %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.mul %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.mul %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.mul %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.div %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.div %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.div %a, %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.div %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.pow %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.pow %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.pow %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.pow %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.atan2 %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.atan2 %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.atan2 %a, %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.atan2 %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.eq %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.eq %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.eq %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.eq %a, %a : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.neq %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.neq %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.neq %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.neq %a, %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>, %i: i32) {
  %0 = complex.powi %a, %i : complex<f32>, i32
  return
}
// -----
func.func @f(%a: complex<f64>, %i: i32) {
  %0 = complex.powi %a, %i : complex<f64>, i32
  return
}
// -----
func.func @f(%a: complex<i32>, %i: i32) {
  %0 = complex.powi %a, %i : complex<i32>, i32
  return
}
// -----
func.func @f(%a: f32, %i: i32) {
  %0 = complex.powi %a, %i : f32, i32
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>, %i: i32) {
  %0 = complex.powi %a, %i : tensor<?xcomplex<f32>>, i32
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>, %i: i32) {
  %0 = complex.powi %a, %i : vector<4xcomplex<f32>>, i32
  return
}
// -----
func.func @f(%a: complex<bf16>, %i: i32) {
  %0 = complex.powi %a, %i : complex<bf16>, i32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : complex<f32>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to complex<f64>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to f32
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0] : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : complex<f64>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.bitcast %a : complex<f64> to complex<f32>
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.bitcast %a : complex<f64> to f32
  return
}
// -----
func.func @f(%a: complex<f64>) {
  %0 = complex.bitcast %a : complex<f64> to complex<bf16>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f64>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : complex<i32>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.bitcast %a : complex<i32> to complex<bf16>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.bitcast %a : complex<i32> to tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<i32>) {
  %0 = complex.bitcast %a : complex<i32> to vector<4xcomplex<f32>>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : complex<i32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<i32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<i32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.bitcast %a : f32 to complex<bf16>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.bitcast %a : f32 to tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.bitcast %a : f32 to complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : f32
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1, 2] : f32
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : f32
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0] : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.bitcast %a : tensor<?xcomplex<f32>> to tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.bitcast %a : tensor<?xcomplex<f32>> to complex<f64>
  return
}
// -----
func.func @f(%a: tensor<?xcomplex<f32>>) {
  %0 = complex.bitcast %a : tensor<?xcomplex<f32>> to complex<bf16>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.bitcast %a : vector<4xcomplex<f32>> to tensor<?xcomplex<f32>>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.bitcast %a : vector<4xcomplex<f32>> to complex<bf16>
  return
}
// -----
func.func @f(%a: vector<4xcomplex<f32>>) {
  %0 = complex.bitcast %a : vector<4xcomplex<f32>> to complex<i32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0] : vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = complex.create %a, %a : complex<bf16>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.bitcast %a : complex<bf16> to vector<4xcomplex<f32>>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.bitcast %a : complex<bf16> to complex<i32>
  return
}
// -----
func.func @f(%a: complex<bf16>) {
  %0 = complex.bitcast %a : complex<bf16> to complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : complex<bf16>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1, 2] : complex<bf16>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<bf16>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<bf16>
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.add %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.add %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.add %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.add %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.sub %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.sub %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.sub %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.sub %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mul %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.mul %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mul %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mul %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divs %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.divs %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divs %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divs %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divu %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.divu %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divu %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.divu %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivs %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.ceildivs %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivs %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivs %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivu %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.ceildivu %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivu %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.ceildivu %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.floordivs %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.floordivs %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.floordivs %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.floordivs %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.rems %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.rems %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.rems %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.rems %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.remu %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.remu %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.remu %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.remu %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxs %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.maxs %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxs %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxs %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxu %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.maxu %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxu %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.maxu %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mins %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.mins %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mins %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.mins %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.minu %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.minu %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.minu %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.minu %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shl %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.shl %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shl %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shl %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shrs %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.shrs %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shrs %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shrs %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shru %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.shru %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shru %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.shru %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.and %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.and %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.and %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.and %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.or %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.or %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.or %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.or %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.xor %a, %a
  return
}
// -----
func.func @f(%a: i32) {
  %0 = index.xor %a, %a
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.xor %a, %a : index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.xor %a, %a {a.b}
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp eq(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp ne(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp slt(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp sle(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp sgt(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp sge(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp ult(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp ule(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp ugt(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp uge(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.cmp foo(%a, %a)
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to i1
  return
}
// -----
func.func @f(%a: i1) {
  %0 = index.casts %a : i1 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to i1
  return
}
// -----
func.func @f(%a: i1) {
  %0 = index.castu %a : i1 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = index.casts %a : i8 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = index.castu %a : i8 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to i64
  return
}
// -----
func.func @f(%a: i64) {
  %0 = index.casts %a : i64 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to i64
  return
}
// -----
func.func @f(%a: i64) {
  %0 = index.castu %a : i64 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = index.casts %a : f32 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = index.castu %a : f32 to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.casts %a : index to vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = index.casts %a : vector<4xi32> to index
  return
}
// -----
func.func @f(%a: index) {
  %0 = index.castu %a : index to vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<4xi32>) {
  %0 = index.castu %a : vector<4xi32> to index
  return
}
// -----
func.func @f() {
  %0 = index.constant 0
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant 0
  return
}
// -----
func.func @f() {
  %0 = index.constant -1
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant -1
  return
}
// -----
func.func @f() {
  %0 = index.constant 9223372036854775807
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant 9223372036854775807
  return
}
// -----
func.func @f() {
  %0 = index.constant 9223372036854775808
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant 9223372036854775808
  return
}
// -----
func.func @f() {
  %0 = index.constant -9223372036854775808
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant -9223372036854775808
  return
}
// -----
func.func @f() {
  %0 = index.constant true
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant true
  return
}
// -----
func.func @f() {
  %0 = index.constant false
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant false
  return
}
// -----
func.func @f() {
  %0 = index.constant 1.0
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant 1.0
  return
}
// -----
func.func @f() {
  %0 = index.sizeof
  return
}
// -----
func.func @f() {
  %0 = index.sizeof : index
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<fast> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<fast> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<fast> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<fast> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<fast> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<fast> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<none> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<none> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<none> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<none> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<none> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<none> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<nnan,ninf> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<nnan,ninf> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<nnan,ninf> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<nnan,ninf> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<nnan,ninf> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<nnan,ninf> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<nnan|ninf> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<nnan|ninf> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<nnan|ninf> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<nnan|ninf> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<nnan|ninf> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<nnan|ninf> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<foo> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<foo> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<foo> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<foo> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<foo> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<foo> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath<> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath<> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath<> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath<> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath<> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath<> : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a fastmath : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a fastmath : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a fastmath : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a fastmath : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a fastmath : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a fastmath : f16 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.addf %a, %a overflow<nsw> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = math.exp %a overflow<nsw> : f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.cmpf oeq, %a, %a overflow<nsw> : f32
  return
}
// -----
func.func @f(%a: complex<f32>) {
  %0 = complex.add %a, %a overflow<nsw> : complex<f32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a overflow<nsw> : f32 to f16
  return
}
// -----
func.func @f(%a: f16) {
  %0 = arith.extf %a overflow<nsw> : f16 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<nsw> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<nsw> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<nsw> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<none> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<none> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<none> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<none> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<nsw, nuw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<nsw, nuw> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<nsw, nuw> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<nsw, nuw> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<nuw|nsw> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<nuw|nsw> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<nuw|nsw> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<nuw|nsw> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<foo> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<foo> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<foo> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<foo> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a overflow<> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a overflow<> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a overflow<> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a overflow<> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a exact : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a exact : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a exact : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a exact : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a fastmath<fast> : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a fastmath<fast> : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a fastmath<fast> : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a fastmath<fast> : i8 to f32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shli %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.divsi %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.shrui %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.muli %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.subi %a, %a nneg : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.trunci %a nneg : i32 to i8
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.extui %a nneg : i8 to i32
  return
}
// -----
func.func @f(%a: i8) {
  %0 = arith.uitofp %a nneg : i8 to f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a to_nearest_even : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a to_nearest_even fastmath<nnan> : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a downward : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a downward fastmath<nnan> : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a upward : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a upward fastmath<nnan> : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a toward_zero : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a toward_zero fastmath<nnan> : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a to_nearest_away : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a to_nearest_away fastmath<nnan> : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a foo : f32 to f16
  return
}
// -----
func.func @f(%a: f32) {
  %0 = arith.truncf %a foo fastmath<nnan> : f32 to f16
  return
}
