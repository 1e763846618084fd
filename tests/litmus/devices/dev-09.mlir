// A part of the result is there when it is flagged, before the launch is over.
// allowed: 11
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %a) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
    sync.wait "event"[0], 1
  }
  device.await %p#0 : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
  sync.signal "event"[0], 1
  device.await %e : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// What comes behind the flag is not there.
// result: race RAW
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %a) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
  }
  device.await %p#0 : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
  device.await %e : !device.event
// -----
// An event that is not flagged happens when the launch is over.
// allowed: 1
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %a) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
  }
  device.await %p#1 : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// The first flag of a number counts.
// result: race RAW
  %e, %p:2 = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%start, %a) flags 2 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.flag 0
    memref.store %x, %n[] : memref<i64>
    device.flag 0
  }
  device.await %p#0 : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
  device.await %e : !device.event
// -----
// A flag that the launch does not have is an error.
// result: error M011
  %e, %p = device.launch (%i = %i1 : index) in (%start, %a) flags 1 {
    device.flag %i
  }
  device.await %e : !device.event
