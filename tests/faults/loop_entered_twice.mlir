// A loop that is entered in two places: no input races.
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
%B = memref.alloca() : memref<4xf32>
%C = memref.alloca() : memref<4xf32>
%b = arith.cmpi sgt, %n, %c3 : index
cf.cond_br %b, ^one(%c0 : index), ^two(%c0 : index)
^one(%i: index):
queue.commit(0) { queue.async {
  %x64 = memref.load %A[%c0] : memref<?xf32>
  memref.store %x64, %B[%c1] : memref<4xf32> } }
%c = arith.cmpi slt, %i, %n : index
%i1 = arith.addi %i, %c1 : index
cf.cond_br %c, ^two(%i1 : index), ^out
^two(%j: index):
queue.wait(0, 0)
%y65 = memref.load %B[%c1] : memref<4xf32>
%d = arith.cmpi slt, %j, %n : index
%j1 = arith.addi %j, %c1 : index
cf.cond_br %d, ^one(%j1 : index), ^out
^out:

  return
}
