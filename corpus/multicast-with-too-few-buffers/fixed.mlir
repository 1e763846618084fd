// A tile sends two objects to each of two others, by turns, through a buffer for each of them.
func.func @main(%in: memref<2xi64>, %out: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %buffers = memref.alloc() : memref<2xi64>
  sync.process on "sender" {
    scf.for %t = %c0 to %c2 step %c1 {
      scf.for %r = %c0 to %c2 step %c1 {
        sync.wait "free"[%r]
        %x = memref.load %in[%t] : memref<2xi64>
        memref.store %x, %buffers[%r] : memref<2xi64>
        sync.signal "full"[%r]
      }
    }
  }
  sync.process on "receiver0" {
    scf.for %t = %c0 to %c2 step %c1 {
      sync.wait "full"[0]
      %x = memref.load %buffers[%c0] : memref<2xi64>
      memref.store %x, %out[%c0] : memref<2xi64>
      sync.signal "free"[0]
    }
    sync.signal "done"[0]
  }
  sync.process on "receiver1" {
    scf.for %t = %c0 to %c2 step %c1 {
      sync.wait "full"[1]
      %x = memref.load %buffers[%c1] : memref<2xi64>
      memref.store %x, %out[%c1] : memref<2xi64>
      sync.signal "free"[1]
    }
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
