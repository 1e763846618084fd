// Streams and events, submissions and their semaphores, and tokens of works in regions of the host.
module {
  func.func @every_part(%h: memref<4xf32>) {
    %s = stream.create "npu" {a.b}
    %q = stream.create
    %m = stream.enqueue %s -> memref<4xf32> attributes {a.b} {
      %a = gpu.alloc  () : memref<4xf32>
      stream.yield %a : memref<4xf32>
    }
    stream.enqueue %s {
      gpu.memcpy  %m, %h : memref<4xf32>, memref<4xf32>
    }
    %e = stream.record %s
    %f = stream.record %q {a.b}
    stream.wait %q for %e
    stream.wait %q for %e, %f {a.b}
    %g = stream.all %e, %f
    %p, %n = stream.submit %q wait(%g, %e) -> memref<4xf32> attributes {a.b} {
      stream.barrier
      gpu.memcpy  %h, %m : memref<4xf32>, memref<4xf32>
      stream.barrier {a.b}
      %b = gpu.alloc  () : memref<4xf32>
      stream.submitted %b : memref<4xf32>
    }
    %o = stream.submit %q {
      gpu.dealloc  %n : memref<4xf32>
    }
    stream.host_wait %g, %o {a.b}
    return
  }
  func.func @in_a_loop(%h: memref<4xf32>, %x: index) {
    scf.for %i = %x to %x step %x {
      %s = stream.create "npu" {a.b}
      %q = stream.create
      %m = stream.enqueue %s -> memref<4xf32> attributes {a.b} {
        %a = gpu.alloc  () : memref<4xf32>
        stream.yield %a : memref<4xf32>
      }
      stream.enqueue %s {
        gpu.memcpy  %m, %h : memref<4xf32>, memref<4xf32>
      }
      %e = stream.record %s
      %f = stream.record %q {a.b}
      stream.wait %q for %e
      stream.wait %q for %e, %f {a.b}
      %g = stream.all %e, %f
      %p, %n = stream.submit %q wait(%g, %e) -> memref<4xf32> attributes {a.b} {
        stream.barrier
        gpu.memcpy  %h, %m : memref<4xf32>, memref<4xf32>
        stream.barrier {a.b}
        %b = gpu.alloc  () : memref<4xf32>
        stream.submitted %b : memref<4xf32>
      }
      %o = stream.submit %q {
        gpu.dealloc  %n : memref<4xf32>
      }
      stream.host_wait %g, %o {a.b}
    }
    return
  }
  func.func @in_a_task(%h: memref<4xf32>) {
    %token = async.execute {
      %s = stream.create "npu" {a.b}
      %q = stream.create
      %m = stream.enqueue %s -> memref<4xf32> attributes {a.b} {
        %a = gpu.alloc  () : memref<4xf32>
        stream.yield %a : memref<4xf32>
      }
      stream.enqueue %s {
        gpu.memcpy  %m, %h : memref<4xf32>, memref<4xf32>
      }
      %e = stream.record %s
      %f = stream.record %q {a.b}
      stream.wait %q for %e
      stream.wait %q for %e, %f {a.b}
      %g = stream.all %e, %f
      %p, %n = stream.submit %q wait(%g, %e) -> memref<4xf32> attributes {a.b} {
        stream.barrier
        gpu.memcpy  %h, %m : memref<4xf32>, memref<4xf32>
        stream.barrier {a.b}
        %b = gpu.alloc  () : memref<4xf32>
        stream.submitted %b : memref<4xf32>
      }
      %o = stream.submit %q {
        gpu.dealloc  %n : memref<4xf32>
      }
      stream.host_wait %g, %o {a.b}
      async.yield
    }
    return
  }
  func.func @tokens(%h: memref<4xf32>, %x: f32) {
    %t = gpu.memset async %h, %x : memref<4xf32>, f32
    %r = async.region [%t : !gpu.async.token] {
      %u = gpu.memset async %h, %x : memref<4xf32>, f32
      async.yield %u : !gpu.async.token
    }
    async.await %r : !async.token
    return
  }
}
