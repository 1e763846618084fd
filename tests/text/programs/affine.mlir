// Affine maps of indices, accesses through them, and parallel loops between affine bounds.
#shift = affine_map<(d0)[s0] -> (d0 * 2 + s0)>
func.func @bounds(%a: memref<?x?xf32>, %n: index, %m: index, %v: vector<4xf32>) -> (f32, i32, vector<4xf32>) {
  %r:3 = affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(%n, 100), %m floordiv 2 + 1) step (2, 1) reduce ("addf", "addi", "assign") -> (f32, i32, vector<4xf32>) {
    %x = affine.load %a[%i, %j + 1] : memref<?x?xf32>
    %c = arith.constant 3 : i32
    affine.yield %x, %c, %v : f32, i32, vector<4xf32>
  }
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.store %r#0, %a[%i, symbol(%m)] : memref<?x?xf32>
  }
  affine.parallel () = () to () {
  }
  return %r#0, %r#1, %r#2 : f32, i32, vector<4xf32>
}
func.func @maps(%a: memref<?x?xf32>, %s: memref<f32>, %n: index, %m: index) {
  affine.parallel (%i) = (%n + 1) to (%n * 2 - %m mod 7 + 5) {
    %0 = affine.apply #shift(%i)[%n]
    %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 * -3)>(%0)[%n]
    %2 = affine.max affine_map<(d0, d1) -> (d0, d1, d0 ceildiv 4)>(%1, %i)
    affine.parallel (%k, %l) = (%i, 0) to (%i + 10, symbol(%n) - %i) step (3, 2) {
      %x = affine.load %s[] {a.l} : memref<f32>
      affine.store %x, %a[%k - 1, -%l + 4 * %i - symbol(%m)] {a.s} : memref<?x?xf32>
    } {a.inner}
  }
  %3 = affine.apply affine_map<() -> (42)>()
  %4 = affine.min affine_map<()[s0] -> (s0, 5)>()[%n]
  %5 = affine.max affine_map<(d0) -> (d0 mod 3)>(%n) {a.m}
  return
}
func.func @in_tasks(%a: memref<?xi32>, %n: index) {
  %token, %value = async.execute -> !async.value<i32> {
    %d = arith.constant 4 : index
    %r = affine.parallel (%i) = (0) to (%n + %d) reduce ("ori") -> (i32) {
      %0 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
      %1 = affine.load %a[%0] : memref<?xi32>
      affine.yield %1 : i32
    }
    %2 = affine.min affine_map<(d0) -> (d0, 8)>(%d)
    %3 = affine.max affine_map<(d0) -> (d0, 8)>(%d)
    affine.store %r, %a[%d] : memref<?xi32>
    async.yield %r : i32
  }
  scf.for %k = %n to %n step %n {
    %c = arith.constant 1 : index
    affine.parallel (%i) = (%c) to (symbol(%c) + %n) {
      %5 = affine.min affine_map<(d0) -> (d0, 8)>(%k)
      %6 = affine.max affine_map<(d0) -> (d0, 8)>(%k)
    }
  }
  return
}
