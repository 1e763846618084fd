// A copy is a launch.
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  %e = device.memcpy (%start, %A, %B, %a) : memref<i64>, memref<i64>
  device.await %e : !device.event
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// What it reads is not written before it is over.
// result: race WAR
  %e = device.memcpy (%start, %A, %B, %a) : memref<i64>, memref<i64>
  memref.store %c1, %A[] : memref<i64>
  device.await %e : !device.event
// -----
// A write comes behind the value and its events, a read behind its events; a value comes behind its read.
// allowed: 22
  %e, %v = device.launch in (%start, %a) -> i64 {
    %x = arith.constant 2 : i64
    device.return %x : i64
  }
  %w = device.write (%start, %v, %A)[] : !device.value<i64>, memref<i64>
  %r, %u = device.read (%w, %A)[] : memref<i64>
  %f = device.launch (%x = %u : !device.value<i64>, %m = %A : memref<i64>) in (%b) {
    %c = arith.constant 0 : i64
    memref.store %c, %m[] : memref<i64>
    func.call @printI64(%x) : (i64) -> ()
  }
  device.await %f : !device.event
  %y = device.await %u : !device.value<i64>
  func.call @printI64(%y) : (i64) -> ()
// -----
// A read that waits for nothing races with a write.
// result: race WAR
  %r, %u = device.read (%start, %A)[] : memref<i64>
  %w = device.write (%start, %c1, %A)[] : i64, memref<i64>
  %all = device.and %r, %w
  device.await %all : !device.event
// -----
// Memory keeps nobody out: two reads need no device.
// allowed: 00
  %r, %u = device.read (%start, %A)[] : memref<i64>
  %s, %v = device.read (%start, %A)[] : memref<i64>
  %x = device.await %u : !device.value<i64>
  %y = device.await %v : !device.value<i64>
  func.call @printI64(%x) : (i64) -> ()
  func.call @printI64(%y) : (i64) -> ()
