// A launch that awaits one on its own device waits for ever.
// result: deadlock
  %e = device.launch (%d = %a : !device.device) in (%start, %a) {
    %s = device.start
    %f = device.launch in (%s, %d) {
    }
    device.await %f : !device.event
  }
  device.await %e : !device.event
// -----
// Two that each need the device of the other may.
// result: deadlock
// orders: exhaustive
  %e = device.launch (%d = %b : !device.device) in (%start, %a) {
    sync.signal "event"[0], 1
    sync.wait "event"[1], 1
    %s = device.start
    %f = device.launch in (%s, %d) {
    }
    device.await %f : !device.event
  }
  %f = device.launch (%d = %a : !device.device) in (%start, %b) {
    sync.signal "event"[1], 1
    sync.wait "event"[0], 1
    %s = device.start
    %f = device.launch in (%s, %d) {
    }
    device.await %f : !device.event
  }
  device.await %e : !device.event
  device.await %f : !device.event
// -----
// The device of the entry is free when the entry has returned.
// result: deadlock
  %s = device.get "s"
  %e = device.launch in (%start, %s) {
  }
  device.await %e : !device.event
