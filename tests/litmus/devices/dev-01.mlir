// Who gives a launch goes on, and comes behind it when it awaits its event.
// allowed: 1
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  device.await %e : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A launch that nobody awaits may not have begun.
// result: race RAW
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  func.call @show(%A) : (memref<i64>) -> ()
  device.await %e : !device.event
// -----
// Of two launches that could begin, the one that was given last may be the first.
// allowed: 12 | 21
  %e = device.launch in (%start, %a) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %a) {
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// A launch whose event has not happened holds up nothing else on its device.
// allowed: 1
  %m = device.launch in (%start, %b) {
    sync.wait "event"[0], 1
  }
  %e = device.launch in (%m, %a) {
  }
  %f = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
    sync.signal "event"[0], 1
  }
  device.await %f : !device.event
  device.await %e : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// It waits for all of its events.
// allowed: 2
  %e = device.launch (%m = %A : memref<i64>) in (%start, %a) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %f = device.launch (%m = %B : memref<i64>) in (%start, %b) {
    %x = arith.constant 1 : i64
    memref.store %x, %m[] : memref<i64>
  }
  %g = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>) in (%e, %f, %a) {
    %x = memref.load %m[] : memref<i64>
    %y = memref.load %n[] : memref<i64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %m[] : memref<i64>
  }
  device.await %g : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// It begins when the last of its events happens.
// allowed: 12
  %f = device.launch in (%start, %b) {
    sync.wait "event"[0], 1
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %g = device.launch in (%start, %f, %a) {
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %two = device.get "two"
  %h = device.launch in (%start, %two) {
  }
  device.await %h : !device.event
  sync.signal "event"[0], 1
  device.await %g : !device.event
