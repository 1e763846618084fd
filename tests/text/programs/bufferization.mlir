func.func @ops(%a: tensor<4x?xf32>, %m: memref<4x?xf32>, %i: index, %c: i1, %m2: memref<?xf32, 1>) {
  %0 = bufferization.alloc_tensor(%i) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor() copy(%a) : tensor<4x?xf32>
  %2 = bufferization.alloc_tensor(%i) size_hint=%i {memory_space = 1 : i64} : tensor<4x?xf32>
  %3 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %4 = bufferization.to_tensor %m restrict writable {k} : memref<4x?xf32> to tensor<4x?xf32>
  %5 = bufferization.to_buffer %a : tensor<4x?xf32> to memref<4x?xf32>
  %6 = bufferization.to_buffer %a read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>, 3>
  %7 = bufferization.materialize_in_destination %a in %3 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.materialize_in_destination %a in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.dealloc_tensor %7 : tensor<4x?xf32>
  %8 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
  %9:2 = bufferization.dealloc (%8, %m2 : memref<4x?xf32>, memref<?xf32, 1>) if (%c, %c) retain (%m, %m2 : memref<4x?xf32>, memref<?xf32, 1>)
  bufferization.dealloc (%5 : memref<4x?xf32>) if (%c)
  bufferization.dealloc
  %10 = bufferization.dealloc retain (%m : memref<4x?xf32>)
  return
}
func.func @in_a_task(%a: tensor<4x?xf32>, %m: memref<4x?xf32>, %i: index, %c: i1, %m2: memref<?xf32, 1>) {
  %token = async.execute {
    %0 = bufferization.alloc_tensor(%i) : tensor<4x?xf32>
    %1 = bufferization.alloc_tensor() copy(%a) : tensor<4x?xf32>
    %2 = bufferization.alloc_tensor(%i) size_hint=%i {memory_space = 1 : i64} : tensor<4x?xf32>
    %3 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
    %4 = bufferization.to_tensor %m restrict writable {k} : memref<4x?xf32> to tensor<4x?xf32>
    %5 = bufferization.to_buffer %a : tensor<4x?xf32> to memref<4x?xf32>
    %6 = bufferization.to_buffer %a read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>, 3>
    %7 = bufferization.materialize_in_destination %a in %3 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    bufferization.materialize_in_destination %a in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    bufferization.dealloc_tensor %7 : tensor<4x?xf32>
    %8 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
    %9:2 = bufferization.dealloc (%8, %m2 : memref<4x?xf32>, memref<?xf32, 1>) if (%c, %c) retain (%m, %m2 : memref<4x?xf32>, memref<?xf32, 1>)
    bufferization.dealloc (%5 : memref<4x?xf32>) if (%c)
    bufferization.dealloc
    %10 = bufferization.dealloc retain (%m : memref<4x?xf32>)
    async.yield
  }
  return
}
func.func @in_a_loop(%a: tensor<4x?xf32>, %m: memref<4x?xf32>, %i: index, %c: i1, %m2: memref<?xf32, 1>, %n: index) {
  scf.for %k = %i to %n step %n {
    %0 = bufferization.alloc_tensor(%i) : tensor<4x?xf32>
    %1 = bufferization.alloc_tensor() copy(%a) : tensor<4x?xf32>
    %2 = bufferization.alloc_tensor(%i) size_hint=%i {memory_space = 1 : i64} : tensor<4x?xf32>
    %3 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
    %4 = bufferization.to_tensor %m restrict writable {k} : memref<4x?xf32> to tensor<4x?xf32>
    %5 = bufferization.to_buffer %a : tensor<4x?xf32> to memref<4x?xf32>
    %6 = bufferization.to_buffer %a read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>, 3>
    %7 = bufferization.materialize_in_destination %a in %3 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    bufferization.materialize_in_destination %a in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    bufferization.dealloc_tensor %7 : tensor<4x?xf32>
    %8 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
    %9:2 = bufferization.dealloc (%8, %m2 : memref<4x?xf32>, memref<?xf32, 1>) if (%c, %c) retain (%m, %m2 : memref<4x?xf32>, memref<?xf32, 1>)
    bufferization.dealloc (%5 : memref<4x?xf32>) if (%c)
    bufferization.dealloc
    %10 = bufferization.dealloc retain (%m : memref<4x?xf32>)
  }
  return
}
