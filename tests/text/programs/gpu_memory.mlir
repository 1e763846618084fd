// What the host does with memory of a device, and modules that are compiled.
gpu.binary @compiled [#gpu.object<#nvvm.target, "text">]
module @one {
  gpu.binary @compiled <#gpu.select_object<0 : i64>> {a.b} [#gpu.object<#nvvm.target, properties = {O = 2 : i32}, assembly = "text">]
}
module @other {
  gpu.binary @compiled <#gpu.select_object<#nvvm.target>> [#gpu.object<#nvvm.target<chip = "sm_90">, bin = "text">, #gpu.object<#rocdl.target, offload = "text">]
  gpu.module @targets <#gpu.select_object> [#nvvm.target] {
  }
}
func.func @plain(%n: index, %i: i32, %x: f32, %h: memref<16xf32>) {
  %m = gpu.alloc () : memref<16xf32, 1>
  %s, %t = gpu.alloc async host_shared (%n) : memref<?xf32, 1>
  gpu.memcpy %m, %h : memref<16xf32, 1>, memref<16xf32>
  %u = gpu.memset async [%t] %s, %x : memref<?xf32, 1>, f32
  %v = gpu.memcpy async [%u] %h, %m : memref<16xf32>, memref<16xf32, 1> {a.b = 1 : i32}
  %w = gpu.dealloc async [%v] %m : memref<16xf32, 1>
  gpu.wait [%w, %u]
  gpu.dealloc %s : memref<?xf32, 1>
  %c = memref.cast %h : memref<16xf32> to memref<*xf32>
  gpu.host_register %c : memref<*xf32>
  gpu.host_unregister %c : memref<*xf32>
  gpu.set_default_device %i
  gpu.printf "%d is %f\0A", %i, %x : i32, f32
  return
}
func.func @in_a_loop(%n: index, %i: i32, %x: f32, %h: memref<16xf32>) {
  scf.for %at = %n to %n step %n {
    %m = gpu.alloc () : memref<16xf32, 1>
    %s, %t = gpu.alloc async host_shared (%n) : memref<?xf32, 1>
    gpu.memcpy %m, %h : memref<16xf32, 1>, memref<16xf32>
    %u = gpu.memset async [%t] %s, %x : memref<?xf32, 1>, f32
    %v = gpu.memcpy async [%u] %h, %m : memref<16xf32>, memref<16xf32, 1> {a.b = 1 : i32}
    %w = gpu.dealloc async [%v] %m : memref<16xf32, 1>
    gpu.wait [%w, %u]
    gpu.dealloc %s : memref<?xf32, 1>
    %c = memref.cast %h : memref<16xf32> to memref<*xf32>
    gpu.host_register %c : memref<*xf32>
    gpu.host_unregister %c : memref<*xf32>
    gpu.set_default_device %i
    gpu.printf "%d is %f\0A", %i, %x : i32, f32
  }
  return
}
func.func @in_a_task(%n: index, %i: i32, %x: f32, %h: memref<16xf32>) {
  %done = async.execute {
    %m = gpu.alloc () : memref<16xf32, 1>
    %s, %t = gpu.alloc async host_shared (%n) : memref<?xf32, 1>
    gpu.memcpy %m, %h : memref<16xf32, 1>, memref<16xf32>
    %u = gpu.memset async [%t] %s, %x : memref<?xf32, 1>, f32
    %v = gpu.memcpy async [%u] %h, %m : memref<16xf32>, memref<16xf32, 1> {a.b = 1 : i32}
    %w = gpu.dealloc async [%v] %m : memref<16xf32, 1>
    gpu.wait [%w, %u]
    gpu.dealloc %s : memref<?xf32, 1>
    %c = memref.cast %h : memref<16xf32> to memref<*xf32>
    gpu.host_register %c : memref<*xf32>
    gpu.host_unregister %c : memref<*xf32>
    gpu.set_default_device %i
    gpu.printf "%d is %f\0A", %i, %x : i32, f32
    async.yield
  }
  async.await %done : !async.token
  return
}
