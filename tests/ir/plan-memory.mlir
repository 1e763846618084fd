// RUN: asyncir opt %s -p plan-memory | filecheck %s

// The first buffer is over when the third one begins, in every order: they share bytes; the second one may be in use with both.
// CHECK-LABEL: func.func @tokens
// CHECK-NEXT: %arena = memref.alloc() {alignment = 64 : i64} : memref<2048xi8>
// CHECK: %t = async.execute {
// CHECK-NEXT: %[[A:[0-9]+]] = arith.constant 1024 : index
// CHECK-NEXT: memref.view %arena[%[[A]]][] : memref<2048xi8> to memref<256xf32>
// CHECK: async.execute {
// CHECK-NEXT: %[[B:[0-9]+]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %arena[%[[B]]][]
// CHECK: async.execute [%t] {
// CHECK-NEXT: %[[C:[0-9]+]] = arith.constant 1024 : index
// CHECK-NEXT: memref.view %arena[%[[C]]][]
// CHECK: memref.dealloc %arena
// CHECK-NEXT: return
func.func @tokens(%x: f32) {
  %a = memref.alloc() : memref<256xf32>
  %b = memref.alloc() : memref<256xf32>
  %c = memref.alloc() : memref<256xf32>
  %t = async.execute {
    linalg.fill ins(%x : f32) outs(%a : memref<256xf32>)
    async.yield
  }
  %u = async.execute {
    linalg.fill ins(%x : f32) outs(%b : memref<256xf32>)
    async.yield
  }
  %v = async.execute [%t] {
    linalg.fill ins(%x : f32) outs(%c : memref<256xf32>)
    async.yield
  }
  async.await %u : !async.token
  async.await %v : !async.token
  memref.dealloc %a : memref<256xf32>
  memref.dealloc %b : memref<256xf32>
  memref.dealloc %c : memref<256xf32>
  return
}

// Regions on memory stay regions, and each has its own views.
// CHECK-LABEL: func.func @regions
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<64xi8>
// CHECK: async.region {
// CHECK: memref.view %arena
// CHECK: async.region [%t]
// CHECK: memref.view %arena
func.func @regions(%x: f32) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  %t = async.region {
    linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  }
  %u = async.region [%t] {
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
  }
  async.await %u : !async.token
  return
}

// In a sequential function the text is the only order.
// CHECK-LABEL: func.func @sequential
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK-NOT: memref.dealloc %a :
func.func @sequential(%x: f32, %out: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  %b = memref.alloc() : memref<16xf32>
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  memref.copy %b, %c : memref<16xf32> to memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  memref.copy %c, %out : memref<16xf32> to memref<16xf32>
  memref.dealloc %c : memref<16xf32>
  return
}

// A sum is written over an operand that dies there: the sum may take the place of the first operand, and of the second one.
// CHECK-LABEL: func.func @in_place
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<64xi8>
// CHECK: linalg.fill ins(%x : f32) outs(%[[P:.*]] : memref<16xf32>)
// CHECK-NEXT: linalg.add ins(%[[P]], %y : memref<16xf32>, memref<16xf32>) outs(%[[P]] : memref<16xf32>)
// CHECK-NEXT: linalg.mul ins(%y, %[[P]] : memref<16xf32>, memref<16xf32>) outs(%[[P]] : memref<16xf32>)
func.func @in_place(%x: f32, %y: memref<16xf32>, %out: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  %b = memref.alloc() : memref<16xf32>
  linalg.add ins(%a, %y : memref<16xf32>, memref<16xf32>) outs(%b : memref<16xf32>)
  %c = memref.alloc() : memref<16xf32>
  linalg.mul ins(%y, %b : memref<16xf32>, memref<16xf32>) outs(%c : memref<16xf32>)
  memref.copy %c, %out : memref<16xf32> to memref<16xf32>
  return
}

// What is returned, what a task uses that nobody awaits, and what is made in a loop keep memory of their own.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: memref.view
// CHECK: return %a
func.func @kept(%x: f32, %n: index) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  %t = async.execute {
    linalg.fill ins(%x : f32) outs(%b : memref<16xf32>)
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.alloc() : memref<16xf32>
    linalg.fill ins(%x : f32) outs(%c : memref<16xf32>)
    memref.dealloc %c : memref<16xf32>
  }
  return %a : memref<16xf32>
}

// A task that only frees what is in the arena now goes, and who waits for it waits for what it waited for.
// CHECK-LABEL: func.func @frees
// CHECK: %t = async.execute
// CHECK: async.await %t : !async.token
// CHECK-NEXT: memref.dealloc %arena
// CHECK-NEXT: return
func.func @frees(%x: f32) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<16xf32>)
  %t = async.execute {
    linalg.add ins(%a, %a : memref<16xf32>, memref<16xf32>) outs(%b : memref<16xf32>)
    async.yield
  }
  %u = async.execute [%t] {
    memref.dealloc %a : memref<16xf32>
    memref.dealloc %b : memref<16xf32>
    async.yield
  }
  async.await %u : !async.token
  return
}
