// Tuples, nested memrefs and other aggregates as values, payloads and elements.
func.func @plain(%t: tuple<i32, f32>, %e: tuple<>, %n: tuple<tuple<i1>, vector<4xf32>, memref<?xf32>>) -> (tuple<i32, f32>, tuple<>) {
  return %t, %e : tuple<i32, f32>, tuple<>
}

func.func @loop(%t: tuple<i32, f32>, %lower: index, %m: memref<4xmemref<?xf32>>) -> tuple<i32, f32> {
  %r = scf.for %i = %lower to %lower step %lower iter_args(%u = %t) -> (tuple<i32, f32>) {
    %inner = memref.load %m[%i] : memref<4xmemref<?xf32>>
    memref.store %inner, %m[%i] : memref<4xmemref<?xf32>>
    scf.yield %u : tuple<i32, f32>
  }
  return %r : tuple<i32, f32>
}

func.func @task(%t: tuple<i32, complex<f32>>, %c: i1) -> tuple<i32, complex<f32>> {
  %token, %value = async.execute -> !async.value<tuple<i32, complex<f32>>> {
    %s = arith.select %c, %t, %t : tuple<i32, complex<f32>>
    %p = ub.poison : tuple<i32, complex<f32>>
    async.yield %s : tuple<i32, complex<f32>>
  }
  %r = async.await %value : !async.value<tuple<i32, complex<f32>>>
  return %r : tuple<i32, complex<f32>>
}

async.func @hot(%t: tuple<vector<2xi8>, memref<4xf32, strided<[2], offset: 1>>>) -> !async.value<tuple<vector<2xi8>, memref<4xf32, strided<[2], offset: 1>>>> {
  return %t : tuple<vector<2xi8>, memref<4xf32, strided<[2], offset: 1>>>
}
