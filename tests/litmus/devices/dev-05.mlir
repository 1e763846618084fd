// That a device does one after the other is no order: either may be the last.
// allowed: 1 | 2
// result: race WAW
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 2 : i64
    memref.store %x, %m[] : memref<i64>
  }
  device.await %e : !device.event
  device.await %f : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// With an event there is one.
// allowed: 2
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch (%m = %A : memref<i64>) in (%e, %a) {
    %x = arith.constant 2 : i64
    memref.store %x, %m[] : memref<i64>
  }
  device.await %e : !device.event
  device.await %f : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Nor is an order what a launch excludes.
// allowed: 1 | 2
// result: race WAW
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch (%m = %A : memref<i64>) in (%start, %b) excluding (%a) {
    %x = arith.constant 2 : i64
    memref.store %x, %m[] : memref<i64>
  }
  device.await %e : !device.event
  device.await %f : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Reads are in no order, and need none.
// allowed: 0
  %e = device.memcpy (%start, %A, %B, %a) : memref<i64>, memref<i64>
  %f = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = memref.load %m[] : memref<i64>
  }
  device.await %e : !device.event
  device.await %f : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
