// Which object is copied to and which is read is chosen by parity: one group may stay in flight.
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
%B = memref.alloca() : memref<4xf32>
%C = memref.alloca() : memref<4xf32>
%e = arith.constant 1 : index
scf.for %i = %c0 to %n step %c1 {
%par = arith.remui %i, %c2 : index
%odd = arith.cmpi eq, %par, %c1 : index
%p = arith.select %odd, %B, %C : memref<4xf32>
%q = arith.select %odd, %C, %B : memref<4xf32>
queue.commit(0) { queue.async {
  %x8 = memref.load %A[%c0] : memref<?xf32>
  memref.store %x8, %p[%c0] : memref<4xf32> } }
queue.wait(0, 0)
%y9 = memref.load %q[%c0] : memref<4xf32>
}
  return
}
