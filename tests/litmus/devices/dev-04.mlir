// Launches on different devices are done at once.
// allowed: 121
  %e = device.launch in (%start, %a) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %b) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// Launches on one device are not, so that two which need each other wait for ever.
// result: deadlock
  %e = device.launch in (%start, %a) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %a) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// An engine that is there twice does two launches at once.
// allowed: 121
  %two = device.get "two"
  %e = device.launch in (%start, %two) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %two) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// What a launch excludes is kept out wherever it is placed.
// result: deadlock
  %e = device.launch in (%start, %a) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %b) excluding (%a) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// Devices that exclude the same are not at work at once; who needs both takes them at one moment.
// allowed: 12 | 21
  %bus = device.get "bus"
  %e = device.launch in (%start, %a) excluding (%bus, %b) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %b) excluding (%a, %bus) {
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// A device is not held twice.
// result: error M033
  %again = device.get "a"
  %e = device.launch in (%start, %a) excluding (%again) {
  }
  device.await %e : !device.event
