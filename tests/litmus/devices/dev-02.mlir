// A launch executes its region op after op, and takes the values that it is handed when it is given.
// allowed: 12
  %e = device.launch (%m = %A : memref<i64>, %n = %B : memref<i64>, %x = %c1 : i64, %y = %c2 : i64) in (%start, %a) {
    memref.store %x, %m[] : memref<i64>
    %z = memref.load %m[] : memref<i64>
    %s = arith.addi %z, %x : i64
    memref.store %s, %n[] : memref<i64>
  }
  device.await %e : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A launch may launch on another device, and await that.
// allowed: 1
  %e = device.launch (%m = %A : memref<i64>, %d = %b : !device.device) in (%start, %a) {
    %s = device.start
    %f = device.launch (%n = %m : memref<i64>) in (%s, %d) {
      %x = arith.constant 1 : i64
      memref.store %x, %n[] : memref<i64>
    }
    device.await %f : !device.event
  }
  device.await %e : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// What it has launched may still be in flight when it is over.
// result: race WAR
  %e = device.launch (%m = %A : memref<i64>, %d = %b : !device.device) in (%start, %a) {
    %s = device.start
    %f = device.launch (%n = %m : memref<i64>) in (%s, %d) {
      %x = arith.constant 1 : i64
      memref.store %x, %n[] : memref<i64>
    }
  }
  device.await %e : !device.event
  func.call @show(%A) : (memref<i64>) -> ()
