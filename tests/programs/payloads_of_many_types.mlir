// Payloads that are memrefs, complex, vectors of vectors, i1 and i128.
// run: @main() = 134217735 : i64
// mlir: no, payloads that need more than 16 bytes

func.func @main() -> i64 {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %big = arith.constant 170141183460469231731687303715884105727 : i128
  %t, %v1, %v2, %v3, %v4, %v5 = async.execute -> (!async.value<memref<?x4xi64>>, !async.value<complex<f32>>, !async.value<vector<3x2xi64>>, !async.value<i1>, !async.value<i128>) {
    %n = arith.constant 3 : index
    %m = memref.alloc(%n) : memref<?x4xi64>
    memref.store %c1, %m[%c0, %c0] : memref<?x4xi64>
    %f = arith.constant 2.0 : f32
    %cx = complex.create %f, %f : complex<f32>
    %vec = vector.broadcast %c1 : i64 to vector<3x2xi64>
    async.yield %m, %cx, %vec, %true, %big : memref<?x4xi64>, complex<f32>, vector<3x2xi64>, i1, i128
  }
  %m = async.await %v1 : !async.value<memref<?x4xi64>>
  %cx = async.await %v2 : !async.value<complex<f32>>
  %vec = async.await %v3 : !async.value<vector<3x2xi64>>
  %b = async.await %v4 : !async.value<i1>
  %g = async.await %v5 : !async.value<i128>
  %x = memref.load %m[%c0, %c0] : memref<?x4xi64>
  %d = memref.dim %m, %c0 : memref<?x4xi64>
  %di = arith.index_cast %d : index to i64
  %re = complex.im %cx : complex<f32>
  %rei = arith.fptosi %re : f32 to i64
  %ve = vector.extract %vec[2, 1] : i64 from vector<3x2xi64>
  %bi = arith.extui %b : i1 to i64
  %s100 = arith.constant 100 : i128
  %gs = arith.shrui %g, %s100 : i128
  %gi = arith.trunci %gs : i128 to i64
  %s1 = arith.addi %x, %di : i64
  %s2 = arith.addi %s1, %rei : i64
  %s3 = arith.addi %s2, %ve : i64
  %s4 = arith.addi %s3, %bi : i64
  %s5 = arith.addi %s4, %gi : i64
  memref.dealloc %m : memref<?x4xi64>
  return %s5 : i64
}
