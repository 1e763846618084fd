// A DMA channel fills a buffer with two locks: lock 0 says that it is empty, lock 1 that it is full. Between two dispatches the host resets the channel.
func.func @main(%in: memref<4xf32>, %out: memref<4xf32>) {
  %buffer = memref.alloc() : memref<4xf32, "l1">
  // The first dispatch: the channel has taken lock 0 for one more transfer when the host stops it.
  sync.signal "lock"[0], 2
  sync.wait "lock"[0], 1 on "s2mm0"
  sync.work on "s2mm0" {
    memref.copy %in, %buffer : memref<4xf32> to memref<4xf32, "l1">
  }
  sync.signal "lock"[1], 1 on "s2mm0"
  sync.wait "lock"[0], 1 on "s2mm0"
  sync.wait "lock"[1], 1
  memref.copy %buffer, %out : memref<4xf32, "l1"> to memref<4xf32>
  sync.signal "lock"[0], 2
  // The second dispatch.
  sync.wait "lock"[0], 1 on "s2mm0"
  sync.work on "s2mm0" {
    memref.copy %in, %buffer : memref<4xf32> to memref<4xf32, "l1">
  }
  sync.signal "lock"[1], 1 on "s2mm0"
  sync.wait "lock"[1], 1
  memref.copy %buffer, %out : memref<4xf32, "l1"> to memref<4xf32>
  return
}
