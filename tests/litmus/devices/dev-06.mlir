// The engine with the number is meant.
// allowed: 121
  %d0 = device.get "a", "b"[%i0]
  %d1 = device.get "a", "b"[%i1]
  %e = device.launch in (%start, %d0) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %d1) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// Devices with other names may be the same.
// result: deadlock
  %d0 = device.get "a", "b"[%i0]
  %d1 = device.get "b", "a"[%i1]
  %e = device.launch in (%start, %d0) {
    %x = arith.constant 1 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    func.call @printI64(%x) : (i64) -> ()
  }
  %f = device.launch in (%start, %d1) {
    sync.wait "event"[0], 1
    %x = arith.constant 2 : i64
    func.call @printI64(%x) : (i64) -> ()
    sync.signal "event"[1], 1
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// A number that no engine has is an error.
// result: error M011
  %d = device.get "a", "b"[%i2]
// -----
// A device is carried by loops, selected, and handed on.
// allowed: 12
  %last, %d = scf.for %i = %i0 to %i2 step %i1 iter_args(%e = %start, %on = %a) -> (!device.event, !device.device) {
    %f = device.launch (%m = %A : memref<i64>, %o = %on : !device.device) in (%e, %on) {
      %x = arith.constant 1 : i64
      %y = memref.load %m[] : memref<i64>
      %z = arith.addi %x, %y : i64
      memref.store %z, %m[] : memref<i64>
      func.call @printI64(%z) : (i64) -> ()
    }
    %even = arith.cmpi eq, %i, %i0 : index
    %next = arith.select %even, %b, %a : !device.device
    scf.yield %f, %next : !device.event, !device.device
  }
  device.await %last : !device.event
// -----
// There is no such engine.
// result: refused M020
  %d = device.get "c"
