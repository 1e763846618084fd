// Regions that are launched on devices, and buffers that are used in the order of events.
module {
  func.func @every_part(%a: memref<4xf32>, %i: index, %c: i1) -> f32 {
    %dma = device.get "dma"
    %any = device.get "dma", "mte"[%i] {a.b}
    %one = arith.select %c, %dma, %any : !device.device
    %start = device.start
    %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
    %none, %u = device.alloc () in "ub" {a.b} : memref<f32, "ub">
    %in = device.memcpy (%ready, %start, %a, %t, %dma) : memref<4xf32>, memref<4xf32, "ub">
    %now = device.memcpy (%a, %a, %dma) {a.b = 1 : i32} : memref<4xf32>, memref<4xf32>
    %read, %v = device.read (%in, %t)[%i] : memref<4xf32, "ub">
    %wrote = device.write (%read, %v, %u)[] : !device.value<f32>, memref<f32, "ub">
    %x = device.await %v : !device.value<f32>
    %again = device.write (%wrote, %x, %t)[%i] {a.b} : f32, memref<4xf32, "ub">
    %done, %part:2, %sum, %n = device.launch (%m = %t : memref<4xf32, "ub">, %y = %v : !device.value<f32>, %on = %any : !device.device) in (%again, %in, %one) excluding (%any) flags 2 -> (f32, index) attributes {a.b} {
      %c1 = arith.constant 1 : index
      device.flag 0
      device.flag %c1 {a.b}
      %s = device.start {a.b}
      %inner = device.launch in (%s, %on) {
        device.return
      }
      device.await %inner : !device.event {a.b}
      device.return %y, %c1 : f32, index
    }
    %all = device.and %done, %part#0, %part#1 {a.b}
    %gone = device.dealloc (%all, %t) : memref<4xf32, "ub">
    %over = device.dealloc (%u) {a.b} : memref<f32, "ub">
    device.await %gone : !device.event
    %r = device.await %sum : !device.value<f32>
    return %r : f32
  }
  func.func @in_a_loop(%a: memref<4xf32>, %n: index, %e: !device.event, %d: !device.device) -> !device.event {
    %last = scf.for %i = %n to %n step %n iter_args(%before = %e) -> (!device.event) {
      %dma = device.get "dma", "mte"[%i]
      %start = device.start
      %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
      %in = device.memcpy (%ready, %before, %a, %t, %dma) : memref<4xf32>, memref<4xf32, "ub">
      %read, %v = device.read (%in, %t)[%i] : memref<4xf32, "ub">
      %wrote = device.write (%read, %v, %t)[%i] : !device.value<f32>, memref<4xf32, "ub">
      %done, %part, %x = device.launch (%y = %v : !device.value<f32>) in (%wrote, %d) flags 1 -> f32 {
        device.flag 0
        device.return %y : f32
      }
      %z = device.await %x : !device.value<f32>
      %gone = device.dealloc (%done, %part, %t) : memref<4xf32, "ub">
      %both = device.and %gone, %done
      scf.yield %both : !device.event
    }
    return %last : !device.event
  }
  func.func @in_a_task(%a: memref<4xf32>, %i: index, %d: !device.device) {
    %task = async.execute {
      %dma = device.get "dma"
      %start = device.start
      %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
      %in = device.memcpy (%ready, %a, %t, %dma) : memref<4xf32>, memref<4xf32, "ub">
      %read, %v = device.read (%in, %t)[%i] : memref<4xf32, "ub">
      %wrote = device.write (%read, %v, %t)[%i] : !device.value<f32>, memref<4xf32, "ub">
      %done, %part = device.launch in (%wrote, %d) flags 1 {
        device.flag 0
        device.return
      }
      %gone = device.dealloc (%done, %part, %t) : memref<4xf32, "ub">
      %both = device.and %gone, %done
      device.await %both : !device.event
      async.yield
    }
    return
  }
}
