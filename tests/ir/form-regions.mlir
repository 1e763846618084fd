// RUN: asyncir opt %s -p form-regions | filecheck %s

// Two products that need nothing of each other are regions; the sum depends on both, and each has its own start.
// CHECK-LABEL: func.func @independent
// CHECK: %[[T:[0-9]+]], %x = async.region -> tensor<256x256xf32> {
// CHECK: linalg.fill
// CHECK: linalg.matmul ins(%a, %b
// CHECK: %[[U:[0-9]+]], %y = async.region -> tensor<256x256xf32> {
// CHECK: linalg.fill
// CHECK: linalg.matmul ins(%b, %a
// CHECK: %[[V:[0-9]+]], %z = async.region [%[[T]], %[[U]]] -> tensor<256x256xf32> {
// CHECK: linalg.add ins(%x, %y
// CHECK: async.await %[[V]] : !async.token
// CHECK-NEXT: return %z
func.func @independent(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %x = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%b, %a : tensor<256x256xf32>, tensor<256x256xf32>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %z = linalg.add ins(%x, %y : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %z : tensor<256x256xf32>
}

// A chain stays as it is.
// CHECK-LABEL: func.func @chain
// CHECK-NOT: async.region
func.func @chain(%a: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %x = linalg.matmul ins(%a, %a : tensor<256x256xf32>, tensor<256x256xf32>) outs(%a : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%x, %x : tensor<256x256xf32>, tensor<256x256xf32>) outs(%x : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %y : tensor<256x256xf32>
}

// What is not worth a task stays as it is, too.
// CHECK-LABEL: func.func @small
// CHECK-NOT: async.region
func.func @small(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %x = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.matmul ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %x, %y : tensor<8x8xf32>, tensor<8x8xf32>
}

// On memory, effects say what comes behind what: the third product reads what the first one writes, and the last writes it.
// CHECK-LABEL: func.func @memory
// CHECK: %[[T:[0-9]+]] = async.region {
// CHECK-NEXT: linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%x
// CHECK: %[[U:[0-9]+]] = async.region {
// CHECK-NEXT: linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%y
// CHECK: %[[V:[0-9]+]] = async.region [%[[T]]] {
// CHECK-NEXT: linalg.matmul ins(%x, %a
// CHECK: %[[W:[0-9]+]] = async.region [%[[V]]] {
// CHECK-NEXT: linalg.matmul ins(%x, %x
// CHECK: async.await %[[U]]
// CHECK: async.await %[[W]]
func.func @memory(%a: memref<256x256xf32> {llvm.noalias}, %x: memref<256x256xf32> {llvm.noalias},
                  %y: memref<256x256xf32> {llvm.noalias}, %z: memref<256x256xf32> {llvm.noalias}) {
  linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%x : memref<256x256xf32>)
  linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%y : memref<256x256xf32>)
  linalg.matmul ins(%x, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%z : memref<256x256xf32>)
  linalg.matmul ins(%x, %x : memref<256x256xf32>, memref<256x256xf32>) outs(%x : memref<256x256xf32>)
  return
}

// Memory of a known size is there before all regions, and is freed behind those that use it last, by a region if they are several.
// CHECK-LABEL: func.func @allocated
// CHECK: %x = memref.alloc()
// CHECK-NEXT: %y = memref.alloc()
// CHECK: %[[T:[0-9]+]] = async.region {
// CHECK: linalg.matmul ins(%a, %a : {{.*}}) outs(%x
// CHECK: %[[U:[0-9]+]] = async.region [%[[T]]] {
// CHECK-NEXT: linalg.matmul ins(%a, %x : {{.*}}) outs(%b
// CHECK: %[[V:[0-9]+]] = async.region [%[[T]]] {
// CHECK-NEXT: linalg.matmul ins(%x, %a : {{.*}}) outs(%y
// CHECK-NEXT: linalg.matmul ins(%y, %a
// CHECK-NEXT: memref.dealloc %y
// CHECK: async.region [%[[V]], %[[U]]] {
// CHECK-NEXT: memref.dealloc %x
func.func @allocated(%a: memref<256x256xf32> {llvm.noalias}, %b: memref<256x256xf32> {llvm.noalias}, %c: memref<256x256xf32> {llvm.noalias}) {
  %x = memref.alloc() : memref<256x256xf32>
  linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%x : memref<256x256xf32>)
  %y = memref.alloc() : memref<256x256xf32>
  linalg.matmul ins(%x, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%y : memref<256x256xf32>)
  linalg.matmul ins(%a, %x : memref<256x256xf32>, memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  memref.dealloc %x : memref<256x256xf32>
  linalg.matmul ins(%y, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%c : memref<256x256xf32>)
  memref.dealloc %y : memref<256x256xf32>
  return
}
