// RUN: asyncir opt %s -p 'eliminate-sync{machine=ascend-a2},eliminate-sync' | filecheck %s

// The first barrier orders nothing that the event does not; the one with `keep` stays for its timing.
// CHECK-LABEL: func.func @events
// CHECK: sync.signal "event"[0]
// CHECK-NEXT: sync.wait "event"[0]
// CHECK-NEXT: sync.work on "v"
// CHECK: sync.barrier on "v" {keep}
// CHECK-NEXT: sync.barrier
// CHECK-NEXT: return
func.func @events(%a: memref<4xf32>, %b: memref<4xf32>) {
  sync.work on "mte2" {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[0] from "mte2" to "v"
  sync.barrier
  sync.barrier on "v"
  sync.work on "v" {
    memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  }
  sync.barrier on "v" {keep}
  sync.barrier
  return
}

// A barrier completes no copy: only the one behind the wait publishes it to the other threads.
// CHECK-LABEL: func.func @copies
// CHECK: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: nvgpu.device_async_wait
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @copies(%a: memref<128xf32>, %b: memref<128xf32, #gpu.address_space<workgroup>>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %c4 = arith.constant 4 : index
  %i = arith.muli %t, %c4 : index
  %c = nvgpu.device_async_copy %a[%i], %b[%i], 4 : memref<128xf32> to memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %g = nvgpu.device_async_create_group %c
  nvgpu.device_async_wait %g
  gpu.barrier
  %c127 = arith.constant 127 : index
  %j = arith.subi %c127, %i : index
  %x = memref.load %b[%j] : memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %x, %a[%i] : memref<128xf32>
  return
}

// Kernels, too: of two barriers one goes, and the last has nothing behind it that another thread has touched.
// CHECK: gpu.func @kernel
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
gpu.module @kernels {
  gpu.func @kernel(%a: memref<32xf32>) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<32xf32>
    memref.store %x, %w[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.barrier
    %c31 = arith.constant 31 : index
    %u = arith.subi %c31, %t : index
    %y = memref.load %w[%u] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %y, %a[%t] : memref<32xf32>
    gpu.return
  }
}
