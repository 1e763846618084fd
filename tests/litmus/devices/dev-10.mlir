// An engine that can flag one part flags one.
// allowed: 1
  %few = device.get "few"
  %e, %p = device.launch (%m = %A : memref<i64>) in (%start, %few) flags 1 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
  }
  device.await %p : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
  device.await %e : !device.event
// -----
// More are refused.
// result: refused M030
  %few = device.get "few"
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %few) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
  }
// -----
// So are more on one of several engines that may be meant.
// result: refused M030
  %few = device.get "a", "few"[%i1]
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %few) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
  }
// -----
// A device that is selected is looked at when it is launched on.
// arguments: %M: memref<i64>
// result: error M030
  %few = device.get "few"
  %n = memref.load %M[] : memref<i64>
  %first = arith.cmpi eq, %n, %c0 : i64
  %d = arith.select %first, %few, %a : !device.device
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %d) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
  }
  device.await %e : !device.event
