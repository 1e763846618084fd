// Loops and conditions of the affine dialect, accesses of vectors, and indices of several dimensions.
#several = affine_map<(d0)[s0] -> (d0, s0, 3)>
#least = affine_map<(d0) -> (d0, 100)>
#set = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - 1 == 0)>
func.func @loops(%n: index, %k: index, %m: memref<?xf32>, %mm: memref<?x?xf32>, %f: f32) -> f32 {
  affine.for %i = 0 to 10 {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to %k step 2 {
    affine.prefetch %m[%i + 3], read, locality<3>, data : memref<?xf32>
  }
  affine.for %i = max #several(%n)[%k] to min #least(%n) {
    affine.yield
  } {note}
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%n) to affine_map<()[s0] -> (s0 * 2)>()[%k] {
    affine.if #set(%i)[%n] {
      affine.prefetch %m[%i], write, locality<0>, instr {note} : memref<?xf32>
    } else {
      affine.store %f, %m[%i] : memref<?xf32>
    } {note}
  }
  affine.for %i = affine_map<() -> (5)>() to min affine_map<(d0) -> (d0)>(%n) {
  }
  affine.for %i = affine_map<(d0)[s0] -> (d0)>(%n)[%n] to min affine_map<() -> (5, 6)>() {
  }
  %s:2 = affine.for %i = -3 to %n step 3 iter_args(%a = %f, %b = %n) -> (f32, index) {
    %x = affine.if #set(%i)[%n] -> f32 {
      affine.yield %a : f32
    } else {
      affine.yield %f : f32
    }
    affine.if affine_set<() : (1 == 0)>() {
    }
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %l = affine_map<(d0) -> (d0)>(%j) to 100 {
        affine.store %x, %mm[%l, %j + symbol(%k)] : memref<?x?xf32>
      }
    }
    affine.yield %x, %i : f32, index
  }
  return %s#0 : f32
}
func.func @vectors(%n: index, %k: index, %m: memref<?xf32>, %mm: memref<?x?xf32>) {
  %v = affine.vector_load %m[%n + 3] : memref<?xf32>, vector<4xf32>
  affine.vector_store %v, %mm[%n, symbol(%k)] {note} : memref<?x?xf32>, vector<4xf32>
  %w = affine.vector_load %mm[%n, %k * 2] {note} : memref<?x?xf32>, vector<2x4xf32>
  affine.vector_store %w, %mm[%n floordiv 2, 0] : memref<?x?xf32>, vector<2x4xf32>
  return
}
func.func @indices(%n: index, %k: index, %m: memref<?xf32>) -> index {
  %a:3 = affine.delinearize_index %n into (%k, 4, 5) : index, index, index
  %b:3 = affine.delinearize_index %n into (4, 5) {note} : index, index, index
  %c = affine.delinearize_index %n into () : index
  %d = affine.linearize_index [%n, %k] by (3, 4) : index
  %e = affine.linearize_index disjoint [%n, %k, %k] by (%n, 4) {note} : index
  %g = affine.linearize_index [] by () : index
  %x = affine.load %m[%a#1 + %b#2 + %d] : memref<?xf32>
  return %e : index
}
func.func @in_tasks(%n: index, %m: memref<?xf32>, %f: f32) {
  %token, %value = async.execute -> !async.value<f32> {
    %z = arith.constant 4 : index
    %s = affine.for %i = 0 to %z iter_args(%a = %f) -> (f32) {
      %x = affine.if #set(%i)[%n] -> f32 {
        %v = affine.vector_load %m[%i] : memref<?xf32>, vector<4xf32>
        affine.vector_store %v, %m[%i + 4] : memref<?xf32>, vector<4xf32>
        affine.prefetch %m[%i], read, locality<1>, data : memref<?xf32>
        affine.yield %a : f32
      } else {
        affine.yield %f : f32
      }
      %i2:2 = affine.delinearize_index %i into (2, 2) : index, index
      %i3 = affine.linearize_index [%i2#0, %i2#1] by (2, 2) : index
      affine.yield %x : f32
    }
    async.yield %s : f32
  }
  scf.for %k = %n to %n step %n {
    %v = affine.vector_load %m[symbol(%n)] : memref<?xf32>, vector<4xf32>
    affine.vector_store %v, %m[4] : memref<?xf32>, vector<4xf32>
    affine.prefetch %m[0], read, locality<1>, data : memref<?xf32>
    %i2:2 = affine.delinearize_index %k into (2, 2) : index, index
    %i3 = affine.linearize_index [%i2#0, %i2#1] by (2, 2) : index
    affine.for %i = 0 to 2 {
      affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
        affine.prefetch %m[%i], read, locality<1>, data : memref<?xf32>
      }
    }
  }
  return
}
