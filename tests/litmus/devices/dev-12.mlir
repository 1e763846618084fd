// What nobody waits for races with the caller.
// arguments: %M: memref<i64>
// result: race RAW
  %e = device.launch (%m = %M : memref<i64>, %x = %c1 : i64) in (%start, %a) {
    memref.store %x, %m[] : memref<i64>
  }
// -----
// On a machine that drains it does not.
// machine: drains
// arguments: %M: memref<i64>
  %e = device.launch (%m = %M : memref<i64>, %x = %c1 : i64) in (%start, %a) {
    memref.store %x, %m[] : memref<i64>
  }
// -----
// Works and launches are not for one program.
// result: refused M032
  sync.work on "a" {
  }
  %e = device.launch in (%start, %b) {
  }
