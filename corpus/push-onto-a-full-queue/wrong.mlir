// A core pushes six transfers onto a DMA channel whose queue has room for four entries: a transfer and its signal are two.
func.func @main(%from: memref<6xi32, "l1">, %to: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    // Nothing makes sure that there is room.
    sync.work on "mm2s0" {
      %x = memref.load %from[%i] : memref<6xi32, "l1">
      memref.store %x, %to[%i] : memref<6xi32>
    }
  }
  sync.signal "lock"[0], 1 on "mm2s0"
  sync.wait "lock"[0], 1
  return
}
