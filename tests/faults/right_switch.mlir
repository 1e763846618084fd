// the count is what is left of n by 3, also where n is negative; where it is 2 nothing is read
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
%B = memref.alloca() : memref<4xf32>
%C = memref.alloca() : memref<4xf32>
%m = arith.remui %n, %c3 : index
%k = scf.index_switch %m -> index
case 0 { scf.yield %c0 : index }
case 1 { scf.yield %c1 : index }
default { scf.yield %c2 : index }
queue.commit(0) { queue.async {
  %x61 = memref.load %A[%c0] : memref<?xf32>
  memref.store %x61, %B[%c1] : memref<4xf32> } }
queue.commit(0) { queue.async {
  %x62 = memref.load %A[%c0] : memref<?xf32>
  memref.store %x62, %C[%c1] : memref<4xf32> } }
queue.wait(0, %k)
%g = arith.cmpi ne, %m, %c2 : index
scf.if %g {
%y63 = memref.load %B[%c1] : memref<4xf32>
}
  return
}
