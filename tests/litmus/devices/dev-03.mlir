// Who waits for an event comes behind all that the launch had come behind.
// allowed: 1
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch in (%e, %b) {
  }
  %g = device.launch in (%f, %a) {
  }
  device.await %g : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// The values of a launch are there when it is over, and who awaits one comes behind the launch.
// allowed: 12
  %e, %v = device.launch (%m = %A : memref<i64>) in (%start, %a) -> i64 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    %y = arith.constant 2 : i64
    device.return %y : i64
  }
  %w = device.await %v : !device.value<i64>
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @printI64(%w) : (i64) -> ()
// -----
// A launch that is handed a value waits for it.
// allowed: 1
  %e, %v = device.launch (%m = %A : memref<i64>) in (%start, %a) -> i64 {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    device.return %x : i64
  }
  %f = device.launch (%x = %v : !device.value<i64>, %m = %A : memref<i64>, %n = %B : memref<i64>) in (%b) {
    memref.copy %m, %n : memref<i64> to memref<i64>
  }
  device.await %f : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// All of the events of a device.and have happened when it has.
// allowed: 11
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch (%m = %B : memref<i64>) in (%start, %b) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %g = device.and %start, %e, %f
  device.await %g : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Two launches that wait for one event are in no order.
// result: race WAW
  %e = device.launch in (%start, %a) {
  }
  %f = device.launch (%m = %A : memref<i64>, %x = %c1 : i64) in (%e, %a) {
    memref.store %x, %m[] : memref<i64>
  }
  %g = device.launch (%m = %A : memref<i64>, %x = %c1 : i64) in (%e, %b) {
    memref.store %x, %m[] : memref<i64>
  }
  %h = device.and %f, %g
  device.await %h : !device.event
// -----
// A device.and happens when the last of its events has.
// allowed: 12
  %f = device.launch in (%start, %b) {
    sync.wait "event"[0], 1
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %both = device.and %f, %start
  %g = device.launch in (%both, %a) {
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %two = device.get "two"
  %h = device.launch in (%start, %two) {
  }
  device.await %h : !device.event
  sync.signal "event"[0], 1
  device.await %g : !device.event
