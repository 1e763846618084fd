// Operations that complete later: the io dialect.
module {
  func.func @plain(%ns: i64, %file: i32, %offset: index, %path: memref<?xi8>, %buffer: memref<?xf32>, %row: memref<2x8xi8, strided<[8, 1], offset: ?>>) {
    %now = io.clock : i64
    %t = io.sleep %ns : i64
    %u = io.sleep_until %now : i64
    %fv = io.open read "in.bin"
    %gv = io.open write %path : memref<?xi8>
    %hv = io.open update "a \"name\"" {note = 1 : i64}
    %n = io.size %file : i32
    %r = io.read %file[%offset], %buffer : memref<?xf32>
    %w = io.write %file[%offset], %row : memref<2x8xi8, strided<[8, 1], offset: ?>>
    %c = io.close %file : i32
    %s1 = io.process ["true"]
    %s2, %b2 = io.process ["sort", "-n", ""] stdin(%path : memref<?xi8>) stdout(%buffer : memref<?xf32>)
    %s3 = io.process ["cat"] stdin(%file : i32) stdout(%file : i32) {note = 1 : i64}
    return
  }
  func.func @in_task(%ns: i64, %file: i32, %offset: index, %path: memref<?xi8>, %buffer: memref<?xf32>, %row: memref<2x8xi8, strided<[8, 1], offset: ?>>) {
    %done = async.execute {
      %now = io.clock : i64
      %t = io.sleep %ns : i64
      %u = io.sleep_until %now : i64
      %fv = io.open read "in.bin"
      %gv = io.open write %path : memref<?xi8>
      %hv = io.open update "a \"name\"" {note = 1 : i64}
      %n = io.size %file : i32
      %r = io.read %file[%offset], %buffer : memref<?xf32>
      %w = io.write %file[%offset], %row : memref<2x8xi8, strided<[8, 1], offset: ?>>
      %c = io.close %file : i32
      %s1 = io.process ["true"]
      %s2, %b2 = io.process ["sort", "-n", ""] stdin(%path : memref<?xi8>) stdout(%buffer : memref<?xf32>)
      %s3 = io.process ["cat"] stdin(%file : i32) stdout(%file : i32) {note = 1 : i64}
      async.yield
    }
    return
  }
  async.func @in_async_function(%ns: i64, %file: i32, %offset: index, %path: memref<?xi8>, %buffer: memref<?xf32>, %row: memref<2x8xi8, strided<[8, 1], offset: ?>>) -> !async.token {
    %now = io.clock : i64
    %t = io.sleep %ns : i64
    %u = io.sleep_until %now : i64
    %fv = io.open read "in.bin"
    %gv = io.open write %path : memref<?xi8>
    %hv = io.open update "a \"name\"" {note = 1 : i64}
    %n = io.size %file : i32
    %r = io.read %file[%offset], %buffer : memref<?xf32>
    %w = io.write %file[%offset], %row : memref<2x8xi8, strided<[8, 1], offset: ?>>
    %c = io.close %file : i32
    %s1 = io.process ["true"]
    %s2, %b2 = io.process ["sort", "-n", ""] stdin(%path : memref<?xi8>) stdout(%buffer : memref<?xf32>)
    %s3 = io.process ["cat"] stdin(%file : i32) stdout(%file : i32) {note = 1 : i64}
    return
  }
}
