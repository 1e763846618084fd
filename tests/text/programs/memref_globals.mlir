// Globals, and their uses.
memref.global @external : memref<4xf32>
memref.global "private" @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global "private" constant @bytes : memref<3xi8> = dense<7> {alignment = 64 : i64}
memref.global @later : memref<3xi8> = uninitialized
memref.global "nested" @scalar : memref<i32> = dense<5>
memref.global constant @flags : memref<2xi1> = dense<[true, false]> {note}
memref.global "public" @many : memref<101xi16> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]>
memref.global @special : memref<3xf64> = dense<[0x7FF0000000000000, 0x7FF8000000000000, -0.0]>
memref.global @empty : memref<0xf32> = dense<>
memref.global @spaced : memref<4xf32, 3>

func.func @plain() {
  %r0 = memref.get_global @external : memref<4xf32>
  %r1 = memref.get_global @table : memref<2x2xf32>
  %r2 = memref.get_global @bytes : memref<3xi8> {note}
  %r3 = memref.get_global @later : memref<3xi8>
  %r4 = memref.get_global @scalar : memref<i32>
  %r5 = memref.get_global @spaced : memref<4xf32, 3>
  return
}

func.func @loop() {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = memref.get_global @external : memref<4xf32>
      %r1 = memref.get_global @table : memref<2x2xf32>
      %r2 = memref.get_global @bytes : memref<3xi8> {note}
      %r3 = memref.get_global @later : memref<3xi8>
      %r4 = memref.get_global @scalar : memref<i32>
      %r5 = memref.get_global @spaced : memref<4xf32, 3>
    }
  }
  return
}

func.func @task() {
  %token = async.execute {
    %r0 = memref.get_global @external : memref<4xf32>
    %r1 = memref.get_global @table : memref<2x2xf32>
    %r2 = memref.get_global @bytes : memref<3xi8> {note}
    %r3 = memref.get_global @later : memref<3xi8>
    %r4 = memref.get_global @scalar : memref<i32>
    %r5 = memref.get_global @spaced : memref<4xf32, 3>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot() -> !async.token {
  %r0 = memref.get_global @external : memref<4xf32>
  %r1 = memref.get_global @table : memref<2x2xf32>
  %r2 = memref.get_global @bytes : memref<3xi8> {note}
  %r3 = memref.get_global @later : memref<3xi8>
  %r4 = memref.get_global @scalar : memref<i32>
  %r5 = memref.get_global @spaced : memref<4xf32, 3>
  return
}
