func.func @plain(%m: memref<64xf32>, %g: memref<64xf32, 2>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %m[%i], %g[%i], %n, %tag[%i] : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
  memref.dma_start %m[%i], %g[%i], %n, %tag[%i], %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  affine.dma_start %m[%i + 1], %g[symbol(%n)], %tag[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
  affine.dma_start %m[%i * 2], %g[3], %tag[0], %n, %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[0], %n : memref<1xi32>
  return
}
func.func @in_if(%m: memref<64xf32>, %g: memref<64xf32, 2>, %tag: memref<1xi32>, %i: index, %n: index, %c: i1) {
  scf.if %c {
    memref.dma_start %m[%i], %g[%i], %n, %tag[%i] : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    memref.dma_start %m[%i], %g[%i], %n, %tag[%i], %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    memref.dma_wait %tag[%i], %n : memref<1xi32>
    affine.dma_start %m[%i + 1], %g[symbol(%n)], %tag[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_start %m[%i * 2], %g[3], %tag[0], %n, %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  return
}
func.func @in_task(%m: memref<64xf32>, %g: memref<64xf32, 2>, %tag: memref<1xi32>, %i: index, %n: index) {
  %t = async.execute {
    memref.dma_start %m[%i], %g[%i], %n, %tag[%i] : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    memref.dma_start %m[%i], %g[%i], %n, %tag[%i], %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    memref.dma_wait %tag[%i], %n : memref<1xi32>
    affine.dma_start %m[%i + 1], %g[symbol(%n)], %tag[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_start %m[%i * 2], %g[3], %tag[0], %n, %n, %i : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
    async.yield
  }
  async.await %t : !async.token
  return
}
