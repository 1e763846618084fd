func.func @plain(%a: vector<8xi32>, %m: vector<8xi1>, %b: memref<4x2xf32>) {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %1 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  %2 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
  return
}
func.func @in_if(%a: vector<8xi32>, %m: vector<8xi1>, %b: memref<4x2xf32>, %c: i1) {
  scf.if %c {
    %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %1 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
    %2 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
  }
  return
}
func.func @in_task(%a: vector<8xi32>, %m: vector<8xi1>, %b: memref<4x2xf32>) {
  %t = async.execute {
    %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
    %1 = vector.mask %m { vector.yield %a : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
    %2 = vector.type_cast %b : memref<4x2xf32> to memref<vector<4x2xf32>>
    async.yield
  }
  async.await %t : !async.token
  return
}
