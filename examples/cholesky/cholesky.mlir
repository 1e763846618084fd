// Tiled Cholesky factorisation: 17 by 17 tiles, 969 tasks; see generate.py.

func.func @cholesky(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %block = arith.constant 16 : index
  %blocks = arith.constant 272 : index
  %parts = arith.ceildivsi %n, %blocks : index
  %tile = arith.muli %parts, %block : index
  %potrf_0 = async.execute {
    func.call @potrf(%A, %tile, %c0) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_1_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c1, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_2_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c2, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_3_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c3, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_4_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c4, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_5_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c5, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_6_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c6, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c7, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c8, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c9, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c10, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c11, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c12, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c13, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c14, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c15, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_0 = async.execute [%potrf_0] {
    func.call @trsm(%A, %tile, %c16, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_1_0 = async.execute [%trsm_1_0] {
    func.call @syrk(%A, %tile, %c1, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_2_0 = async.execute [%trsm_2_0] {
    func.call @syrk(%A, %tile, %c2, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_2_1_0 = async.execute [%trsm_2_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c2, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_3_0 = async.execute [%trsm_3_0] {
    func.call @syrk(%A, %tile, %c3, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_3_1_0 = async.execute [%trsm_3_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c3, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_3_2_0 = async.execute [%trsm_3_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c3, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_4_0 = async.execute [%trsm_4_0] {
    func.call @syrk(%A, %tile, %c4, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_4_1_0 = async.execute [%trsm_4_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c4, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_4_2_0 = async.execute [%trsm_4_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c4, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_4_3_0 = async.execute [%trsm_4_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c4, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_5_0 = async.execute [%trsm_5_0] {
    func.call @syrk(%A, %tile, %c5, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_5_1_0 = async.execute [%trsm_5_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c5, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_2_0 = async.execute [%trsm_5_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c5, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_3_0 = async.execute [%trsm_5_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c5, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_4_0 = async.execute [%trsm_5_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c5, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_6_0 = async.execute [%trsm_6_0] {
    func.call @syrk(%A, %tile, %c6, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_6_1_0 = async.execute [%trsm_6_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c6, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_2_0 = async.execute [%trsm_6_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c6, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_3_0 = async.execute [%trsm_6_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c6, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_4_0 = async.execute [%trsm_6_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c6, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_5_0 = async.execute [%trsm_6_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c6, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_7_0 = async.execute [%trsm_7_0] {
    func.call @syrk(%A, %tile, %c7, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_1_0 = async.execute [%trsm_7_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c7, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_2_0 = async.execute [%trsm_7_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c7, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_3_0 = async.execute [%trsm_7_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c7, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_4_0 = async.execute [%trsm_7_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c7, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_5_0 = async.execute [%trsm_7_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c7, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_0 = async.execute [%trsm_7_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c7, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_0 = async.execute [%trsm_8_0] {
    func.call @syrk(%A, %tile, %c8, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_1_0 = async.execute [%trsm_8_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c8, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_2_0 = async.execute [%trsm_8_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c8, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_3_0 = async.execute [%trsm_8_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c8, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_4_0 = async.execute [%trsm_8_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c8, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_5_0 = async.execute [%trsm_8_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c8, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_0 = async.execute [%trsm_8_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c8, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_0 = async.execute [%trsm_8_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c8, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_0 = async.execute [%trsm_9_0] {
    func.call @syrk(%A, %tile, %c9, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_1_0 = async.execute [%trsm_9_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c9, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_2_0 = async.execute [%trsm_9_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c9, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_3_0 = async.execute [%trsm_9_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c9, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_4_0 = async.execute [%trsm_9_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c9, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_5_0 = async.execute [%trsm_9_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c9, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_0 = async.execute [%trsm_9_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c9, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_0 = async.execute [%trsm_9_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c9, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_0 = async.execute [%trsm_9_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c9, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_0 = async.execute [%trsm_10_0] {
    func.call @syrk(%A, %tile, %c10, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_1_0 = async.execute [%trsm_10_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c10, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_2_0 = async.execute [%trsm_10_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c10, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_3_0 = async.execute [%trsm_10_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c10, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_4_0 = async.execute [%trsm_10_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c10, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_5_0 = async.execute [%trsm_10_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c10, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_0 = async.execute [%trsm_10_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c10, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_0 = async.execute [%trsm_10_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c10, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_0 = async.execute [%trsm_10_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c10, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_0 = async.execute [%trsm_10_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c10, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_0 = async.execute [%trsm_11_0] {
    func.call @syrk(%A, %tile, %c11, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_1_0 = async.execute [%trsm_11_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c11, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_2_0 = async.execute [%trsm_11_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c11, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_3_0 = async.execute [%trsm_11_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c11, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_4_0 = async.execute [%trsm_11_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c11, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_5_0 = async.execute [%trsm_11_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c11, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_0 = async.execute [%trsm_11_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c11, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_0 = async.execute [%trsm_11_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c11, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_0 = async.execute [%trsm_11_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c11, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_0 = async.execute [%trsm_11_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c11, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_0 = async.execute [%trsm_11_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c11, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_0 = async.execute [%trsm_12_0] {
    func.call @syrk(%A, %tile, %c12, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_1_0 = async.execute [%trsm_12_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c12, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_2_0 = async.execute [%trsm_12_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c12, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_3_0 = async.execute [%trsm_12_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c12, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_4_0 = async.execute [%trsm_12_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c12, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_5_0 = async.execute [%trsm_12_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c12, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_0 = async.execute [%trsm_12_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c12, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_0 = async.execute [%trsm_12_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c12, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_0 = async.execute [%trsm_12_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c12, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_0 = async.execute [%trsm_12_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c12, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_0 = async.execute [%trsm_12_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c12, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_0 = async.execute [%trsm_12_0, %trsm_11_0] {
    func.call @gemm(%A, %tile, %c12, %c11, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_0 = async.execute [%trsm_13_0] {
    func.call @syrk(%A, %tile, %c13, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_1_0 = async.execute [%trsm_13_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c13, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_2_0 = async.execute [%trsm_13_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c13, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_3_0 = async.execute [%trsm_13_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c13, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_4_0 = async.execute [%trsm_13_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c13, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_5_0 = async.execute [%trsm_13_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c13, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_0 = async.execute [%trsm_13_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c13, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_0 = async.execute [%trsm_13_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c13, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_0 = async.execute [%trsm_13_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c13, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_0 = async.execute [%trsm_13_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c13, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_0 = async.execute [%trsm_13_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c13, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_0 = async.execute [%trsm_13_0, %trsm_11_0] {
    func.call @gemm(%A, %tile, %c13, %c11, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_0 = async.execute [%trsm_13_0, %trsm_12_0] {
    func.call @gemm(%A, %tile, %c13, %c12, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_0 = async.execute [%trsm_14_0] {
    func.call @syrk(%A, %tile, %c14, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_1_0 = async.execute [%trsm_14_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c14, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_2_0 = async.execute [%trsm_14_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c14, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_3_0 = async.execute [%trsm_14_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c14, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_4_0 = async.execute [%trsm_14_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c14, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_5_0 = async.execute [%trsm_14_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c14, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_0 = async.execute [%trsm_14_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c14, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_0 = async.execute [%trsm_14_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c14, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_0 = async.execute [%trsm_14_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c14, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_0 = async.execute [%trsm_14_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c14, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_0 = async.execute [%trsm_14_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c14, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_0 = async.execute [%trsm_14_0, %trsm_11_0] {
    func.call @gemm(%A, %tile, %c14, %c11, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_0 = async.execute [%trsm_14_0, %trsm_12_0] {
    func.call @gemm(%A, %tile, %c14, %c12, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_0 = async.execute [%trsm_14_0, %trsm_13_0] {
    func.call @gemm(%A, %tile, %c14, %c13, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_0 = async.execute [%trsm_15_0] {
    func.call @syrk(%A, %tile, %c15, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_1_0 = async.execute [%trsm_15_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c15, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_2_0 = async.execute [%trsm_15_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c15, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_3_0 = async.execute [%trsm_15_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c15, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_4_0 = async.execute [%trsm_15_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c15, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_5_0 = async.execute [%trsm_15_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c15, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_0 = async.execute [%trsm_15_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c15, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_0 = async.execute [%trsm_15_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c15, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_0 = async.execute [%trsm_15_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c15, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_0 = async.execute [%trsm_15_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c15, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_0 = async.execute [%trsm_15_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c15, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_0 = async.execute [%trsm_15_0, %trsm_11_0] {
    func.call @gemm(%A, %tile, %c15, %c11, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_0 = async.execute [%trsm_15_0, %trsm_12_0] {
    func.call @gemm(%A, %tile, %c15, %c12, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_0 = async.execute [%trsm_15_0, %trsm_13_0] {
    func.call @gemm(%A, %tile, %c15, %c13, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_0 = async.execute [%trsm_15_0, %trsm_14_0] {
    func.call @gemm(%A, %tile, %c15, %c14, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_0 = async.execute [%trsm_16_0] {
    func.call @syrk(%A, %tile, %c16, %c0) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_1_0 = async.execute [%trsm_16_0, %trsm_1_0] {
    func.call @gemm(%A, %tile, %c16, %c1, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_2_0 = async.execute [%trsm_16_0, %trsm_2_0] {
    func.call @gemm(%A, %tile, %c16, %c2, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_3_0 = async.execute [%trsm_16_0, %trsm_3_0] {
    func.call @gemm(%A, %tile, %c16, %c3, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_4_0 = async.execute [%trsm_16_0, %trsm_4_0] {
    func.call @gemm(%A, %tile, %c16, %c4, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_5_0 = async.execute [%trsm_16_0, %trsm_5_0] {
    func.call @gemm(%A, %tile, %c16, %c5, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_0 = async.execute [%trsm_16_0, %trsm_6_0] {
    func.call @gemm(%A, %tile, %c16, %c6, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_0 = async.execute [%trsm_16_0, %trsm_7_0] {
    func.call @gemm(%A, %tile, %c16, %c7, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_0 = async.execute [%trsm_16_0, %trsm_8_0] {
    func.call @gemm(%A, %tile, %c16, %c8, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_0 = async.execute [%trsm_16_0, %trsm_9_0] {
    func.call @gemm(%A, %tile, %c16, %c9, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_0 = async.execute [%trsm_16_0, %trsm_10_0] {
    func.call @gemm(%A, %tile, %c16, %c10, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_0 = async.execute [%trsm_16_0, %trsm_11_0] {
    func.call @gemm(%A, %tile, %c16, %c11, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_0 = async.execute [%trsm_16_0, %trsm_12_0] {
    func.call @gemm(%A, %tile, %c16, %c12, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_0 = async.execute [%trsm_16_0, %trsm_13_0] {
    func.call @gemm(%A, %tile, %c16, %c13, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_0 = async.execute [%trsm_16_0, %trsm_14_0] {
    func.call @gemm(%A, %tile, %c16, %c14, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_0 = async.execute [%trsm_16_0, %trsm_15_0] {
    func.call @gemm(%A, %tile, %c16, %c15, %c0) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_1 = async.execute [%syrk_1_0] {
    func.call @potrf(%A, %tile, %c1) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_2_1 = async.execute [%potrf_1, %gemm_2_1_0] {
    func.call @trsm(%A, %tile, %c2, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_3_1 = async.execute [%potrf_1, %gemm_3_1_0] {
    func.call @trsm(%A, %tile, %c3, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_4_1 = async.execute [%potrf_1, %gemm_4_1_0] {
    func.call @trsm(%A, %tile, %c4, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_5_1 = async.execute [%potrf_1, %gemm_5_1_0] {
    func.call @trsm(%A, %tile, %c5, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_6_1 = async.execute [%potrf_1, %gemm_6_1_0] {
    func.call @trsm(%A, %tile, %c6, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_1 = async.execute [%potrf_1, %gemm_7_1_0] {
    func.call @trsm(%A, %tile, %c7, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_1 = async.execute [%potrf_1, %gemm_8_1_0] {
    func.call @trsm(%A, %tile, %c8, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_1 = async.execute [%potrf_1, %gemm_9_1_0] {
    func.call @trsm(%A, %tile, %c9, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_1 = async.execute [%potrf_1, %gemm_10_1_0] {
    func.call @trsm(%A, %tile, %c10, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_1 = async.execute [%potrf_1, %gemm_11_1_0] {
    func.call @trsm(%A, %tile, %c11, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_1 = async.execute [%potrf_1, %gemm_12_1_0] {
    func.call @trsm(%A, %tile, %c12, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_1 = async.execute [%potrf_1, %gemm_13_1_0] {
    func.call @trsm(%A, %tile, %c13, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_1 = async.execute [%potrf_1, %gemm_14_1_0] {
    func.call @trsm(%A, %tile, %c14, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_1 = async.execute [%potrf_1, %gemm_15_1_0] {
    func.call @trsm(%A, %tile, %c15, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_1 = async.execute [%potrf_1, %gemm_16_1_0] {
    func.call @trsm(%A, %tile, %c16, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_2_1 = async.execute [%trsm_2_1, %syrk_2_0] {
    func.call @syrk(%A, %tile, %c2, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_3_1 = async.execute [%trsm_3_1, %syrk_3_0] {
    func.call @syrk(%A, %tile, %c3, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_3_2_1 = async.execute [%trsm_3_1, %trsm_2_1, %gemm_3_2_0] {
    func.call @gemm(%A, %tile, %c3, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_4_1 = async.execute [%trsm_4_1, %syrk_4_0] {
    func.call @syrk(%A, %tile, %c4, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_4_2_1 = async.execute [%trsm_4_1, %trsm_2_1, %gemm_4_2_0] {
    func.call @gemm(%A, %tile, %c4, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_4_3_1 = async.execute [%trsm_4_1, %trsm_3_1, %gemm_4_3_0] {
    func.call @gemm(%A, %tile, %c4, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_5_1 = async.execute [%trsm_5_1, %syrk_5_0] {
    func.call @syrk(%A, %tile, %c5, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_5_2_1 = async.execute [%trsm_5_1, %trsm_2_1, %gemm_5_2_0] {
    func.call @gemm(%A, %tile, %c5, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_3_1 = async.execute [%trsm_5_1, %trsm_3_1, %gemm_5_3_0] {
    func.call @gemm(%A, %tile, %c5, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_4_1 = async.execute [%trsm_5_1, %trsm_4_1, %gemm_5_4_0] {
    func.call @gemm(%A, %tile, %c5, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_6_1 = async.execute [%trsm_6_1, %syrk_6_0] {
    func.call @syrk(%A, %tile, %c6, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_6_2_1 = async.execute [%trsm_6_1, %trsm_2_1, %gemm_6_2_0] {
    func.call @gemm(%A, %tile, %c6, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_3_1 = async.execute [%trsm_6_1, %trsm_3_1, %gemm_6_3_0] {
    func.call @gemm(%A, %tile, %c6, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_4_1 = async.execute [%trsm_6_1, %trsm_4_1, %gemm_6_4_0] {
    func.call @gemm(%A, %tile, %c6, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_5_1 = async.execute [%trsm_6_1, %trsm_5_1, %gemm_6_5_0] {
    func.call @gemm(%A, %tile, %c6, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_7_1 = async.execute [%trsm_7_1, %syrk_7_0] {
    func.call @syrk(%A, %tile, %c7, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_2_1 = async.execute [%trsm_7_1, %trsm_2_1, %gemm_7_2_0] {
    func.call @gemm(%A, %tile, %c7, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_3_1 = async.execute [%trsm_7_1, %trsm_3_1, %gemm_7_3_0] {
    func.call @gemm(%A, %tile, %c7, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_4_1 = async.execute [%trsm_7_1, %trsm_4_1, %gemm_7_4_0] {
    func.call @gemm(%A, %tile, %c7, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_5_1 = async.execute [%trsm_7_1, %trsm_5_1, %gemm_7_5_0] {
    func.call @gemm(%A, %tile, %c7, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_1 = async.execute [%trsm_7_1, %trsm_6_1, %gemm_7_6_0] {
    func.call @gemm(%A, %tile, %c7, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_1 = async.execute [%trsm_8_1, %syrk_8_0] {
    func.call @syrk(%A, %tile, %c8, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_2_1 = async.execute [%trsm_8_1, %trsm_2_1, %gemm_8_2_0] {
    func.call @gemm(%A, %tile, %c8, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_3_1 = async.execute [%trsm_8_1, %trsm_3_1, %gemm_8_3_0] {
    func.call @gemm(%A, %tile, %c8, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_4_1 = async.execute [%trsm_8_1, %trsm_4_1, %gemm_8_4_0] {
    func.call @gemm(%A, %tile, %c8, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_5_1 = async.execute [%trsm_8_1, %trsm_5_1, %gemm_8_5_0] {
    func.call @gemm(%A, %tile, %c8, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_1 = async.execute [%trsm_8_1, %trsm_6_1, %gemm_8_6_0] {
    func.call @gemm(%A, %tile, %c8, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_1 = async.execute [%trsm_8_1, %trsm_7_1, %gemm_8_7_0] {
    func.call @gemm(%A, %tile, %c8, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_1 = async.execute [%trsm_9_1, %syrk_9_0] {
    func.call @syrk(%A, %tile, %c9, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_2_1 = async.execute [%trsm_9_1, %trsm_2_1, %gemm_9_2_0] {
    func.call @gemm(%A, %tile, %c9, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_3_1 = async.execute [%trsm_9_1, %trsm_3_1, %gemm_9_3_0] {
    func.call @gemm(%A, %tile, %c9, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_4_1 = async.execute [%trsm_9_1, %trsm_4_1, %gemm_9_4_0] {
    func.call @gemm(%A, %tile, %c9, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_5_1 = async.execute [%trsm_9_1, %trsm_5_1, %gemm_9_5_0] {
    func.call @gemm(%A, %tile, %c9, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_1 = async.execute [%trsm_9_1, %trsm_6_1, %gemm_9_6_0] {
    func.call @gemm(%A, %tile, %c9, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_1 = async.execute [%trsm_9_1, %trsm_7_1, %gemm_9_7_0] {
    func.call @gemm(%A, %tile, %c9, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_1 = async.execute [%trsm_9_1, %trsm_8_1, %gemm_9_8_0] {
    func.call @gemm(%A, %tile, %c9, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_1 = async.execute [%trsm_10_1, %syrk_10_0] {
    func.call @syrk(%A, %tile, %c10, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_2_1 = async.execute [%trsm_10_1, %trsm_2_1, %gemm_10_2_0] {
    func.call @gemm(%A, %tile, %c10, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_3_1 = async.execute [%trsm_10_1, %trsm_3_1, %gemm_10_3_0] {
    func.call @gemm(%A, %tile, %c10, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_4_1 = async.execute [%trsm_10_1, %trsm_4_1, %gemm_10_4_0] {
    func.call @gemm(%A, %tile, %c10, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_5_1 = async.execute [%trsm_10_1, %trsm_5_1, %gemm_10_5_0] {
    func.call @gemm(%A, %tile, %c10, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_1 = async.execute [%trsm_10_1, %trsm_6_1, %gemm_10_6_0] {
    func.call @gemm(%A, %tile, %c10, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_1 = async.execute [%trsm_10_1, %trsm_7_1, %gemm_10_7_0] {
    func.call @gemm(%A, %tile, %c10, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_1 = async.execute [%trsm_10_1, %trsm_8_1, %gemm_10_8_0] {
    func.call @gemm(%A, %tile, %c10, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_1 = async.execute [%trsm_10_1, %trsm_9_1, %gemm_10_9_0] {
    func.call @gemm(%A, %tile, %c10, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_1 = async.execute [%trsm_11_1, %syrk_11_0] {
    func.call @syrk(%A, %tile, %c11, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_2_1 = async.execute [%trsm_11_1, %trsm_2_1, %gemm_11_2_0] {
    func.call @gemm(%A, %tile, %c11, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_3_1 = async.execute [%trsm_11_1, %trsm_3_1, %gemm_11_3_0] {
    func.call @gemm(%A, %tile, %c11, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_4_1 = async.execute [%trsm_11_1, %trsm_4_1, %gemm_11_4_0] {
    func.call @gemm(%A, %tile, %c11, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_5_1 = async.execute [%trsm_11_1, %trsm_5_1, %gemm_11_5_0] {
    func.call @gemm(%A, %tile, %c11, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_1 = async.execute [%trsm_11_1, %trsm_6_1, %gemm_11_6_0] {
    func.call @gemm(%A, %tile, %c11, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_1 = async.execute [%trsm_11_1, %trsm_7_1, %gemm_11_7_0] {
    func.call @gemm(%A, %tile, %c11, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_1 = async.execute [%trsm_11_1, %trsm_8_1, %gemm_11_8_0] {
    func.call @gemm(%A, %tile, %c11, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_1 = async.execute [%trsm_11_1, %trsm_9_1, %gemm_11_9_0] {
    func.call @gemm(%A, %tile, %c11, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_1 = async.execute [%trsm_11_1, %trsm_10_1, %gemm_11_10_0] {
    func.call @gemm(%A, %tile, %c11, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_1 = async.execute [%trsm_12_1, %syrk_12_0] {
    func.call @syrk(%A, %tile, %c12, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_2_1 = async.execute [%trsm_12_1, %trsm_2_1, %gemm_12_2_0] {
    func.call @gemm(%A, %tile, %c12, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_3_1 = async.execute [%trsm_12_1, %trsm_3_1, %gemm_12_3_0] {
    func.call @gemm(%A, %tile, %c12, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_4_1 = async.execute [%trsm_12_1, %trsm_4_1, %gemm_12_4_0] {
    func.call @gemm(%A, %tile, %c12, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_5_1 = async.execute [%trsm_12_1, %trsm_5_1, %gemm_12_5_0] {
    func.call @gemm(%A, %tile, %c12, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_1 = async.execute [%trsm_12_1, %trsm_6_1, %gemm_12_6_0] {
    func.call @gemm(%A, %tile, %c12, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_1 = async.execute [%trsm_12_1, %trsm_7_1, %gemm_12_7_0] {
    func.call @gemm(%A, %tile, %c12, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_1 = async.execute [%trsm_12_1, %trsm_8_1, %gemm_12_8_0] {
    func.call @gemm(%A, %tile, %c12, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_1 = async.execute [%trsm_12_1, %trsm_9_1, %gemm_12_9_0] {
    func.call @gemm(%A, %tile, %c12, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_1 = async.execute [%trsm_12_1, %trsm_10_1, %gemm_12_10_0] {
    func.call @gemm(%A, %tile, %c12, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_1 = async.execute [%trsm_12_1, %trsm_11_1, %gemm_12_11_0] {
    func.call @gemm(%A, %tile, %c12, %c11, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_1 = async.execute [%trsm_13_1, %syrk_13_0] {
    func.call @syrk(%A, %tile, %c13, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_2_1 = async.execute [%trsm_13_1, %trsm_2_1, %gemm_13_2_0] {
    func.call @gemm(%A, %tile, %c13, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_3_1 = async.execute [%trsm_13_1, %trsm_3_1, %gemm_13_3_0] {
    func.call @gemm(%A, %tile, %c13, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_4_1 = async.execute [%trsm_13_1, %trsm_4_1, %gemm_13_4_0] {
    func.call @gemm(%A, %tile, %c13, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_5_1 = async.execute [%trsm_13_1, %trsm_5_1, %gemm_13_5_0] {
    func.call @gemm(%A, %tile, %c13, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_1 = async.execute [%trsm_13_1, %trsm_6_1, %gemm_13_6_0] {
    func.call @gemm(%A, %tile, %c13, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_1 = async.execute [%trsm_13_1, %trsm_7_1, %gemm_13_7_0] {
    func.call @gemm(%A, %tile, %c13, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_1 = async.execute [%trsm_13_1, %trsm_8_1, %gemm_13_8_0] {
    func.call @gemm(%A, %tile, %c13, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_1 = async.execute [%trsm_13_1, %trsm_9_1, %gemm_13_9_0] {
    func.call @gemm(%A, %tile, %c13, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_1 = async.execute [%trsm_13_1, %trsm_10_1, %gemm_13_10_0] {
    func.call @gemm(%A, %tile, %c13, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_1 = async.execute [%trsm_13_1, %trsm_11_1, %gemm_13_11_0] {
    func.call @gemm(%A, %tile, %c13, %c11, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_1 = async.execute [%trsm_13_1, %trsm_12_1, %gemm_13_12_0] {
    func.call @gemm(%A, %tile, %c13, %c12, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_1 = async.execute [%trsm_14_1, %syrk_14_0] {
    func.call @syrk(%A, %tile, %c14, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_2_1 = async.execute [%trsm_14_1, %trsm_2_1, %gemm_14_2_0] {
    func.call @gemm(%A, %tile, %c14, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_3_1 = async.execute [%trsm_14_1, %trsm_3_1, %gemm_14_3_0] {
    func.call @gemm(%A, %tile, %c14, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_4_1 = async.execute [%trsm_14_1, %trsm_4_1, %gemm_14_4_0] {
    func.call @gemm(%A, %tile, %c14, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_5_1 = async.execute [%trsm_14_1, %trsm_5_1, %gemm_14_5_0] {
    func.call @gemm(%A, %tile, %c14, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_1 = async.execute [%trsm_14_1, %trsm_6_1, %gemm_14_6_0] {
    func.call @gemm(%A, %tile, %c14, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_1 = async.execute [%trsm_14_1, %trsm_7_1, %gemm_14_7_0] {
    func.call @gemm(%A, %tile, %c14, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_1 = async.execute [%trsm_14_1, %trsm_8_1, %gemm_14_8_0] {
    func.call @gemm(%A, %tile, %c14, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_1 = async.execute [%trsm_14_1, %trsm_9_1, %gemm_14_9_0] {
    func.call @gemm(%A, %tile, %c14, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_1 = async.execute [%trsm_14_1, %trsm_10_1, %gemm_14_10_0] {
    func.call @gemm(%A, %tile, %c14, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_1 = async.execute [%trsm_14_1, %trsm_11_1, %gemm_14_11_0] {
    func.call @gemm(%A, %tile, %c14, %c11, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_1 = async.execute [%trsm_14_1, %trsm_12_1, %gemm_14_12_0] {
    func.call @gemm(%A, %tile, %c14, %c12, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_1 = async.execute [%trsm_14_1, %trsm_13_1, %gemm_14_13_0] {
    func.call @gemm(%A, %tile, %c14, %c13, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_1 = async.execute [%trsm_15_1, %syrk_15_0] {
    func.call @syrk(%A, %tile, %c15, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_2_1 = async.execute [%trsm_15_1, %trsm_2_1, %gemm_15_2_0] {
    func.call @gemm(%A, %tile, %c15, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_3_1 = async.execute [%trsm_15_1, %trsm_3_1, %gemm_15_3_0] {
    func.call @gemm(%A, %tile, %c15, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_4_1 = async.execute [%trsm_15_1, %trsm_4_1, %gemm_15_4_0] {
    func.call @gemm(%A, %tile, %c15, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_5_1 = async.execute [%trsm_15_1, %trsm_5_1, %gemm_15_5_0] {
    func.call @gemm(%A, %tile, %c15, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_1 = async.execute [%trsm_15_1, %trsm_6_1, %gemm_15_6_0] {
    func.call @gemm(%A, %tile, %c15, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_1 = async.execute [%trsm_15_1, %trsm_7_1, %gemm_15_7_0] {
    func.call @gemm(%A, %tile, %c15, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_1 = async.execute [%trsm_15_1, %trsm_8_1, %gemm_15_8_0] {
    func.call @gemm(%A, %tile, %c15, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_1 = async.execute [%trsm_15_1, %trsm_9_1, %gemm_15_9_0] {
    func.call @gemm(%A, %tile, %c15, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_1 = async.execute [%trsm_15_1, %trsm_10_1, %gemm_15_10_0] {
    func.call @gemm(%A, %tile, %c15, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_1 = async.execute [%trsm_15_1, %trsm_11_1, %gemm_15_11_0] {
    func.call @gemm(%A, %tile, %c15, %c11, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_1 = async.execute [%trsm_15_1, %trsm_12_1, %gemm_15_12_0] {
    func.call @gemm(%A, %tile, %c15, %c12, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_1 = async.execute [%trsm_15_1, %trsm_13_1, %gemm_15_13_0] {
    func.call @gemm(%A, %tile, %c15, %c13, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_1 = async.execute [%trsm_15_1, %trsm_14_1, %gemm_15_14_0] {
    func.call @gemm(%A, %tile, %c15, %c14, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_1 = async.execute [%trsm_16_1, %syrk_16_0] {
    func.call @syrk(%A, %tile, %c16, %c1) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_2_1 = async.execute [%trsm_16_1, %trsm_2_1, %gemm_16_2_0] {
    func.call @gemm(%A, %tile, %c16, %c2, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_3_1 = async.execute [%trsm_16_1, %trsm_3_1, %gemm_16_3_0] {
    func.call @gemm(%A, %tile, %c16, %c3, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_4_1 = async.execute [%trsm_16_1, %trsm_4_1, %gemm_16_4_0] {
    func.call @gemm(%A, %tile, %c16, %c4, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_5_1 = async.execute [%trsm_16_1, %trsm_5_1, %gemm_16_5_0] {
    func.call @gemm(%A, %tile, %c16, %c5, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_1 = async.execute [%trsm_16_1, %trsm_6_1, %gemm_16_6_0] {
    func.call @gemm(%A, %tile, %c16, %c6, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_1 = async.execute [%trsm_16_1, %trsm_7_1, %gemm_16_7_0] {
    func.call @gemm(%A, %tile, %c16, %c7, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_1 = async.execute [%trsm_16_1, %trsm_8_1, %gemm_16_8_0] {
    func.call @gemm(%A, %tile, %c16, %c8, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_1 = async.execute [%trsm_16_1, %trsm_9_1, %gemm_16_9_0] {
    func.call @gemm(%A, %tile, %c16, %c9, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_1 = async.execute [%trsm_16_1, %trsm_10_1, %gemm_16_10_0] {
    func.call @gemm(%A, %tile, %c16, %c10, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_1 = async.execute [%trsm_16_1, %trsm_11_1, %gemm_16_11_0] {
    func.call @gemm(%A, %tile, %c16, %c11, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_1 = async.execute [%trsm_16_1, %trsm_12_1, %gemm_16_12_0] {
    func.call @gemm(%A, %tile, %c16, %c12, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_1 = async.execute [%trsm_16_1, %trsm_13_1, %gemm_16_13_0] {
    func.call @gemm(%A, %tile, %c16, %c13, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_1 = async.execute [%trsm_16_1, %trsm_14_1, %gemm_16_14_0] {
    func.call @gemm(%A, %tile, %c16, %c14, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_1 = async.execute [%trsm_16_1, %trsm_15_1, %gemm_16_15_0] {
    func.call @gemm(%A, %tile, %c16, %c15, %c1) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_2 = async.execute [%syrk_2_1] {
    func.call @potrf(%A, %tile, %c2) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_3_2 = async.execute [%potrf_2, %gemm_3_2_1] {
    func.call @trsm(%A, %tile, %c3, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_4_2 = async.execute [%potrf_2, %gemm_4_2_1] {
    func.call @trsm(%A, %tile, %c4, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_5_2 = async.execute [%potrf_2, %gemm_5_2_1] {
    func.call @trsm(%A, %tile, %c5, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_6_2 = async.execute [%potrf_2, %gemm_6_2_1] {
    func.call @trsm(%A, %tile, %c6, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_2 = async.execute [%potrf_2, %gemm_7_2_1] {
    func.call @trsm(%A, %tile, %c7, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_2 = async.execute [%potrf_2, %gemm_8_2_1] {
    func.call @trsm(%A, %tile, %c8, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_2 = async.execute [%potrf_2, %gemm_9_2_1] {
    func.call @trsm(%A, %tile, %c9, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_2 = async.execute [%potrf_2, %gemm_10_2_1] {
    func.call @trsm(%A, %tile, %c10, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_2 = async.execute [%potrf_2, %gemm_11_2_1] {
    func.call @trsm(%A, %tile, %c11, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_2 = async.execute [%potrf_2, %gemm_12_2_1] {
    func.call @trsm(%A, %tile, %c12, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_2 = async.execute [%potrf_2, %gemm_13_2_1] {
    func.call @trsm(%A, %tile, %c13, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_2 = async.execute [%potrf_2, %gemm_14_2_1] {
    func.call @trsm(%A, %tile, %c14, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_2 = async.execute [%potrf_2, %gemm_15_2_1] {
    func.call @trsm(%A, %tile, %c15, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_2 = async.execute [%potrf_2, %gemm_16_2_1] {
    func.call @trsm(%A, %tile, %c16, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_3_2 = async.execute [%trsm_3_2, %syrk_3_1] {
    func.call @syrk(%A, %tile, %c3, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_4_2 = async.execute [%trsm_4_2, %syrk_4_1] {
    func.call @syrk(%A, %tile, %c4, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_4_3_2 = async.execute [%trsm_4_2, %trsm_3_2, %gemm_4_3_1] {
    func.call @gemm(%A, %tile, %c4, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_5_2 = async.execute [%trsm_5_2, %syrk_5_1] {
    func.call @syrk(%A, %tile, %c5, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_5_3_2 = async.execute [%trsm_5_2, %trsm_3_2, %gemm_5_3_1] {
    func.call @gemm(%A, %tile, %c5, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_5_4_2 = async.execute [%trsm_5_2, %trsm_4_2, %gemm_5_4_1] {
    func.call @gemm(%A, %tile, %c5, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_6_2 = async.execute [%trsm_6_2, %syrk_6_1] {
    func.call @syrk(%A, %tile, %c6, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_6_3_2 = async.execute [%trsm_6_2, %trsm_3_2, %gemm_6_3_1] {
    func.call @gemm(%A, %tile, %c6, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_4_2 = async.execute [%trsm_6_2, %trsm_4_2, %gemm_6_4_1] {
    func.call @gemm(%A, %tile, %c6, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_5_2 = async.execute [%trsm_6_2, %trsm_5_2, %gemm_6_5_1] {
    func.call @gemm(%A, %tile, %c6, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_7_2 = async.execute [%trsm_7_2, %syrk_7_1] {
    func.call @syrk(%A, %tile, %c7, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_3_2 = async.execute [%trsm_7_2, %trsm_3_2, %gemm_7_3_1] {
    func.call @gemm(%A, %tile, %c7, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_4_2 = async.execute [%trsm_7_2, %trsm_4_2, %gemm_7_4_1] {
    func.call @gemm(%A, %tile, %c7, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_5_2 = async.execute [%trsm_7_2, %trsm_5_2, %gemm_7_5_1] {
    func.call @gemm(%A, %tile, %c7, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_2 = async.execute [%trsm_7_2, %trsm_6_2, %gemm_7_6_1] {
    func.call @gemm(%A, %tile, %c7, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_2 = async.execute [%trsm_8_2, %syrk_8_1] {
    func.call @syrk(%A, %tile, %c8, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_3_2 = async.execute [%trsm_8_2, %trsm_3_2, %gemm_8_3_1] {
    func.call @gemm(%A, %tile, %c8, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_4_2 = async.execute [%trsm_8_2, %trsm_4_2, %gemm_8_4_1] {
    func.call @gemm(%A, %tile, %c8, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_5_2 = async.execute [%trsm_8_2, %trsm_5_2, %gemm_8_5_1] {
    func.call @gemm(%A, %tile, %c8, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_2 = async.execute [%trsm_8_2, %trsm_6_2, %gemm_8_6_1] {
    func.call @gemm(%A, %tile, %c8, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_2 = async.execute [%trsm_8_2, %trsm_7_2, %gemm_8_7_1] {
    func.call @gemm(%A, %tile, %c8, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_2 = async.execute [%trsm_9_2, %syrk_9_1] {
    func.call @syrk(%A, %tile, %c9, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_3_2 = async.execute [%trsm_9_2, %trsm_3_2, %gemm_9_3_1] {
    func.call @gemm(%A, %tile, %c9, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_4_2 = async.execute [%trsm_9_2, %trsm_4_2, %gemm_9_4_1] {
    func.call @gemm(%A, %tile, %c9, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_5_2 = async.execute [%trsm_9_2, %trsm_5_2, %gemm_9_5_1] {
    func.call @gemm(%A, %tile, %c9, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_2 = async.execute [%trsm_9_2, %trsm_6_2, %gemm_9_6_1] {
    func.call @gemm(%A, %tile, %c9, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_2 = async.execute [%trsm_9_2, %trsm_7_2, %gemm_9_7_1] {
    func.call @gemm(%A, %tile, %c9, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_2 = async.execute [%trsm_9_2, %trsm_8_2, %gemm_9_8_1] {
    func.call @gemm(%A, %tile, %c9, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_2 = async.execute [%trsm_10_2, %syrk_10_1] {
    func.call @syrk(%A, %tile, %c10, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_3_2 = async.execute [%trsm_10_2, %trsm_3_2, %gemm_10_3_1] {
    func.call @gemm(%A, %tile, %c10, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_4_2 = async.execute [%trsm_10_2, %trsm_4_2, %gemm_10_4_1] {
    func.call @gemm(%A, %tile, %c10, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_5_2 = async.execute [%trsm_10_2, %trsm_5_2, %gemm_10_5_1] {
    func.call @gemm(%A, %tile, %c10, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_2 = async.execute [%trsm_10_2, %trsm_6_2, %gemm_10_6_1] {
    func.call @gemm(%A, %tile, %c10, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_2 = async.execute [%trsm_10_2, %trsm_7_2, %gemm_10_7_1] {
    func.call @gemm(%A, %tile, %c10, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_2 = async.execute [%trsm_10_2, %trsm_8_2, %gemm_10_8_1] {
    func.call @gemm(%A, %tile, %c10, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_2 = async.execute [%trsm_10_2, %trsm_9_2, %gemm_10_9_1] {
    func.call @gemm(%A, %tile, %c10, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_2 = async.execute [%trsm_11_2, %syrk_11_1] {
    func.call @syrk(%A, %tile, %c11, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_3_2 = async.execute [%trsm_11_2, %trsm_3_2, %gemm_11_3_1] {
    func.call @gemm(%A, %tile, %c11, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_4_2 = async.execute [%trsm_11_2, %trsm_4_2, %gemm_11_4_1] {
    func.call @gemm(%A, %tile, %c11, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_5_2 = async.execute [%trsm_11_2, %trsm_5_2, %gemm_11_5_1] {
    func.call @gemm(%A, %tile, %c11, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_2 = async.execute [%trsm_11_2, %trsm_6_2, %gemm_11_6_1] {
    func.call @gemm(%A, %tile, %c11, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_2 = async.execute [%trsm_11_2, %trsm_7_2, %gemm_11_7_1] {
    func.call @gemm(%A, %tile, %c11, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_2 = async.execute [%trsm_11_2, %trsm_8_2, %gemm_11_8_1] {
    func.call @gemm(%A, %tile, %c11, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_2 = async.execute [%trsm_11_2, %trsm_9_2, %gemm_11_9_1] {
    func.call @gemm(%A, %tile, %c11, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_2 = async.execute [%trsm_11_2, %trsm_10_2, %gemm_11_10_1] {
    func.call @gemm(%A, %tile, %c11, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_2 = async.execute [%trsm_12_2, %syrk_12_1] {
    func.call @syrk(%A, %tile, %c12, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_3_2 = async.execute [%trsm_12_2, %trsm_3_2, %gemm_12_3_1] {
    func.call @gemm(%A, %tile, %c12, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_4_2 = async.execute [%trsm_12_2, %trsm_4_2, %gemm_12_4_1] {
    func.call @gemm(%A, %tile, %c12, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_5_2 = async.execute [%trsm_12_2, %trsm_5_2, %gemm_12_5_1] {
    func.call @gemm(%A, %tile, %c12, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_2 = async.execute [%trsm_12_2, %trsm_6_2, %gemm_12_6_1] {
    func.call @gemm(%A, %tile, %c12, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_2 = async.execute [%trsm_12_2, %trsm_7_2, %gemm_12_7_1] {
    func.call @gemm(%A, %tile, %c12, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_2 = async.execute [%trsm_12_2, %trsm_8_2, %gemm_12_8_1] {
    func.call @gemm(%A, %tile, %c12, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_2 = async.execute [%trsm_12_2, %trsm_9_2, %gemm_12_9_1] {
    func.call @gemm(%A, %tile, %c12, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_2 = async.execute [%trsm_12_2, %trsm_10_2, %gemm_12_10_1] {
    func.call @gemm(%A, %tile, %c12, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_2 = async.execute [%trsm_12_2, %trsm_11_2, %gemm_12_11_1] {
    func.call @gemm(%A, %tile, %c12, %c11, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_2 = async.execute [%trsm_13_2, %syrk_13_1] {
    func.call @syrk(%A, %tile, %c13, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_3_2 = async.execute [%trsm_13_2, %trsm_3_2, %gemm_13_3_1] {
    func.call @gemm(%A, %tile, %c13, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_4_2 = async.execute [%trsm_13_2, %trsm_4_2, %gemm_13_4_1] {
    func.call @gemm(%A, %tile, %c13, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_5_2 = async.execute [%trsm_13_2, %trsm_5_2, %gemm_13_5_1] {
    func.call @gemm(%A, %tile, %c13, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_2 = async.execute [%trsm_13_2, %trsm_6_2, %gemm_13_6_1] {
    func.call @gemm(%A, %tile, %c13, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_2 = async.execute [%trsm_13_2, %trsm_7_2, %gemm_13_7_1] {
    func.call @gemm(%A, %tile, %c13, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_2 = async.execute [%trsm_13_2, %trsm_8_2, %gemm_13_8_1] {
    func.call @gemm(%A, %tile, %c13, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_2 = async.execute [%trsm_13_2, %trsm_9_2, %gemm_13_9_1] {
    func.call @gemm(%A, %tile, %c13, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_2 = async.execute [%trsm_13_2, %trsm_10_2, %gemm_13_10_1] {
    func.call @gemm(%A, %tile, %c13, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_2 = async.execute [%trsm_13_2, %trsm_11_2, %gemm_13_11_1] {
    func.call @gemm(%A, %tile, %c13, %c11, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_2 = async.execute [%trsm_13_2, %trsm_12_2, %gemm_13_12_1] {
    func.call @gemm(%A, %tile, %c13, %c12, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_2 = async.execute [%trsm_14_2, %syrk_14_1] {
    func.call @syrk(%A, %tile, %c14, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_3_2 = async.execute [%trsm_14_2, %trsm_3_2, %gemm_14_3_1] {
    func.call @gemm(%A, %tile, %c14, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_4_2 = async.execute [%trsm_14_2, %trsm_4_2, %gemm_14_4_1] {
    func.call @gemm(%A, %tile, %c14, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_5_2 = async.execute [%trsm_14_2, %trsm_5_2, %gemm_14_5_1] {
    func.call @gemm(%A, %tile, %c14, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_2 = async.execute [%trsm_14_2, %trsm_6_2, %gemm_14_6_1] {
    func.call @gemm(%A, %tile, %c14, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_2 = async.execute [%trsm_14_2, %trsm_7_2, %gemm_14_7_1] {
    func.call @gemm(%A, %tile, %c14, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_2 = async.execute [%trsm_14_2, %trsm_8_2, %gemm_14_8_1] {
    func.call @gemm(%A, %tile, %c14, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_2 = async.execute [%trsm_14_2, %trsm_9_2, %gemm_14_9_1] {
    func.call @gemm(%A, %tile, %c14, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_2 = async.execute [%trsm_14_2, %trsm_10_2, %gemm_14_10_1] {
    func.call @gemm(%A, %tile, %c14, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_2 = async.execute [%trsm_14_2, %trsm_11_2, %gemm_14_11_1] {
    func.call @gemm(%A, %tile, %c14, %c11, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_2 = async.execute [%trsm_14_2, %trsm_12_2, %gemm_14_12_1] {
    func.call @gemm(%A, %tile, %c14, %c12, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_2 = async.execute [%trsm_14_2, %trsm_13_2, %gemm_14_13_1] {
    func.call @gemm(%A, %tile, %c14, %c13, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_2 = async.execute [%trsm_15_2, %syrk_15_1] {
    func.call @syrk(%A, %tile, %c15, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_3_2 = async.execute [%trsm_15_2, %trsm_3_2, %gemm_15_3_1] {
    func.call @gemm(%A, %tile, %c15, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_4_2 = async.execute [%trsm_15_2, %trsm_4_2, %gemm_15_4_1] {
    func.call @gemm(%A, %tile, %c15, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_5_2 = async.execute [%trsm_15_2, %trsm_5_2, %gemm_15_5_1] {
    func.call @gemm(%A, %tile, %c15, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_2 = async.execute [%trsm_15_2, %trsm_6_2, %gemm_15_6_1] {
    func.call @gemm(%A, %tile, %c15, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_2 = async.execute [%trsm_15_2, %trsm_7_2, %gemm_15_7_1] {
    func.call @gemm(%A, %tile, %c15, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_2 = async.execute [%trsm_15_2, %trsm_8_2, %gemm_15_8_1] {
    func.call @gemm(%A, %tile, %c15, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_2 = async.execute [%trsm_15_2, %trsm_9_2, %gemm_15_9_1] {
    func.call @gemm(%A, %tile, %c15, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_2 = async.execute [%trsm_15_2, %trsm_10_2, %gemm_15_10_1] {
    func.call @gemm(%A, %tile, %c15, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_2 = async.execute [%trsm_15_2, %trsm_11_2, %gemm_15_11_1] {
    func.call @gemm(%A, %tile, %c15, %c11, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_2 = async.execute [%trsm_15_2, %trsm_12_2, %gemm_15_12_1] {
    func.call @gemm(%A, %tile, %c15, %c12, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_2 = async.execute [%trsm_15_2, %trsm_13_2, %gemm_15_13_1] {
    func.call @gemm(%A, %tile, %c15, %c13, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_2 = async.execute [%trsm_15_2, %trsm_14_2, %gemm_15_14_1] {
    func.call @gemm(%A, %tile, %c15, %c14, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_2 = async.execute [%trsm_16_2, %syrk_16_1] {
    func.call @syrk(%A, %tile, %c16, %c2) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_3_2 = async.execute [%trsm_16_2, %trsm_3_2, %gemm_16_3_1] {
    func.call @gemm(%A, %tile, %c16, %c3, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_4_2 = async.execute [%trsm_16_2, %trsm_4_2, %gemm_16_4_1] {
    func.call @gemm(%A, %tile, %c16, %c4, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_5_2 = async.execute [%trsm_16_2, %trsm_5_2, %gemm_16_5_1] {
    func.call @gemm(%A, %tile, %c16, %c5, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_2 = async.execute [%trsm_16_2, %trsm_6_2, %gemm_16_6_1] {
    func.call @gemm(%A, %tile, %c16, %c6, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_2 = async.execute [%trsm_16_2, %trsm_7_2, %gemm_16_7_1] {
    func.call @gemm(%A, %tile, %c16, %c7, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_2 = async.execute [%trsm_16_2, %trsm_8_2, %gemm_16_8_1] {
    func.call @gemm(%A, %tile, %c16, %c8, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_2 = async.execute [%trsm_16_2, %trsm_9_2, %gemm_16_9_1] {
    func.call @gemm(%A, %tile, %c16, %c9, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_2 = async.execute [%trsm_16_2, %trsm_10_2, %gemm_16_10_1] {
    func.call @gemm(%A, %tile, %c16, %c10, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_2 = async.execute [%trsm_16_2, %trsm_11_2, %gemm_16_11_1] {
    func.call @gemm(%A, %tile, %c16, %c11, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_2 = async.execute [%trsm_16_2, %trsm_12_2, %gemm_16_12_1] {
    func.call @gemm(%A, %tile, %c16, %c12, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_2 = async.execute [%trsm_16_2, %trsm_13_2, %gemm_16_13_1] {
    func.call @gemm(%A, %tile, %c16, %c13, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_2 = async.execute [%trsm_16_2, %trsm_14_2, %gemm_16_14_1] {
    func.call @gemm(%A, %tile, %c16, %c14, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_2 = async.execute [%trsm_16_2, %trsm_15_2, %gemm_16_15_1] {
    func.call @gemm(%A, %tile, %c16, %c15, %c2) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_3 = async.execute [%syrk_3_2] {
    func.call @potrf(%A, %tile, %c3) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_4_3 = async.execute [%potrf_3, %gemm_4_3_2] {
    func.call @trsm(%A, %tile, %c4, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_5_3 = async.execute [%potrf_3, %gemm_5_3_2] {
    func.call @trsm(%A, %tile, %c5, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_6_3 = async.execute [%potrf_3, %gemm_6_3_2] {
    func.call @trsm(%A, %tile, %c6, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_3 = async.execute [%potrf_3, %gemm_7_3_2] {
    func.call @trsm(%A, %tile, %c7, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_3 = async.execute [%potrf_3, %gemm_8_3_2] {
    func.call @trsm(%A, %tile, %c8, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_3 = async.execute [%potrf_3, %gemm_9_3_2] {
    func.call @trsm(%A, %tile, %c9, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_3 = async.execute [%potrf_3, %gemm_10_3_2] {
    func.call @trsm(%A, %tile, %c10, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_3 = async.execute [%potrf_3, %gemm_11_3_2] {
    func.call @trsm(%A, %tile, %c11, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_3 = async.execute [%potrf_3, %gemm_12_3_2] {
    func.call @trsm(%A, %tile, %c12, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_3 = async.execute [%potrf_3, %gemm_13_3_2] {
    func.call @trsm(%A, %tile, %c13, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_3 = async.execute [%potrf_3, %gemm_14_3_2] {
    func.call @trsm(%A, %tile, %c14, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_3 = async.execute [%potrf_3, %gemm_15_3_2] {
    func.call @trsm(%A, %tile, %c15, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_3 = async.execute [%potrf_3, %gemm_16_3_2] {
    func.call @trsm(%A, %tile, %c16, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_4_3 = async.execute [%trsm_4_3, %syrk_4_2] {
    func.call @syrk(%A, %tile, %c4, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_5_3 = async.execute [%trsm_5_3, %syrk_5_2] {
    func.call @syrk(%A, %tile, %c5, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_5_4_3 = async.execute [%trsm_5_3, %trsm_4_3, %gemm_5_4_2] {
    func.call @gemm(%A, %tile, %c5, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_6_3 = async.execute [%trsm_6_3, %syrk_6_2] {
    func.call @syrk(%A, %tile, %c6, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_6_4_3 = async.execute [%trsm_6_3, %trsm_4_3, %gemm_6_4_2] {
    func.call @gemm(%A, %tile, %c6, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_6_5_3 = async.execute [%trsm_6_3, %trsm_5_3, %gemm_6_5_2] {
    func.call @gemm(%A, %tile, %c6, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_7_3 = async.execute [%trsm_7_3, %syrk_7_2] {
    func.call @syrk(%A, %tile, %c7, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_4_3 = async.execute [%trsm_7_3, %trsm_4_3, %gemm_7_4_2] {
    func.call @gemm(%A, %tile, %c7, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_5_3 = async.execute [%trsm_7_3, %trsm_5_3, %gemm_7_5_2] {
    func.call @gemm(%A, %tile, %c7, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_3 = async.execute [%trsm_7_3, %trsm_6_3, %gemm_7_6_2] {
    func.call @gemm(%A, %tile, %c7, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_3 = async.execute [%trsm_8_3, %syrk_8_2] {
    func.call @syrk(%A, %tile, %c8, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_4_3 = async.execute [%trsm_8_3, %trsm_4_3, %gemm_8_4_2] {
    func.call @gemm(%A, %tile, %c8, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_5_3 = async.execute [%trsm_8_3, %trsm_5_3, %gemm_8_5_2] {
    func.call @gemm(%A, %tile, %c8, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_3 = async.execute [%trsm_8_3, %trsm_6_3, %gemm_8_6_2] {
    func.call @gemm(%A, %tile, %c8, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_3 = async.execute [%trsm_8_3, %trsm_7_3, %gemm_8_7_2] {
    func.call @gemm(%A, %tile, %c8, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_3 = async.execute [%trsm_9_3, %syrk_9_2] {
    func.call @syrk(%A, %tile, %c9, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_4_3 = async.execute [%trsm_9_3, %trsm_4_3, %gemm_9_4_2] {
    func.call @gemm(%A, %tile, %c9, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_5_3 = async.execute [%trsm_9_3, %trsm_5_3, %gemm_9_5_2] {
    func.call @gemm(%A, %tile, %c9, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_3 = async.execute [%trsm_9_3, %trsm_6_3, %gemm_9_6_2] {
    func.call @gemm(%A, %tile, %c9, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_3 = async.execute [%trsm_9_3, %trsm_7_3, %gemm_9_7_2] {
    func.call @gemm(%A, %tile, %c9, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_3 = async.execute [%trsm_9_3, %trsm_8_3, %gemm_9_8_2] {
    func.call @gemm(%A, %tile, %c9, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_3 = async.execute [%trsm_10_3, %syrk_10_2] {
    func.call @syrk(%A, %tile, %c10, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_4_3 = async.execute [%trsm_10_3, %trsm_4_3, %gemm_10_4_2] {
    func.call @gemm(%A, %tile, %c10, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_5_3 = async.execute [%trsm_10_3, %trsm_5_3, %gemm_10_5_2] {
    func.call @gemm(%A, %tile, %c10, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_3 = async.execute [%trsm_10_3, %trsm_6_3, %gemm_10_6_2] {
    func.call @gemm(%A, %tile, %c10, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_3 = async.execute [%trsm_10_3, %trsm_7_3, %gemm_10_7_2] {
    func.call @gemm(%A, %tile, %c10, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_3 = async.execute [%trsm_10_3, %trsm_8_3, %gemm_10_8_2] {
    func.call @gemm(%A, %tile, %c10, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_3 = async.execute [%trsm_10_3, %trsm_9_3, %gemm_10_9_2] {
    func.call @gemm(%A, %tile, %c10, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_3 = async.execute [%trsm_11_3, %syrk_11_2] {
    func.call @syrk(%A, %tile, %c11, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_4_3 = async.execute [%trsm_11_3, %trsm_4_3, %gemm_11_4_2] {
    func.call @gemm(%A, %tile, %c11, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_5_3 = async.execute [%trsm_11_3, %trsm_5_3, %gemm_11_5_2] {
    func.call @gemm(%A, %tile, %c11, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_3 = async.execute [%trsm_11_3, %trsm_6_3, %gemm_11_6_2] {
    func.call @gemm(%A, %tile, %c11, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_3 = async.execute [%trsm_11_3, %trsm_7_3, %gemm_11_7_2] {
    func.call @gemm(%A, %tile, %c11, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_3 = async.execute [%trsm_11_3, %trsm_8_3, %gemm_11_8_2] {
    func.call @gemm(%A, %tile, %c11, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_3 = async.execute [%trsm_11_3, %trsm_9_3, %gemm_11_9_2] {
    func.call @gemm(%A, %tile, %c11, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_3 = async.execute [%trsm_11_3, %trsm_10_3, %gemm_11_10_2] {
    func.call @gemm(%A, %tile, %c11, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_3 = async.execute [%trsm_12_3, %syrk_12_2] {
    func.call @syrk(%A, %tile, %c12, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_4_3 = async.execute [%trsm_12_3, %trsm_4_3, %gemm_12_4_2] {
    func.call @gemm(%A, %tile, %c12, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_5_3 = async.execute [%trsm_12_3, %trsm_5_3, %gemm_12_5_2] {
    func.call @gemm(%A, %tile, %c12, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_3 = async.execute [%trsm_12_3, %trsm_6_3, %gemm_12_6_2] {
    func.call @gemm(%A, %tile, %c12, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_3 = async.execute [%trsm_12_3, %trsm_7_3, %gemm_12_7_2] {
    func.call @gemm(%A, %tile, %c12, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_3 = async.execute [%trsm_12_3, %trsm_8_3, %gemm_12_8_2] {
    func.call @gemm(%A, %tile, %c12, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_3 = async.execute [%trsm_12_3, %trsm_9_3, %gemm_12_9_2] {
    func.call @gemm(%A, %tile, %c12, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_3 = async.execute [%trsm_12_3, %trsm_10_3, %gemm_12_10_2] {
    func.call @gemm(%A, %tile, %c12, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_3 = async.execute [%trsm_12_3, %trsm_11_3, %gemm_12_11_2] {
    func.call @gemm(%A, %tile, %c12, %c11, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_3 = async.execute [%trsm_13_3, %syrk_13_2] {
    func.call @syrk(%A, %tile, %c13, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_4_3 = async.execute [%trsm_13_3, %trsm_4_3, %gemm_13_4_2] {
    func.call @gemm(%A, %tile, %c13, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_5_3 = async.execute [%trsm_13_3, %trsm_5_3, %gemm_13_5_2] {
    func.call @gemm(%A, %tile, %c13, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_3 = async.execute [%trsm_13_3, %trsm_6_3, %gemm_13_6_2] {
    func.call @gemm(%A, %tile, %c13, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_3 = async.execute [%trsm_13_3, %trsm_7_3, %gemm_13_7_2] {
    func.call @gemm(%A, %tile, %c13, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_3 = async.execute [%trsm_13_3, %trsm_8_3, %gemm_13_8_2] {
    func.call @gemm(%A, %tile, %c13, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_3 = async.execute [%trsm_13_3, %trsm_9_3, %gemm_13_9_2] {
    func.call @gemm(%A, %tile, %c13, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_3 = async.execute [%trsm_13_3, %trsm_10_3, %gemm_13_10_2] {
    func.call @gemm(%A, %tile, %c13, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_3 = async.execute [%trsm_13_3, %trsm_11_3, %gemm_13_11_2] {
    func.call @gemm(%A, %tile, %c13, %c11, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_3 = async.execute [%trsm_13_3, %trsm_12_3, %gemm_13_12_2] {
    func.call @gemm(%A, %tile, %c13, %c12, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_3 = async.execute [%trsm_14_3, %syrk_14_2] {
    func.call @syrk(%A, %tile, %c14, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_4_3 = async.execute [%trsm_14_3, %trsm_4_3, %gemm_14_4_2] {
    func.call @gemm(%A, %tile, %c14, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_5_3 = async.execute [%trsm_14_3, %trsm_5_3, %gemm_14_5_2] {
    func.call @gemm(%A, %tile, %c14, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_3 = async.execute [%trsm_14_3, %trsm_6_3, %gemm_14_6_2] {
    func.call @gemm(%A, %tile, %c14, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_3 = async.execute [%trsm_14_3, %trsm_7_3, %gemm_14_7_2] {
    func.call @gemm(%A, %tile, %c14, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_3 = async.execute [%trsm_14_3, %trsm_8_3, %gemm_14_8_2] {
    func.call @gemm(%A, %tile, %c14, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_3 = async.execute [%trsm_14_3, %trsm_9_3, %gemm_14_9_2] {
    func.call @gemm(%A, %tile, %c14, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_3 = async.execute [%trsm_14_3, %trsm_10_3, %gemm_14_10_2] {
    func.call @gemm(%A, %tile, %c14, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_3 = async.execute [%trsm_14_3, %trsm_11_3, %gemm_14_11_2] {
    func.call @gemm(%A, %tile, %c14, %c11, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_3 = async.execute [%trsm_14_3, %trsm_12_3, %gemm_14_12_2] {
    func.call @gemm(%A, %tile, %c14, %c12, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_3 = async.execute [%trsm_14_3, %trsm_13_3, %gemm_14_13_2] {
    func.call @gemm(%A, %tile, %c14, %c13, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_3 = async.execute [%trsm_15_3, %syrk_15_2] {
    func.call @syrk(%A, %tile, %c15, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_4_3 = async.execute [%trsm_15_3, %trsm_4_3, %gemm_15_4_2] {
    func.call @gemm(%A, %tile, %c15, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_5_3 = async.execute [%trsm_15_3, %trsm_5_3, %gemm_15_5_2] {
    func.call @gemm(%A, %tile, %c15, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_3 = async.execute [%trsm_15_3, %trsm_6_3, %gemm_15_6_2] {
    func.call @gemm(%A, %tile, %c15, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_3 = async.execute [%trsm_15_3, %trsm_7_3, %gemm_15_7_2] {
    func.call @gemm(%A, %tile, %c15, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_3 = async.execute [%trsm_15_3, %trsm_8_3, %gemm_15_8_2] {
    func.call @gemm(%A, %tile, %c15, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_3 = async.execute [%trsm_15_3, %trsm_9_3, %gemm_15_9_2] {
    func.call @gemm(%A, %tile, %c15, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_3 = async.execute [%trsm_15_3, %trsm_10_3, %gemm_15_10_2] {
    func.call @gemm(%A, %tile, %c15, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_3 = async.execute [%trsm_15_3, %trsm_11_3, %gemm_15_11_2] {
    func.call @gemm(%A, %tile, %c15, %c11, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_3 = async.execute [%trsm_15_3, %trsm_12_3, %gemm_15_12_2] {
    func.call @gemm(%A, %tile, %c15, %c12, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_3 = async.execute [%trsm_15_3, %trsm_13_3, %gemm_15_13_2] {
    func.call @gemm(%A, %tile, %c15, %c13, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_3 = async.execute [%trsm_15_3, %trsm_14_3, %gemm_15_14_2] {
    func.call @gemm(%A, %tile, %c15, %c14, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_3 = async.execute [%trsm_16_3, %syrk_16_2] {
    func.call @syrk(%A, %tile, %c16, %c3) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_4_3 = async.execute [%trsm_16_3, %trsm_4_3, %gemm_16_4_2] {
    func.call @gemm(%A, %tile, %c16, %c4, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_5_3 = async.execute [%trsm_16_3, %trsm_5_3, %gemm_16_5_2] {
    func.call @gemm(%A, %tile, %c16, %c5, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_3 = async.execute [%trsm_16_3, %trsm_6_3, %gemm_16_6_2] {
    func.call @gemm(%A, %tile, %c16, %c6, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_3 = async.execute [%trsm_16_3, %trsm_7_3, %gemm_16_7_2] {
    func.call @gemm(%A, %tile, %c16, %c7, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_3 = async.execute [%trsm_16_3, %trsm_8_3, %gemm_16_8_2] {
    func.call @gemm(%A, %tile, %c16, %c8, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_3 = async.execute [%trsm_16_3, %trsm_9_3, %gemm_16_9_2] {
    func.call @gemm(%A, %tile, %c16, %c9, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_3 = async.execute [%trsm_16_3, %trsm_10_3, %gemm_16_10_2] {
    func.call @gemm(%A, %tile, %c16, %c10, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_3 = async.execute [%trsm_16_3, %trsm_11_3, %gemm_16_11_2] {
    func.call @gemm(%A, %tile, %c16, %c11, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_3 = async.execute [%trsm_16_3, %trsm_12_3, %gemm_16_12_2] {
    func.call @gemm(%A, %tile, %c16, %c12, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_3 = async.execute [%trsm_16_3, %trsm_13_3, %gemm_16_13_2] {
    func.call @gemm(%A, %tile, %c16, %c13, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_3 = async.execute [%trsm_16_3, %trsm_14_3, %gemm_16_14_2] {
    func.call @gemm(%A, %tile, %c16, %c14, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_3 = async.execute [%trsm_16_3, %trsm_15_3, %gemm_16_15_2] {
    func.call @gemm(%A, %tile, %c16, %c15, %c3) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_4 = async.execute [%syrk_4_3] {
    func.call @potrf(%A, %tile, %c4) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_5_4 = async.execute [%potrf_4, %gemm_5_4_3] {
    func.call @trsm(%A, %tile, %c5, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_6_4 = async.execute [%potrf_4, %gemm_6_4_3] {
    func.call @trsm(%A, %tile, %c6, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_4 = async.execute [%potrf_4, %gemm_7_4_3] {
    func.call @trsm(%A, %tile, %c7, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_4 = async.execute [%potrf_4, %gemm_8_4_3] {
    func.call @trsm(%A, %tile, %c8, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_4 = async.execute [%potrf_4, %gemm_9_4_3] {
    func.call @trsm(%A, %tile, %c9, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_4 = async.execute [%potrf_4, %gemm_10_4_3] {
    func.call @trsm(%A, %tile, %c10, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_4 = async.execute [%potrf_4, %gemm_11_4_3] {
    func.call @trsm(%A, %tile, %c11, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_4 = async.execute [%potrf_4, %gemm_12_4_3] {
    func.call @trsm(%A, %tile, %c12, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_4 = async.execute [%potrf_4, %gemm_13_4_3] {
    func.call @trsm(%A, %tile, %c13, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_4 = async.execute [%potrf_4, %gemm_14_4_3] {
    func.call @trsm(%A, %tile, %c14, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_4 = async.execute [%potrf_4, %gemm_15_4_3] {
    func.call @trsm(%A, %tile, %c15, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_4 = async.execute [%potrf_4, %gemm_16_4_3] {
    func.call @trsm(%A, %tile, %c16, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_5_4 = async.execute [%trsm_5_4, %syrk_5_3] {
    func.call @syrk(%A, %tile, %c5, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_6_4 = async.execute [%trsm_6_4, %syrk_6_3] {
    func.call @syrk(%A, %tile, %c6, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_6_5_4 = async.execute [%trsm_6_4, %trsm_5_4, %gemm_6_5_3] {
    func.call @gemm(%A, %tile, %c6, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_7_4 = async.execute [%trsm_7_4, %syrk_7_3] {
    func.call @syrk(%A, %tile, %c7, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_5_4 = async.execute [%trsm_7_4, %trsm_5_4, %gemm_7_5_3] {
    func.call @gemm(%A, %tile, %c7, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_4 = async.execute [%trsm_7_4, %trsm_6_4, %gemm_7_6_3] {
    func.call @gemm(%A, %tile, %c7, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_4 = async.execute [%trsm_8_4, %syrk_8_3] {
    func.call @syrk(%A, %tile, %c8, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_5_4 = async.execute [%trsm_8_4, %trsm_5_4, %gemm_8_5_3] {
    func.call @gemm(%A, %tile, %c8, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_4 = async.execute [%trsm_8_4, %trsm_6_4, %gemm_8_6_3] {
    func.call @gemm(%A, %tile, %c8, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_4 = async.execute [%trsm_8_4, %trsm_7_4, %gemm_8_7_3] {
    func.call @gemm(%A, %tile, %c8, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_4 = async.execute [%trsm_9_4, %syrk_9_3] {
    func.call @syrk(%A, %tile, %c9, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_5_4 = async.execute [%trsm_9_4, %trsm_5_4, %gemm_9_5_3] {
    func.call @gemm(%A, %tile, %c9, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_4 = async.execute [%trsm_9_4, %trsm_6_4, %gemm_9_6_3] {
    func.call @gemm(%A, %tile, %c9, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_4 = async.execute [%trsm_9_4, %trsm_7_4, %gemm_9_7_3] {
    func.call @gemm(%A, %tile, %c9, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_4 = async.execute [%trsm_9_4, %trsm_8_4, %gemm_9_8_3] {
    func.call @gemm(%A, %tile, %c9, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_4 = async.execute [%trsm_10_4, %syrk_10_3] {
    func.call @syrk(%A, %tile, %c10, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_5_4 = async.execute [%trsm_10_4, %trsm_5_4, %gemm_10_5_3] {
    func.call @gemm(%A, %tile, %c10, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_4 = async.execute [%trsm_10_4, %trsm_6_4, %gemm_10_6_3] {
    func.call @gemm(%A, %tile, %c10, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_4 = async.execute [%trsm_10_4, %trsm_7_4, %gemm_10_7_3] {
    func.call @gemm(%A, %tile, %c10, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_4 = async.execute [%trsm_10_4, %trsm_8_4, %gemm_10_8_3] {
    func.call @gemm(%A, %tile, %c10, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_4 = async.execute [%trsm_10_4, %trsm_9_4, %gemm_10_9_3] {
    func.call @gemm(%A, %tile, %c10, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_4 = async.execute [%trsm_11_4, %syrk_11_3] {
    func.call @syrk(%A, %tile, %c11, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_5_4 = async.execute [%trsm_11_4, %trsm_5_4, %gemm_11_5_3] {
    func.call @gemm(%A, %tile, %c11, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_4 = async.execute [%trsm_11_4, %trsm_6_4, %gemm_11_6_3] {
    func.call @gemm(%A, %tile, %c11, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_4 = async.execute [%trsm_11_4, %trsm_7_4, %gemm_11_7_3] {
    func.call @gemm(%A, %tile, %c11, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_4 = async.execute [%trsm_11_4, %trsm_8_4, %gemm_11_8_3] {
    func.call @gemm(%A, %tile, %c11, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_4 = async.execute [%trsm_11_4, %trsm_9_4, %gemm_11_9_3] {
    func.call @gemm(%A, %tile, %c11, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_4 = async.execute [%trsm_11_4, %trsm_10_4, %gemm_11_10_3] {
    func.call @gemm(%A, %tile, %c11, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_4 = async.execute [%trsm_12_4, %syrk_12_3] {
    func.call @syrk(%A, %tile, %c12, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_5_4 = async.execute [%trsm_12_4, %trsm_5_4, %gemm_12_5_3] {
    func.call @gemm(%A, %tile, %c12, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_4 = async.execute [%trsm_12_4, %trsm_6_4, %gemm_12_6_3] {
    func.call @gemm(%A, %tile, %c12, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_4 = async.execute [%trsm_12_4, %trsm_7_4, %gemm_12_7_3] {
    func.call @gemm(%A, %tile, %c12, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_4 = async.execute [%trsm_12_4, %trsm_8_4, %gemm_12_8_3] {
    func.call @gemm(%A, %tile, %c12, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_4 = async.execute [%trsm_12_4, %trsm_9_4, %gemm_12_9_3] {
    func.call @gemm(%A, %tile, %c12, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_4 = async.execute [%trsm_12_4, %trsm_10_4, %gemm_12_10_3] {
    func.call @gemm(%A, %tile, %c12, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_4 = async.execute [%trsm_12_4, %trsm_11_4, %gemm_12_11_3] {
    func.call @gemm(%A, %tile, %c12, %c11, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_4 = async.execute [%trsm_13_4, %syrk_13_3] {
    func.call @syrk(%A, %tile, %c13, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_5_4 = async.execute [%trsm_13_4, %trsm_5_4, %gemm_13_5_3] {
    func.call @gemm(%A, %tile, %c13, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_4 = async.execute [%trsm_13_4, %trsm_6_4, %gemm_13_6_3] {
    func.call @gemm(%A, %tile, %c13, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_4 = async.execute [%trsm_13_4, %trsm_7_4, %gemm_13_7_3] {
    func.call @gemm(%A, %tile, %c13, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_4 = async.execute [%trsm_13_4, %trsm_8_4, %gemm_13_8_3] {
    func.call @gemm(%A, %tile, %c13, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_4 = async.execute [%trsm_13_4, %trsm_9_4, %gemm_13_9_3] {
    func.call @gemm(%A, %tile, %c13, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_4 = async.execute [%trsm_13_4, %trsm_10_4, %gemm_13_10_3] {
    func.call @gemm(%A, %tile, %c13, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_4 = async.execute [%trsm_13_4, %trsm_11_4, %gemm_13_11_3] {
    func.call @gemm(%A, %tile, %c13, %c11, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_4 = async.execute [%trsm_13_4, %trsm_12_4, %gemm_13_12_3] {
    func.call @gemm(%A, %tile, %c13, %c12, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_4 = async.execute [%trsm_14_4, %syrk_14_3] {
    func.call @syrk(%A, %tile, %c14, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_5_4 = async.execute [%trsm_14_4, %trsm_5_4, %gemm_14_5_3] {
    func.call @gemm(%A, %tile, %c14, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_4 = async.execute [%trsm_14_4, %trsm_6_4, %gemm_14_6_3] {
    func.call @gemm(%A, %tile, %c14, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_4 = async.execute [%trsm_14_4, %trsm_7_4, %gemm_14_7_3] {
    func.call @gemm(%A, %tile, %c14, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_4 = async.execute [%trsm_14_4, %trsm_8_4, %gemm_14_8_3] {
    func.call @gemm(%A, %tile, %c14, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_4 = async.execute [%trsm_14_4, %trsm_9_4, %gemm_14_9_3] {
    func.call @gemm(%A, %tile, %c14, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_4 = async.execute [%trsm_14_4, %trsm_10_4, %gemm_14_10_3] {
    func.call @gemm(%A, %tile, %c14, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_4 = async.execute [%trsm_14_4, %trsm_11_4, %gemm_14_11_3] {
    func.call @gemm(%A, %tile, %c14, %c11, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_4 = async.execute [%trsm_14_4, %trsm_12_4, %gemm_14_12_3] {
    func.call @gemm(%A, %tile, %c14, %c12, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_4 = async.execute [%trsm_14_4, %trsm_13_4, %gemm_14_13_3] {
    func.call @gemm(%A, %tile, %c14, %c13, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_4 = async.execute [%trsm_15_4, %syrk_15_3] {
    func.call @syrk(%A, %tile, %c15, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_5_4 = async.execute [%trsm_15_4, %trsm_5_4, %gemm_15_5_3] {
    func.call @gemm(%A, %tile, %c15, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_4 = async.execute [%trsm_15_4, %trsm_6_4, %gemm_15_6_3] {
    func.call @gemm(%A, %tile, %c15, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_4 = async.execute [%trsm_15_4, %trsm_7_4, %gemm_15_7_3] {
    func.call @gemm(%A, %tile, %c15, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_4 = async.execute [%trsm_15_4, %trsm_8_4, %gemm_15_8_3] {
    func.call @gemm(%A, %tile, %c15, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_4 = async.execute [%trsm_15_4, %trsm_9_4, %gemm_15_9_3] {
    func.call @gemm(%A, %tile, %c15, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_4 = async.execute [%trsm_15_4, %trsm_10_4, %gemm_15_10_3] {
    func.call @gemm(%A, %tile, %c15, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_4 = async.execute [%trsm_15_4, %trsm_11_4, %gemm_15_11_3] {
    func.call @gemm(%A, %tile, %c15, %c11, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_4 = async.execute [%trsm_15_4, %trsm_12_4, %gemm_15_12_3] {
    func.call @gemm(%A, %tile, %c15, %c12, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_4 = async.execute [%trsm_15_4, %trsm_13_4, %gemm_15_13_3] {
    func.call @gemm(%A, %tile, %c15, %c13, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_4 = async.execute [%trsm_15_4, %trsm_14_4, %gemm_15_14_3] {
    func.call @gemm(%A, %tile, %c15, %c14, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_4 = async.execute [%trsm_16_4, %syrk_16_3] {
    func.call @syrk(%A, %tile, %c16, %c4) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_5_4 = async.execute [%trsm_16_4, %trsm_5_4, %gemm_16_5_3] {
    func.call @gemm(%A, %tile, %c16, %c5, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_4 = async.execute [%trsm_16_4, %trsm_6_4, %gemm_16_6_3] {
    func.call @gemm(%A, %tile, %c16, %c6, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_4 = async.execute [%trsm_16_4, %trsm_7_4, %gemm_16_7_3] {
    func.call @gemm(%A, %tile, %c16, %c7, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_4 = async.execute [%trsm_16_4, %trsm_8_4, %gemm_16_8_3] {
    func.call @gemm(%A, %tile, %c16, %c8, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_4 = async.execute [%trsm_16_4, %trsm_9_4, %gemm_16_9_3] {
    func.call @gemm(%A, %tile, %c16, %c9, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_4 = async.execute [%trsm_16_4, %trsm_10_4, %gemm_16_10_3] {
    func.call @gemm(%A, %tile, %c16, %c10, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_4 = async.execute [%trsm_16_4, %trsm_11_4, %gemm_16_11_3] {
    func.call @gemm(%A, %tile, %c16, %c11, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_4 = async.execute [%trsm_16_4, %trsm_12_4, %gemm_16_12_3] {
    func.call @gemm(%A, %tile, %c16, %c12, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_4 = async.execute [%trsm_16_4, %trsm_13_4, %gemm_16_13_3] {
    func.call @gemm(%A, %tile, %c16, %c13, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_4 = async.execute [%trsm_16_4, %trsm_14_4, %gemm_16_14_3] {
    func.call @gemm(%A, %tile, %c16, %c14, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_4 = async.execute [%trsm_16_4, %trsm_15_4, %gemm_16_15_3] {
    func.call @gemm(%A, %tile, %c16, %c15, %c4) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_5 = async.execute [%syrk_5_4] {
    func.call @potrf(%A, %tile, %c5) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_6_5 = async.execute [%potrf_5, %gemm_6_5_4] {
    func.call @trsm(%A, %tile, %c6, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_7_5 = async.execute [%potrf_5, %gemm_7_5_4] {
    func.call @trsm(%A, %tile, %c7, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_5 = async.execute [%potrf_5, %gemm_8_5_4] {
    func.call @trsm(%A, %tile, %c8, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_5 = async.execute [%potrf_5, %gemm_9_5_4] {
    func.call @trsm(%A, %tile, %c9, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_5 = async.execute [%potrf_5, %gemm_10_5_4] {
    func.call @trsm(%A, %tile, %c10, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_5 = async.execute [%potrf_5, %gemm_11_5_4] {
    func.call @trsm(%A, %tile, %c11, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_5 = async.execute [%potrf_5, %gemm_12_5_4] {
    func.call @trsm(%A, %tile, %c12, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_5 = async.execute [%potrf_5, %gemm_13_5_4] {
    func.call @trsm(%A, %tile, %c13, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_5 = async.execute [%potrf_5, %gemm_14_5_4] {
    func.call @trsm(%A, %tile, %c14, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_5 = async.execute [%potrf_5, %gemm_15_5_4] {
    func.call @trsm(%A, %tile, %c15, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_5 = async.execute [%potrf_5, %gemm_16_5_4] {
    func.call @trsm(%A, %tile, %c16, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_6_5 = async.execute [%trsm_6_5, %syrk_6_4] {
    func.call @syrk(%A, %tile, %c6, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_7_5 = async.execute [%trsm_7_5, %syrk_7_4] {
    func.call @syrk(%A, %tile, %c7, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_7_6_5 = async.execute [%trsm_7_5, %trsm_6_5, %gemm_7_6_4] {
    func.call @gemm(%A, %tile, %c7, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_8_5 = async.execute [%trsm_8_5, %syrk_8_4] {
    func.call @syrk(%A, %tile, %c8, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_6_5 = async.execute [%trsm_8_5, %trsm_6_5, %gemm_8_6_4] {
    func.call @gemm(%A, %tile, %c8, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_5 = async.execute [%trsm_8_5, %trsm_7_5, %gemm_8_7_4] {
    func.call @gemm(%A, %tile, %c8, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_5 = async.execute [%trsm_9_5, %syrk_9_4] {
    func.call @syrk(%A, %tile, %c9, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_6_5 = async.execute [%trsm_9_5, %trsm_6_5, %gemm_9_6_4] {
    func.call @gemm(%A, %tile, %c9, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_5 = async.execute [%trsm_9_5, %trsm_7_5, %gemm_9_7_4] {
    func.call @gemm(%A, %tile, %c9, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_5 = async.execute [%trsm_9_5, %trsm_8_5, %gemm_9_8_4] {
    func.call @gemm(%A, %tile, %c9, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_5 = async.execute [%trsm_10_5, %syrk_10_4] {
    func.call @syrk(%A, %tile, %c10, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_6_5 = async.execute [%trsm_10_5, %trsm_6_5, %gemm_10_6_4] {
    func.call @gemm(%A, %tile, %c10, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_5 = async.execute [%trsm_10_5, %trsm_7_5, %gemm_10_7_4] {
    func.call @gemm(%A, %tile, %c10, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_5 = async.execute [%trsm_10_5, %trsm_8_5, %gemm_10_8_4] {
    func.call @gemm(%A, %tile, %c10, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_5 = async.execute [%trsm_10_5, %trsm_9_5, %gemm_10_9_4] {
    func.call @gemm(%A, %tile, %c10, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_5 = async.execute [%trsm_11_5, %syrk_11_4] {
    func.call @syrk(%A, %tile, %c11, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_6_5 = async.execute [%trsm_11_5, %trsm_6_5, %gemm_11_6_4] {
    func.call @gemm(%A, %tile, %c11, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_5 = async.execute [%trsm_11_5, %trsm_7_5, %gemm_11_7_4] {
    func.call @gemm(%A, %tile, %c11, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_5 = async.execute [%trsm_11_5, %trsm_8_5, %gemm_11_8_4] {
    func.call @gemm(%A, %tile, %c11, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_5 = async.execute [%trsm_11_5, %trsm_9_5, %gemm_11_9_4] {
    func.call @gemm(%A, %tile, %c11, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_5 = async.execute [%trsm_11_5, %trsm_10_5, %gemm_11_10_4] {
    func.call @gemm(%A, %tile, %c11, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_5 = async.execute [%trsm_12_5, %syrk_12_4] {
    func.call @syrk(%A, %tile, %c12, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_6_5 = async.execute [%trsm_12_5, %trsm_6_5, %gemm_12_6_4] {
    func.call @gemm(%A, %tile, %c12, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_5 = async.execute [%trsm_12_5, %trsm_7_5, %gemm_12_7_4] {
    func.call @gemm(%A, %tile, %c12, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_5 = async.execute [%trsm_12_5, %trsm_8_5, %gemm_12_8_4] {
    func.call @gemm(%A, %tile, %c12, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_5 = async.execute [%trsm_12_5, %trsm_9_5, %gemm_12_9_4] {
    func.call @gemm(%A, %tile, %c12, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_5 = async.execute [%trsm_12_5, %trsm_10_5, %gemm_12_10_4] {
    func.call @gemm(%A, %tile, %c12, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_5 = async.execute [%trsm_12_5, %trsm_11_5, %gemm_12_11_4] {
    func.call @gemm(%A, %tile, %c12, %c11, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_5 = async.execute [%trsm_13_5, %syrk_13_4] {
    func.call @syrk(%A, %tile, %c13, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_6_5 = async.execute [%trsm_13_5, %trsm_6_5, %gemm_13_6_4] {
    func.call @gemm(%A, %tile, %c13, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_5 = async.execute [%trsm_13_5, %trsm_7_5, %gemm_13_7_4] {
    func.call @gemm(%A, %tile, %c13, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_5 = async.execute [%trsm_13_5, %trsm_8_5, %gemm_13_8_4] {
    func.call @gemm(%A, %tile, %c13, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_5 = async.execute [%trsm_13_5, %trsm_9_5, %gemm_13_9_4] {
    func.call @gemm(%A, %tile, %c13, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_5 = async.execute [%trsm_13_5, %trsm_10_5, %gemm_13_10_4] {
    func.call @gemm(%A, %tile, %c13, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_5 = async.execute [%trsm_13_5, %trsm_11_5, %gemm_13_11_4] {
    func.call @gemm(%A, %tile, %c13, %c11, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_5 = async.execute [%trsm_13_5, %trsm_12_5, %gemm_13_12_4] {
    func.call @gemm(%A, %tile, %c13, %c12, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_5 = async.execute [%trsm_14_5, %syrk_14_4] {
    func.call @syrk(%A, %tile, %c14, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_6_5 = async.execute [%trsm_14_5, %trsm_6_5, %gemm_14_6_4] {
    func.call @gemm(%A, %tile, %c14, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_5 = async.execute [%trsm_14_5, %trsm_7_5, %gemm_14_7_4] {
    func.call @gemm(%A, %tile, %c14, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_5 = async.execute [%trsm_14_5, %trsm_8_5, %gemm_14_8_4] {
    func.call @gemm(%A, %tile, %c14, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_5 = async.execute [%trsm_14_5, %trsm_9_5, %gemm_14_9_4] {
    func.call @gemm(%A, %tile, %c14, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_5 = async.execute [%trsm_14_5, %trsm_10_5, %gemm_14_10_4] {
    func.call @gemm(%A, %tile, %c14, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_5 = async.execute [%trsm_14_5, %trsm_11_5, %gemm_14_11_4] {
    func.call @gemm(%A, %tile, %c14, %c11, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_5 = async.execute [%trsm_14_5, %trsm_12_5, %gemm_14_12_4] {
    func.call @gemm(%A, %tile, %c14, %c12, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_5 = async.execute [%trsm_14_5, %trsm_13_5, %gemm_14_13_4] {
    func.call @gemm(%A, %tile, %c14, %c13, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_5 = async.execute [%trsm_15_5, %syrk_15_4] {
    func.call @syrk(%A, %tile, %c15, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_6_5 = async.execute [%trsm_15_5, %trsm_6_5, %gemm_15_6_4] {
    func.call @gemm(%A, %tile, %c15, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_5 = async.execute [%trsm_15_5, %trsm_7_5, %gemm_15_7_4] {
    func.call @gemm(%A, %tile, %c15, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_5 = async.execute [%trsm_15_5, %trsm_8_5, %gemm_15_8_4] {
    func.call @gemm(%A, %tile, %c15, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_5 = async.execute [%trsm_15_5, %trsm_9_5, %gemm_15_9_4] {
    func.call @gemm(%A, %tile, %c15, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_5 = async.execute [%trsm_15_5, %trsm_10_5, %gemm_15_10_4] {
    func.call @gemm(%A, %tile, %c15, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_5 = async.execute [%trsm_15_5, %trsm_11_5, %gemm_15_11_4] {
    func.call @gemm(%A, %tile, %c15, %c11, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_5 = async.execute [%trsm_15_5, %trsm_12_5, %gemm_15_12_4] {
    func.call @gemm(%A, %tile, %c15, %c12, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_5 = async.execute [%trsm_15_5, %trsm_13_5, %gemm_15_13_4] {
    func.call @gemm(%A, %tile, %c15, %c13, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_5 = async.execute [%trsm_15_5, %trsm_14_5, %gemm_15_14_4] {
    func.call @gemm(%A, %tile, %c15, %c14, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_5 = async.execute [%trsm_16_5, %syrk_16_4] {
    func.call @syrk(%A, %tile, %c16, %c5) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_6_5 = async.execute [%trsm_16_5, %trsm_6_5, %gemm_16_6_4] {
    func.call @gemm(%A, %tile, %c16, %c6, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_5 = async.execute [%trsm_16_5, %trsm_7_5, %gemm_16_7_4] {
    func.call @gemm(%A, %tile, %c16, %c7, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_5 = async.execute [%trsm_16_5, %trsm_8_5, %gemm_16_8_4] {
    func.call @gemm(%A, %tile, %c16, %c8, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_5 = async.execute [%trsm_16_5, %trsm_9_5, %gemm_16_9_4] {
    func.call @gemm(%A, %tile, %c16, %c9, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_5 = async.execute [%trsm_16_5, %trsm_10_5, %gemm_16_10_4] {
    func.call @gemm(%A, %tile, %c16, %c10, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_5 = async.execute [%trsm_16_5, %trsm_11_5, %gemm_16_11_4] {
    func.call @gemm(%A, %tile, %c16, %c11, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_5 = async.execute [%trsm_16_5, %trsm_12_5, %gemm_16_12_4] {
    func.call @gemm(%A, %tile, %c16, %c12, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_5 = async.execute [%trsm_16_5, %trsm_13_5, %gemm_16_13_4] {
    func.call @gemm(%A, %tile, %c16, %c13, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_5 = async.execute [%trsm_16_5, %trsm_14_5, %gemm_16_14_4] {
    func.call @gemm(%A, %tile, %c16, %c14, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_5 = async.execute [%trsm_16_5, %trsm_15_5, %gemm_16_15_4] {
    func.call @gemm(%A, %tile, %c16, %c15, %c5) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_6 = async.execute [%syrk_6_5] {
    func.call @potrf(%A, %tile, %c6) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_7_6 = async.execute [%potrf_6, %gemm_7_6_5] {
    func.call @trsm(%A, %tile, %c7, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_8_6 = async.execute [%potrf_6, %gemm_8_6_5] {
    func.call @trsm(%A, %tile, %c8, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_6 = async.execute [%potrf_6, %gemm_9_6_5] {
    func.call @trsm(%A, %tile, %c9, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_6 = async.execute [%potrf_6, %gemm_10_6_5] {
    func.call @trsm(%A, %tile, %c10, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_6 = async.execute [%potrf_6, %gemm_11_6_5] {
    func.call @trsm(%A, %tile, %c11, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_6 = async.execute [%potrf_6, %gemm_12_6_5] {
    func.call @trsm(%A, %tile, %c12, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_6 = async.execute [%potrf_6, %gemm_13_6_5] {
    func.call @trsm(%A, %tile, %c13, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_6 = async.execute [%potrf_6, %gemm_14_6_5] {
    func.call @trsm(%A, %tile, %c14, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_6 = async.execute [%potrf_6, %gemm_15_6_5] {
    func.call @trsm(%A, %tile, %c15, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_6 = async.execute [%potrf_6, %gemm_16_6_5] {
    func.call @trsm(%A, %tile, %c16, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_7_6 = async.execute [%trsm_7_6, %syrk_7_5] {
    func.call @syrk(%A, %tile, %c7, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_8_6 = async.execute [%trsm_8_6, %syrk_8_5] {
    func.call @syrk(%A, %tile, %c8, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_8_7_6 = async.execute [%trsm_8_6, %trsm_7_6, %gemm_8_7_5] {
    func.call @gemm(%A, %tile, %c8, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_9_6 = async.execute [%trsm_9_6, %syrk_9_5] {
    func.call @syrk(%A, %tile, %c9, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_7_6 = async.execute [%trsm_9_6, %trsm_7_6, %gemm_9_7_5] {
    func.call @gemm(%A, %tile, %c9, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_6 = async.execute [%trsm_9_6, %trsm_8_6, %gemm_9_8_5] {
    func.call @gemm(%A, %tile, %c9, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_6 = async.execute [%trsm_10_6, %syrk_10_5] {
    func.call @syrk(%A, %tile, %c10, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_7_6 = async.execute [%trsm_10_6, %trsm_7_6, %gemm_10_7_5] {
    func.call @gemm(%A, %tile, %c10, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_6 = async.execute [%trsm_10_6, %trsm_8_6, %gemm_10_8_5] {
    func.call @gemm(%A, %tile, %c10, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_6 = async.execute [%trsm_10_6, %trsm_9_6, %gemm_10_9_5] {
    func.call @gemm(%A, %tile, %c10, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_6 = async.execute [%trsm_11_6, %syrk_11_5] {
    func.call @syrk(%A, %tile, %c11, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_7_6 = async.execute [%trsm_11_6, %trsm_7_6, %gemm_11_7_5] {
    func.call @gemm(%A, %tile, %c11, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_6 = async.execute [%trsm_11_6, %trsm_8_6, %gemm_11_8_5] {
    func.call @gemm(%A, %tile, %c11, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_6 = async.execute [%trsm_11_6, %trsm_9_6, %gemm_11_9_5] {
    func.call @gemm(%A, %tile, %c11, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_6 = async.execute [%trsm_11_6, %trsm_10_6, %gemm_11_10_5] {
    func.call @gemm(%A, %tile, %c11, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_6 = async.execute [%trsm_12_6, %syrk_12_5] {
    func.call @syrk(%A, %tile, %c12, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_7_6 = async.execute [%trsm_12_6, %trsm_7_6, %gemm_12_7_5] {
    func.call @gemm(%A, %tile, %c12, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_6 = async.execute [%trsm_12_6, %trsm_8_6, %gemm_12_8_5] {
    func.call @gemm(%A, %tile, %c12, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_6 = async.execute [%trsm_12_6, %trsm_9_6, %gemm_12_9_5] {
    func.call @gemm(%A, %tile, %c12, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_6 = async.execute [%trsm_12_6, %trsm_10_6, %gemm_12_10_5] {
    func.call @gemm(%A, %tile, %c12, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_6 = async.execute [%trsm_12_6, %trsm_11_6, %gemm_12_11_5] {
    func.call @gemm(%A, %tile, %c12, %c11, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_6 = async.execute [%trsm_13_6, %syrk_13_5] {
    func.call @syrk(%A, %tile, %c13, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_7_6 = async.execute [%trsm_13_6, %trsm_7_6, %gemm_13_7_5] {
    func.call @gemm(%A, %tile, %c13, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_6 = async.execute [%trsm_13_6, %trsm_8_6, %gemm_13_8_5] {
    func.call @gemm(%A, %tile, %c13, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_6 = async.execute [%trsm_13_6, %trsm_9_6, %gemm_13_9_5] {
    func.call @gemm(%A, %tile, %c13, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_6 = async.execute [%trsm_13_6, %trsm_10_6, %gemm_13_10_5] {
    func.call @gemm(%A, %tile, %c13, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_6 = async.execute [%trsm_13_6, %trsm_11_6, %gemm_13_11_5] {
    func.call @gemm(%A, %tile, %c13, %c11, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_6 = async.execute [%trsm_13_6, %trsm_12_6, %gemm_13_12_5] {
    func.call @gemm(%A, %tile, %c13, %c12, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_6 = async.execute [%trsm_14_6, %syrk_14_5] {
    func.call @syrk(%A, %tile, %c14, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_7_6 = async.execute [%trsm_14_6, %trsm_7_6, %gemm_14_7_5] {
    func.call @gemm(%A, %tile, %c14, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_6 = async.execute [%trsm_14_6, %trsm_8_6, %gemm_14_8_5] {
    func.call @gemm(%A, %tile, %c14, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_6 = async.execute [%trsm_14_6, %trsm_9_6, %gemm_14_9_5] {
    func.call @gemm(%A, %tile, %c14, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_6 = async.execute [%trsm_14_6, %trsm_10_6, %gemm_14_10_5] {
    func.call @gemm(%A, %tile, %c14, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_6 = async.execute [%trsm_14_6, %trsm_11_6, %gemm_14_11_5] {
    func.call @gemm(%A, %tile, %c14, %c11, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_6 = async.execute [%trsm_14_6, %trsm_12_6, %gemm_14_12_5] {
    func.call @gemm(%A, %tile, %c14, %c12, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_6 = async.execute [%trsm_14_6, %trsm_13_6, %gemm_14_13_5] {
    func.call @gemm(%A, %tile, %c14, %c13, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_6 = async.execute [%trsm_15_6, %syrk_15_5] {
    func.call @syrk(%A, %tile, %c15, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_7_6 = async.execute [%trsm_15_6, %trsm_7_6, %gemm_15_7_5] {
    func.call @gemm(%A, %tile, %c15, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_6 = async.execute [%trsm_15_6, %trsm_8_6, %gemm_15_8_5] {
    func.call @gemm(%A, %tile, %c15, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_6 = async.execute [%trsm_15_6, %trsm_9_6, %gemm_15_9_5] {
    func.call @gemm(%A, %tile, %c15, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_6 = async.execute [%trsm_15_6, %trsm_10_6, %gemm_15_10_5] {
    func.call @gemm(%A, %tile, %c15, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_6 = async.execute [%trsm_15_6, %trsm_11_6, %gemm_15_11_5] {
    func.call @gemm(%A, %tile, %c15, %c11, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_6 = async.execute [%trsm_15_6, %trsm_12_6, %gemm_15_12_5] {
    func.call @gemm(%A, %tile, %c15, %c12, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_6 = async.execute [%trsm_15_6, %trsm_13_6, %gemm_15_13_5] {
    func.call @gemm(%A, %tile, %c15, %c13, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_6 = async.execute [%trsm_15_6, %trsm_14_6, %gemm_15_14_5] {
    func.call @gemm(%A, %tile, %c15, %c14, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_6 = async.execute [%trsm_16_6, %syrk_16_5] {
    func.call @syrk(%A, %tile, %c16, %c6) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_7_6 = async.execute [%trsm_16_6, %trsm_7_6, %gemm_16_7_5] {
    func.call @gemm(%A, %tile, %c16, %c7, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_6 = async.execute [%trsm_16_6, %trsm_8_6, %gemm_16_8_5] {
    func.call @gemm(%A, %tile, %c16, %c8, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_6 = async.execute [%trsm_16_6, %trsm_9_6, %gemm_16_9_5] {
    func.call @gemm(%A, %tile, %c16, %c9, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_6 = async.execute [%trsm_16_6, %trsm_10_6, %gemm_16_10_5] {
    func.call @gemm(%A, %tile, %c16, %c10, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_6 = async.execute [%trsm_16_6, %trsm_11_6, %gemm_16_11_5] {
    func.call @gemm(%A, %tile, %c16, %c11, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_6 = async.execute [%trsm_16_6, %trsm_12_6, %gemm_16_12_5] {
    func.call @gemm(%A, %tile, %c16, %c12, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_6 = async.execute [%trsm_16_6, %trsm_13_6, %gemm_16_13_5] {
    func.call @gemm(%A, %tile, %c16, %c13, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_6 = async.execute [%trsm_16_6, %trsm_14_6, %gemm_16_14_5] {
    func.call @gemm(%A, %tile, %c16, %c14, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_6 = async.execute [%trsm_16_6, %trsm_15_6, %gemm_16_15_5] {
    func.call @gemm(%A, %tile, %c16, %c15, %c6) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_7 = async.execute [%syrk_7_6] {
    func.call @potrf(%A, %tile, %c7) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_8_7 = async.execute [%potrf_7, %gemm_8_7_6] {
    func.call @trsm(%A, %tile, %c8, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_9_7 = async.execute [%potrf_7, %gemm_9_7_6] {
    func.call @trsm(%A, %tile, %c9, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_7 = async.execute [%potrf_7, %gemm_10_7_6] {
    func.call @trsm(%A, %tile, %c10, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_7 = async.execute [%potrf_7, %gemm_11_7_6] {
    func.call @trsm(%A, %tile, %c11, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_7 = async.execute [%potrf_7, %gemm_12_7_6] {
    func.call @trsm(%A, %tile, %c12, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_7 = async.execute [%potrf_7, %gemm_13_7_6] {
    func.call @trsm(%A, %tile, %c13, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_7 = async.execute [%potrf_7, %gemm_14_7_6] {
    func.call @trsm(%A, %tile, %c14, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_7 = async.execute [%potrf_7, %gemm_15_7_6] {
    func.call @trsm(%A, %tile, %c15, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_7 = async.execute [%potrf_7, %gemm_16_7_6] {
    func.call @trsm(%A, %tile, %c16, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_8_7 = async.execute [%trsm_8_7, %syrk_8_6] {
    func.call @syrk(%A, %tile, %c8, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_9_7 = async.execute [%trsm_9_7, %syrk_9_6] {
    func.call @syrk(%A, %tile, %c9, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_9_8_7 = async.execute [%trsm_9_7, %trsm_8_7, %gemm_9_8_6] {
    func.call @gemm(%A, %tile, %c9, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_10_7 = async.execute [%trsm_10_7, %syrk_10_6] {
    func.call @syrk(%A, %tile, %c10, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_8_7 = async.execute [%trsm_10_7, %trsm_8_7, %gemm_10_8_6] {
    func.call @gemm(%A, %tile, %c10, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_7 = async.execute [%trsm_10_7, %trsm_9_7, %gemm_10_9_6] {
    func.call @gemm(%A, %tile, %c10, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_7 = async.execute [%trsm_11_7, %syrk_11_6] {
    func.call @syrk(%A, %tile, %c11, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_8_7 = async.execute [%trsm_11_7, %trsm_8_7, %gemm_11_8_6] {
    func.call @gemm(%A, %tile, %c11, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_7 = async.execute [%trsm_11_7, %trsm_9_7, %gemm_11_9_6] {
    func.call @gemm(%A, %tile, %c11, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_7 = async.execute [%trsm_11_7, %trsm_10_7, %gemm_11_10_6] {
    func.call @gemm(%A, %tile, %c11, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_7 = async.execute [%trsm_12_7, %syrk_12_6] {
    func.call @syrk(%A, %tile, %c12, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_8_7 = async.execute [%trsm_12_7, %trsm_8_7, %gemm_12_8_6] {
    func.call @gemm(%A, %tile, %c12, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_7 = async.execute [%trsm_12_7, %trsm_9_7, %gemm_12_9_6] {
    func.call @gemm(%A, %tile, %c12, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_7 = async.execute [%trsm_12_7, %trsm_10_7, %gemm_12_10_6] {
    func.call @gemm(%A, %tile, %c12, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_7 = async.execute [%trsm_12_7, %trsm_11_7, %gemm_12_11_6] {
    func.call @gemm(%A, %tile, %c12, %c11, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_7 = async.execute [%trsm_13_7, %syrk_13_6] {
    func.call @syrk(%A, %tile, %c13, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_8_7 = async.execute [%trsm_13_7, %trsm_8_7, %gemm_13_8_6] {
    func.call @gemm(%A, %tile, %c13, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_7 = async.execute [%trsm_13_7, %trsm_9_7, %gemm_13_9_6] {
    func.call @gemm(%A, %tile, %c13, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_7 = async.execute [%trsm_13_7, %trsm_10_7, %gemm_13_10_6] {
    func.call @gemm(%A, %tile, %c13, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_7 = async.execute [%trsm_13_7, %trsm_11_7, %gemm_13_11_6] {
    func.call @gemm(%A, %tile, %c13, %c11, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_7 = async.execute [%trsm_13_7, %trsm_12_7, %gemm_13_12_6] {
    func.call @gemm(%A, %tile, %c13, %c12, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_7 = async.execute [%trsm_14_7, %syrk_14_6] {
    func.call @syrk(%A, %tile, %c14, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_8_7 = async.execute [%trsm_14_7, %trsm_8_7, %gemm_14_8_6] {
    func.call @gemm(%A, %tile, %c14, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_7 = async.execute [%trsm_14_7, %trsm_9_7, %gemm_14_9_6] {
    func.call @gemm(%A, %tile, %c14, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_7 = async.execute [%trsm_14_7, %trsm_10_7, %gemm_14_10_6] {
    func.call @gemm(%A, %tile, %c14, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_7 = async.execute [%trsm_14_7, %trsm_11_7, %gemm_14_11_6] {
    func.call @gemm(%A, %tile, %c14, %c11, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_7 = async.execute [%trsm_14_7, %trsm_12_7, %gemm_14_12_6] {
    func.call @gemm(%A, %tile, %c14, %c12, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_7 = async.execute [%trsm_14_7, %trsm_13_7, %gemm_14_13_6] {
    func.call @gemm(%A, %tile, %c14, %c13, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_7 = async.execute [%trsm_15_7, %syrk_15_6] {
    func.call @syrk(%A, %tile, %c15, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_8_7 = async.execute [%trsm_15_7, %trsm_8_7, %gemm_15_8_6] {
    func.call @gemm(%A, %tile, %c15, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_7 = async.execute [%trsm_15_7, %trsm_9_7, %gemm_15_9_6] {
    func.call @gemm(%A, %tile, %c15, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_7 = async.execute [%trsm_15_7, %trsm_10_7, %gemm_15_10_6] {
    func.call @gemm(%A, %tile, %c15, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_7 = async.execute [%trsm_15_7, %trsm_11_7, %gemm_15_11_6] {
    func.call @gemm(%A, %tile, %c15, %c11, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_7 = async.execute [%trsm_15_7, %trsm_12_7, %gemm_15_12_6] {
    func.call @gemm(%A, %tile, %c15, %c12, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_7 = async.execute [%trsm_15_7, %trsm_13_7, %gemm_15_13_6] {
    func.call @gemm(%A, %tile, %c15, %c13, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_7 = async.execute [%trsm_15_7, %trsm_14_7, %gemm_15_14_6] {
    func.call @gemm(%A, %tile, %c15, %c14, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_7 = async.execute [%trsm_16_7, %syrk_16_6] {
    func.call @syrk(%A, %tile, %c16, %c7) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_8_7 = async.execute [%trsm_16_7, %trsm_8_7, %gemm_16_8_6] {
    func.call @gemm(%A, %tile, %c16, %c8, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_7 = async.execute [%trsm_16_7, %trsm_9_7, %gemm_16_9_6] {
    func.call @gemm(%A, %tile, %c16, %c9, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_7 = async.execute [%trsm_16_7, %trsm_10_7, %gemm_16_10_6] {
    func.call @gemm(%A, %tile, %c16, %c10, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_7 = async.execute [%trsm_16_7, %trsm_11_7, %gemm_16_11_6] {
    func.call @gemm(%A, %tile, %c16, %c11, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_7 = async.execute [%trsm_16_7, %trsm_12_7, %gemm_16_12_6] {
    func.call @gemm(%A, %tile, %c16, %c12, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_7 = async.execute [%trsm_16_7, %trsm_13_7, %gemm_16_13_6] {
    func.call @gemm(%A, %tile, %c16, %c13, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_7 = async.execute [%trsm_16_7, %trsm_14_7, %gemm_16_14_6] {
    func.call @gemm(%A, %tile, %c16, %c14, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_7 = async.execute [%trsm_16_7, %trsm_15_7, %gemm_16_15_6] {
    func.call @gemm(%A, %tile, %c16, %c15, %c7) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_8 = async.execute [%syrk_8_7] {
    func.call @potrf(%A, %tile, %c8) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_9_8 = async.execute [%potrf_8, %gemm_9_8_7] {
    func.call @trsm(%A, %tile, %c9, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_10_8 = async.execute [%potrf_8, %gemm_10_8_7] {
    func.call @trsm(%A, %tile, %c10, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_8 = async.execute [%potrf_8, %gemm_11_8_7] {
    func.call @trsm(%A, %tile, %c11, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_8 = async.execute [%potrf_8, %gemm_12_8_7] {
    func.call @trsm(%A, %tile, %c12, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_8 = async.execute [%potrf_8, %gemm_13_8_7] {
    func.call @trsm(%A, %tile, %c13, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_8 = async.execute [%potrf_8, %gemm_14_8_7] {
    func.call @trsm(%A, %tile, %c14, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_8 = async.execute [%potrf_8, %gemm_15_8_7] {
    func.call @trsm(%A, %tile, %c15, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_8 = async.execute [%potrf_8, %gemm_16_8_7] {
    func.call @trsm(%A, %tile, %c16, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_9_8 = async.execute [%trsm_9_8, %syrk_9_7] {
    func.call @syrk(%A, %tile, %c9, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_10_8 = async.execute [%trsm_10_8, %syrk_10_7] {
    func.call @syrk(%A, %tile, %c10, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_10_9_8 = async.execute [%trsm_10_8, %trsm_9_8, %gemm_10_9_7] {
    func.call @gemm(%A, %tile, %c10, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_11_8 = async.execute [%trsm_11_8, %syrk_11_7] {
    func.call @syrk(%A, %tile, %c11, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_9_8 = async.execute [%trsm_11_8, %trsm_9_8, %gemm_11_9_7] {
    func.call @gemm(%A, %tile, %c11, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_8 = async.execute [%trsm_11_8, %trsm_10_8, %gemm_11_10_7] {
    func.call @gemm(%A, %tile, %c11, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_8 = async.execute [%trsm_12_8, %syrk_12_7] {
    func.call @syrk(%A, %tile, %c12, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_9_8 = async.execute [%trsm_12_8, %trsm_9_8, %gemm_12_9_7] {
    func.call @gemm(%A, %tile, %c12, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_8 = async.execute [%trsm_12_8, %trsm_10_8, %gemm_12_10_7] {
    func.call @gemm(%A, %tile, %c12, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_8 = async.execute [%trsm_12_8, %trsm_11_8, %gemm_12_11_7] {
    func.call @gemm(%A, %tile, %c12, %c11, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_8 = async.execute [%trsm_13_8, %syrk_13_7] {
    func.call @syrk(%A, %tile, %c13, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_9_8 = async.execute [%trsm_13_8, %trsm_9_8, %gemm_13_9_7] {
    func.call @gemm(%A, %tile, %c13, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_8 = async.execute [%trsm_13_8, %trsm_10_8, %gemm_13_10_7] {
    func.call @gemm(%A, %tile, %c13, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_8 = async.execute [%trsm_13_8, %trsm_11_8, %gemm_13_11_7] {
    func.call @gemm(%A, %tile, %c13, %c11, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_8 = async.execute [%trsm_13_8, %trsm_12_8, %gemm_13_12_7] {
    func.call @gemm(%A, %tile, %c13, %c12, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_8 = async.execute [%trsm_14_8, %syrk_14_7] {
    func.call @syrk(%A, %tile, %c14, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_9_8 = async.execute [%trsm_14_8, %trsm_9_8, %gemm_14_9_7] {
    func.call @gemm(%A, %tile, %c14, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_8 = async.execute [%trsm_14_8, %trsm_10_8, %gemm_14_10_7] {
    func.call @gemm(%A, %tile, %c14, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_8 = async.execute [%trsm_14_8, %trsm_11_8, %gemm_14_11_7] {
    func.call @gemm(%A, %tile, %c14, %c11, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_8 = async.execute [%trsm_14_8, %trsm_12_8, %gemm_14_12_7] {
    func.call @gemm(%A, %tile, %c14, %c12, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_8 = async.execute [%trsm_14_8, %trsm_13_8, %gemm_14_13_7] {
    func.call @gemm(%A, %tile, %c14, %c13, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_8 = async.execute [%trsm_15_8, %syrk_15_7] {
    func.call @syrk(%A, %tile, %c15, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_9_8 = async.execute [%trsm_15_8, %trsm_9_8, %gemm_15_9_7] {
    func.call @gemm(%A, %tile, %c15, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_8 = async.execute [%trsm_15_8, %trsm_10_8, %gemm_15_10_7] {
    func.call @gemm(%A, %tile, %c15, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_8 = async.execute [%trsm_15_8, %trsm_11_8, %gemm_15_11_7] {
    func.call @gemm(%A, %tile, %c15, %c11, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_8 = async.execute [%trsm_15_8, %trsm_12_8, %gemm_15_12_7] {
    func.call @gemm(%A, %tile, %c15, %c12, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_8 = async.execute [%trsm_15_8, %trsm_13_8, %gemm_15_13_7] {
    func.call @gemm(%A, %tile, %c15, %c13, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_8 = async.execute [%trsm_15_8, %trsm_14_8, %gemm_15_14_7] {
    func.call @gemm(%A, %tile, %c15, %c14, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_8 = async.execute [%trsm_16_8, %syrk_16_7] {
    func.call @syrk(%A, %tile, %c16, %c8) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_9_8 = async.execute [%trsm_16_8, %trsm_9_8, %gemm_16_9_7] {
    func.call @gemm(%A, %tile, %c16, %c9, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_8 = async.execute [%trsm_16_8, %trsm_10_8, %gemm_16_10_7] {
    func.call @gemm(%A, %tile, %c16, %c10, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_8 = async.execute [%trsm_16_8, %trsm_11_8, %gemm_16_11_7] {
    func.call @gemm(%A, %tile, %c16, %c11, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_8 = async.execute [%trsm_16_8, %trsm_12_8, %gemm_16_12_7] {
    func.call @gemm(%A, %tile, %c16, %c12, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_8 = async.execute [%trsm_16_8, %trsm_13_8, %gemm_16_13_7] {
    func.call @gemm(%A, %tile, %c16, %c13, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_8 = async.execute [%trsm_16_8, %trsm_14_8, %gemm_16_14_7] {
    func.call @gemm(%A, %tile, %c16, %c14, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_8 = async.execute [%trsm_16_8, %trsm_15_8, %gemm_16_15_7] {
    func.call @gemm(%A, %tile, %c16, %c15, %c8) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_9 = async.execute [%syrk_9_8] {
    func.call @potrf(%A, %tile, %c9) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_10_9 = async.execute [%potrf_9, %gemm_10_9_8] {
    func.call @trsm(%A, %tile, %c10, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_11_9 = async.execute [%potrf_9, %gemm_11_9_8] {
    func.call @trsm(%A, %tile, %c11, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_9 = async.execute [%potrf_9, %gemm_12_9_8] {
    func.call @trsm(%A, %tile, %c12, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_9 = async.execute [%potrf_9, %gemm_13_9_8] {
    func.call @trsm(%A, %tile, %c13, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_9 = async.execute [%potrf_9, %gemm_14_9_8] {
    func.call @trsm(%A, %tile, %c14, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_9 = async.execute [%potrf_9, %gemm_15_9_8] {
    func.call @trsm(%A, %tile, %c15, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_9 = async.execute [%potrf_9, %gemm_16_9_8] {
    func.call @trsm(%A, %tile, %c16, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_10_9 = async.execute [%trsm_10_9, %syrk_10_8] {
    func.call @syrk(%A, %tile, %c10, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_11_9 = async.execute [%trsm_11_9, %syrk_11_8] {
    func.call @syrk(%A, %tile, %c11, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_11_10_9 = async.execute [%trsm_11_9, %trsm_10_9, %gemm_11_10_8] {
    func.call @gemm(%A, %tile, %c11, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_12_9 = async.execute [%trsm_12_9, %syrk_12_8] {
    func.call @syrk(%A, %tile, %c12, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_10_9 = async.execute [%trsm_12_9, %trsm_10_9, %gemm_12_10_8] {
    func.call @gemm(%A, %tile, %c12, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_9 = async.execute [%trsm_12_9, %trsm_11_9, %gemm_12_11_8] {
    func.call @gemm(%A, %tile, %c12, %c11, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_9 = async.execute [%trsm_13_9, %syrk_13_8] {
    func.call @syrk(%A, %tile, %c13, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_10_9 = async.execute [%trsm_13_9, %trsm_10_9, %gemm_13_10_8] {
    func.call @gemm(%A, %tile, %c13, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_9 = async.execute [%trsm_13_9, %trsm_11_9, %gemm_13_11_8] {
    func.call @gemm(%A, %tile, %c13, %c11, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_9 = async.execute [%trsm_13_9, %trsm_12_9, %gemm_13_12_8] {
    func.call @gemm(%A, %tile, %c13, %c12, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_9 = async.execute [%trsm_14_9, %syrk_14_8] {
    func.call @syrk(%A, %tile, %c14, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_10_9 = async.execute [%trsm_14_9, %trsm_10_9, %gemm_14_10_8] {
    func.call @gemm(%A, %tile, %c14, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_9 = async.execute [%trsm_14_9, %trsm_11_9, %gemm_14_11_8] {
    func.call @gemm(%A, %tile, %c14, %c11, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_9 = async.execute [%trsm_14_9, %trsm_12_9, %gemm_14_12_8] {
    func.call @gemm(%A, %tile, %c14, %c12, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_9 = async.execute [%trsm_14_9, %trsm_13_9, %gemm_14_13_8] {
    func.call @gemm(%A, %tile, %c14, %c13, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_9 = async.execute [%trsm_15_9, %syrk_15_8] {
    func.call @syrk(%A, %tile, %c15, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_10_9 = async.execute [%trsm_15_9, %trsm_10_9, %gemm_15_10_8] {
    func.call @gemm(%A, %tile, %c15, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_9 = async.execute [%trsm_15_9, %trsm_11_9, %gemm_15_11_8] {
    func.call @gemm(%A, %tile, %c15, %c11, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_9 = async.execute [%trsm_15_9, %trsm_12_9, %gemm_15_12_8] {
    func.call @gemm(%A, %tile, %c15, %c12, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_9 = async.execute [%trsm_15_9, %trsm_13_9, %gemm_15_13_8] {
    func.call @gemm(%A, %tile, %c15, %c13, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_9 = async.execute [%trsm_15_9, %trsm_14_9, %gemm_15_14_8] {
    func.call @gemm(%A, %tile, %c15, %c14, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_9 = async.execute [%trsm_16_9, %syrk_16_8] {
    func.call @syrk(%A, %tile, %c16, %c9) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_10_9 = async.execute [%trsm_16_9, %trsm_10_9, %gemm_16_10_8] {
    func.call @gemm(%A, %tile, %c16, %c10, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_9 = async.execute [%trsm_16_9, %trsm_11_9, %gemm_16_11_8] {
    func.call @gemm(%A, %tile, %c16, %c11, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_9 = async.execute [%trsm_16_9, %trsm_12_9, %gemm_16_12_8] {
    func.call @gemm(%A, %tile, %c16, %c12, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_9 = async.execute [%trsm_16_9, %trsm_13_9, %gemm_16_13_8] {
    func.call @gemm(%A, %tile, %c16, %c13, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_9 = async.execute [%trsm_16_9, %trsm_14_9, %gemm_16_14_8] {
    func.call @gemm(%A, %tile, %c16, %c14, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_9 = async.execute [%trsm_16_9, %trsm_15_9, %gemm_16_15_8] {
    func.call @gemm(%A, %tile, %c16, %c15, %c9) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_10 = async.execute [%syrk_10_9] {
    func.call @potrf(%A, %tile, %c10) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_11_10 = async.execute [%potrf_10, %gemm_11_10_9] {
    func.call @trsm(%A, %tile, %c11, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_12_10 = async.execute [%potrf_10, %gemm_12_10_9] {
    func.call @trsm(%A, %tile, %c12, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_10 = async.execute [%potrf_10, %gemm_13_10_9] {
    func.call @trsm(%A, %tile, %c13, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_10 = async.execute [%potrf_10, %gemm_14_10_9] {
    func.call @trsm(%A, %tile, %c14, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_10 = async.execute [%potrf_10, %gemm_15_10_9] {
    func.call @trsm(%A, %tile, %c15, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_10 = async.execute [%potrf_10, %gemm_16_10_9] {
    func.call @trsm(%A, %tile, %c16, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_11_10 = async.execute [%trsm_11_10, %syrk_11_9] {
    func.call @syrk(%A, %tile, %c11, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_12_10 = async.execute [%trsm_12_10, %syrk_12_9] {
    func.call @syrk(%A, %tile, %c12, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_12_11_10 = async.execute [%trsm_12_10, %trsm_11_10, %gemm_12_11_9] {
    func.call @gemm(%A, %tile, %c12, %c11, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_13_10 = async.execute [%trsm_13_10, %syrk_13_9] {
    func.call @syrk(%A, %tile, %c13, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_11_10 = async.execute [%trsm_13_10, %trsm_11_10, %gemm_13_11_9] {
    func.call @gemm(%A, %tile, %c13, %c11, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_10 = async.execute [%trsm_13_10, %trsm_12_10, %gemm_13_12_9] {
    func.call @gemm(%A, %tile, %c13, %c12, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_10 = async.execute [%trsm_14_10, %syrk_14_9] {
    func.call @syrk(%A, %tile, %c14, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_11_10 = async.execute [%trsm_14_10, %trsm_11_10, %gemm_14_11_9] {
    func.call @gemm(%A, %tile, %c14, %c11, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_10 = async.execute [%trsm_14_10, %trsm_12_10, %gemm_14_12_9] {
    func.call @gemm(%A, %tile, %c14, %c12, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_10 = async.execute [%trsm_14_10, %trsm_13_10, %gemm_14_13_9] {
    func.call @gemm(%A, %tile, %c14, %c13, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_10 = async.execute [%trsm_15_10, %syrk_15_9] {
    func.call @syrk(%A, %tile, %c15, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_11_10 = async.execute [%trsm_15_10, %trsm_11_10, %gemm_15_11_9] {
    func.call @gemm(%A, %tile, %c15, %c11, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_10 = async.execute [%trsm_15_10, %trsm_12_10, %gemm_15_12_9] {
    func.call @gemm(%A, %tile, %c15, %c12, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_10 = async.execute [%trsm_15_10, %trsm_13_10, %gemm_15_13_9] {
    func.call @gemm(%A, %tile, %c15, %c13, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_10 = async.execute [%trsm_15_10, %trsm_14_10, %gemm_15_14_9] {
    func.call @gemm(%A, %tile, %c15, %c14, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_10 = async.execute [%trsm_16_10, %syrk_16_9] {
    func.call @syrk(%A, %tile, %c16, %c10) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_11_10 = async.execute [%trsm_16_10, %trsm_11_10, %gemm_16_11_9] {
    func.call @gemm(%A, %tile, %c16, %c11, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_10 = async.execute [%trsm_16_10, %trsm_12_10, %gemm_16_12_9] {
    func.call @gemm(%A, %tile, %c16, %c12, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_10 = async.execute [%trsm_16_10, %trsm_13_10, %gemm_16_13_9] {
    func.call @gemm(%A, %tile, %c16, %c13, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_10 = async.execute [%trsm_16_10, %trsm_14_10, %gemm_16_14_9] {
    func.call @gemm(%A, %tile, %c16, %c14, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_10 = async.execute [%trsm_16_10, %trsm_15_10, %gemm_16_15_9] {
    func.call @gemm(%A, %tile, %c16, %c15, %c10) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_11 = async.execute [%syrk_11_10] {
    func.call @potrf(%A, %tile, %c11) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_12_11 = async.execute [%potrf_11, %gemm_12_11_10] {
    func.call @trsm(%A, %tile, %c12, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_13_11 = async.execute [%potrf_11, %gemm_13_11_10] {
    func.call @trsm(%A, %tile, %c13, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_11 = async.execute [%potrf_11, %gemm_14_11_10] {
    func.call @trsm(%A, %tile, %c14, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_11 = async.execute [%potrf_11, %gemm_15_11_10] {
    func.call @trsm(%A, %tile, %c15, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_11 = async.execute [%potrf_11, %gemm_16_11_10] {
    func.call @trsm(%A, %tile, %c16, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_12_11 = async.execute [%trsm_12_11, %syrk_12_10] {
    func.call @syrk(%A, %tile, %c12, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_13_11 = async.execute [%trsm_13_11, %syrk_13_10] {
    func.call @syrk(%A, %tile, %c13, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_13_12_11 = async.execute [%trsm_13_11, %trsm_12_11, %gemm_13_12_10] {
    func.call @gemm(%A, %tile, %c13, %c12, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_14_11 = async.execute [%trsm_14_11, %syrk_14_10] {
    func.call @syrk(%A, %tile, %c14, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_12_11 = async.execute [%trsm_14_11, %trsm_12_11, %gemm_14_12_10] {
    func.call @gemm(%A, %tile, %c14, %c12, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_11 = async.execute [%trsm_14_11, %trsm_13_11, %gemm_14_13_10] {
    func.call @gemm(%A, %tile, %c14, %c13, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_11 = async.execute [%trsm_15_11, %syrk_15_10] {
    func.call @syrk(%A, %tile, %c15, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_12_11 = async.execute [%trsm_15_11, %trsm_12_11, %gemm_15_12_10] {
    func.call @gemm(%A, %tile, %c15, %c12, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_11 = async.execute [%trsm_15_11, %trsm_13_11, %gemm_15_13_10] {
    func.call @gemm(%A, %tile, %c15, %c13, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_11 = async.execute [%trsm_15_11, %trsm_14_11, %gemm_15_14_10] {
    func.call @gemm(%A, %tile, %c15, %c14, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_11 = async.execute [%trsm_16_11, %syrk_16_10] {
    func.call @syrk(%A, %tile, %c16, %c11) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_12_11 = async.execute [%trsm_16_11, %trsm_12_11, %gemm_16_12_10] {
    func.call @gemm(%A, %tile, %c16, %c12, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_11 = async.execute [%trsm_16_11, %trsm_13_11, %gemm_16_13_10] {
    func.call @gemm(%A, %tile, %c16, %c13, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_11 = async.execute [%trsm_16_11, %trsm_14_11, %gemm_16_14_10] {
    func.call @gemm(%A, %tile, %c16, %c14, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_11 = async.execute [%trsm_16_11, %trsm_15_11, %gemm_16_15_10] {
    func.call @gemm(%A, %tile, %c16, %c15, %c11) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_12 = async.execute [%syrk_12_11] {
    func.call @potrf(%A, %tile, %c12) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_13_12 = async.execute [%potrf_12, %gemm_13_12_11] {
    func.call @trsm(%A, %tile, %c13, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_14_12 = async.execute [%potrf_12, %gemm_14_12_11] {
    func.call @trsm(%A, %tile, %c14, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_12 = async.execute [%potrf_12, %gemm_15_12_11] {
    func.call @trsm(%A, %tile, %c15, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_12 = async.execute [%potrf_12, %gemm_16_12_11] {
    func.call @trsm(%A, %tile, %c16, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_13_12 = async.execute [%trsm_13_12, %syrk_13_11] {
    func.call @syrk(%A, %tile, %c13, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_14_12 = async.execute [%trsm_14_12, %syrk_14_11] {
    func.call @syrk(%A, %tile, %c14, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_14_13_12 = async.execute [%trsm_14_12, %trsm_13_12, %gemm_14_13_11] {
    func.call @gemm(%A, %tile, %c14, %c13, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_15_12 = async.execute [%trsm_15_12, %syrk_15_11] {
    func.call @syrk(%A, %tile, %c15, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_13_12 = async.execute [%trsm_15_12, %trsm_13_12, %gemm_15_13_11] {
    func.call @gemm(%A, %tile, %c15, %c13, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_12 = async.execute [%trsm_15_12, %trsm_14_12, %gemm_15_14_11] {
    func.call @gemm(%A, %tile, %c15, %c14, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_12 = async.execute [%trsm_16_12, %syrk_16_11] {
    func.call @syrk(%A, %tile, %c16, %c12) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_13_12 = async.execute [%trsm_16_12, %trsm_13_12, %gemm_16_13_11] {
    func.call @gemm(%A, %tile, %c16, %c13, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_12 = async.execute [%trsm_16_12, %trsm_14_12, %gemm_16_14_11] {
    func.call @gemm(%A, %tile, %c16, %c14, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_12 = async.execute [%trsm_16_12, %trsm_15_12, %gemm_16_15_11] {
    func.call @gemm(%A, %tile, %c16, %c15, %c12) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_13 = async.execute [%syrk_13_12] {
    func.call @potrf(%A, %tile, %c13) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_14_13 = async.execute [%potrf_13, %gemm_14_13_12] {
    func.call @trsm(%A, %tile, %c14, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_15_13 = async.execute [%potrf_13, %gemm_15_13_12] {
    func.call @trsm(%A, %tile, %c15, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_13 = async.execute [%potrf_13, %gemm_16_13_12] {
    func.call @trsm(%A, %tile, %c16, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_14_13 = async.execute [%trsm_14_13, %syrk_14_12] {
    func.call @syrk(%A, %tile, %c14, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_15_13 = async.execute [%trsm_15_13, %syrk_15_12] {
    func.call @syrk(%A, %tile, %c15, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_15_14_13 = async.execute [%trsm_15_13, %trsm_14_13, %gemm_15_14_12] {
    func.call @gemm(%A, %tile, %c15, %c14, %c13) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %syrk_16_13 = async.execute [%trsm_16_13, %syrk_16_12] {
    func.call @syrk(%A, %tile, %c16, %c13) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_14_13 = async.execute [%trsm_16_13, %trsm_14_13, %gemm_16_14_12] {
    func.call @gemm(%A, %tile, %c16, %c14, %c13) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_13 = async.execute [%trsm_16_13, %trsm_15_13, %gemm_16_15_12] {
    func.call @gemm(%A, %tile, %c16, %c15, %c13) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_14 = async.execute [%syrk_14_13] {
    func.call @potrf(%A, %tile, %c14) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_15_14 = async.execute [%potrf_14, %gemm_15_14_13] {
    func.call @trsm(%A, %tile, %c15, %c14) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %trsm_16_14 = async.execute [%potrf_14, %gemm_16_14_13] {
    func.call @trsm(%A, %tile, %c16, %c14) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_15_14 = async.execute [%trsm_15_14, %syrk_15_13] {
    func.call @syrk(%A, %tile, %c15, %c14) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_16_14 = async.execute [%trsm_16_14, %syrk_16_13] {
    func.call @syrk(%A, %tile, %c16, %c14) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %gemm_16_15_14 = async.execute [%trsm_16_14, %trsm_15_14, %gemm_16_15_13] {
    func.call @gemm(%A, %tile, %c16, %c15, %c14) : (memref<?x?xf64>, index, index, index, index) -> ()
    async.yield
  }
  %potrf_15 = async.execute [%syrk_15_14] {
    func.call @potrf(%A, %tile, %c15) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  %trsm_16_15 = async.execute [%potrf_15, %gemm_16_15_14] {
    func.call @trsm(%A, %tile, %c16, %c15) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %syrk_16_15 = async.execute [%trsm_16_15, %syrk_16_14] {
    func.call @syrk(%A, %tile, %c16, %c15) : (memref<?x?xf64>, index, index, index) -> ()
    async.yield
  }
  %potrf_16 = async.execute [%syrk_16_15] {
    func.call @potrf(%A, %tile, %c16) : (memref<?x?xf64>, index, index) -> ()
    async.yield
  }
  async.await %potrf_16 : !async.token
  return
}

func.func private @potrf(%A: memref<?x?xf64>, %tile: index, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %uk = arith.muli %k, %tile : index
  %ok = arith.minsi %uk, %n : index
  %rk = arith.subi %n, %ok : index
  %sk = arith.minsi %rk, %tile : index
  %T = memref.subview %A[%ok, %ok] [%sk, %sk] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  func.call @factor(%T) : (memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  return
}

func.func private @trsm(%A: memref<?x?xf64>, %tile: index, %i: index, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %ui = arith.muli %i, %tile : index
  %oi = arith.minsi %ui, %n : index
  %ri = arith.subi %n, %oi : index
  %si = arith.minsi %ri, %tile : index
  %uk = arith.muli %k, %tile : index
  %ok = arith.minsi %uk, %n : index
  %rk = arith.subi %n, %ok : index
  %sk = arith.minsi %rk, %tile : index
  %L = memref.subview %A[%ok, %ok] [%sk, %sk] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %B = memref.subview %A[%oi, %ok] [%si, %sk] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %X = memref.subview %A[%ok, %oi] [%sk, %si] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  func.call @transpose(%B, %X) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  func.call @solve(%L, %X, %c0, %sk, %c0) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index, index) -> ()
  func.call @transpose(%X, %B) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  return
}

func.func private @syrk(%A: memref<?x?xf64>, %tile: index, %i: index, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %ui = arith.muli %i, %tile : index
  %oi = arith.minsi %ui, %n : index
  %ri = arith.subi %n, %oi : index
  %si = arith.minsi %ri, %tile : index
  %uk = arith.muli %k, %tile : index
  %ok = arith.minsi %uk, %n : index
  %rk = arith.subi %n, %ok : index
  %sk = arith.minsi %rk, %tile : index
  %C = memref.subview %A[%oi, %oi] [%si, %si] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %L = memref.subview %A[%oi, %ok] [%si, %sk] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %U = memref.subview %A[%ok, %oi] [%sk, %si] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  func.call @update_lower(%C, %L, %U) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  return
}

func.func private @gemm(%A: memref<?x?xf64>, %tile: index, %i: index, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %ui = arith.muli %i, %tile : index
  %oi = arith.minsi %ui, %n : index
  %ri = arith.subi %n, %oi : index
  %si = arith.minsi %ri, %tile : index
  %uj = arith.muli %j, %tile : index
  %oj = arith.minsi %uj, %n : index
  %rj = arith.subi %n, %oj : index
  %sj = arith.minsi %rj, %tile : index
  %uk = arith.muli %k, %tile : index
  %ok = arith.minsi %uk, %n : index
  %rk = arith.subi %n, %ok : index
  %sk = arith.minsi %rk, %tile : index
  %C = memref.subview %A[%oi, %oj] [%si, %sj] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %L = memref.subview %A[%oi, %ok] [%si, %sk] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  %U = memref.subview %A[%ok, %oj] [%sk, %sj] [1, 1] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
  func.call @update(%C, %L, %U) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  return
}

// C -= A B. B has as many rows as A has columns; both have no element in common with C.
func.func private @update(%C: memref<?x?xf64, strided<[?, 1], offset: ?>>, %A: memref<?x?xf64, strided<[?, 1], offset: ?>>, %B: memref<?x?xf64, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %rows = memref.dim %C, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %columns = memref.dim %C, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %depth = memref.dim %A, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %rows_left = arith.remui %rows, %c8 : index
  %rows_blocked = arith.subi %rows, %rows_left : index
  %columns_left = arith.remui %columns, %c16 : index
  %columns_blocked = arith.subi %columns, %columns_left : index
  scf.for %j = %c0 to %columns_blocked step %c16 {
    scf.for %i = %c0 to %rows_blocked step %c8 {
      %cj0 = arith.addi %j, %c0 : index
      %cj1 = arith.addi %j, %c8 : index
      %ci0 = arith.addi %i, %c0 : index
      %c0_0 = vector.load %C[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c0_1 = vector.load %C[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci1 = arith.addi %i, %c1 : index
      %c1_0 = vector.load %C[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c1_1 = vector.load %C[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci2 = arith.addi %i, %c2 : index
      %c2_0 = vector.load %C[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c2_1 = vector.load %C[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci3 = arith.addi %i, %c3 : index
      %c3_0 = vector.load %C[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c3_1 = vector.load %C[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci4 = arith.addi %i, %c4 : index
      %c4_0 = vector.load %C[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c4_1 = vector.load %C[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci5 = arith.addi %i, %c5 : index
      %c5_0 = vector.load %C[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c5_1 = vector.load %C[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci6 = arith.addi %i, %c6 : index
      %c6_0 = vector.load %C[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c6_1 = vector.load %C[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci7 = arith.addi %i, %c7 : index
      %c7_0 = vector.load %C[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c7_1 = vector.load %C[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %s:16 = scf.for %p = %c0 to %depth step %c1
          iter_args(%x0_0 = %c0_0, %x0_1 = %c0_1, %x1_0 = %c1_0, %x1_1 = %c1_1, %x2_0 = %c2_0, %x2_1 = %c2_1, %x3_0 = %c3_0, %x3_1 = %c3_1, %x4_0 = %c4_0, %x4_1 = %c4_1, %x5_0 = %c5_0, %x5_1 = %c5_1, %x6_0 = %c6_0, %x6_1 = %c6_1, %x7_0 = %c7_0, %x7_1 = %c7_1) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
        %b0 = vector.load %B[%p, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %b1 = vector.load %B[%p, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %a0 = memref.load %A[%ci0, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n0 = arith.negf %a0 : f64
        %w0 = vector.broadcast %n0 : f64 to vector<8xf64>
        %f0_0 = vector.fma %w0, %b0, %x0_0 : vector<8xf64>
        %f0_1 = vector.fma %w0, %b1, %x0_1 : vector<8xf64>
        %a1 = memref.load %A[%ci1, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n1 = arith.negf %a1 : f64
        %w1 = vector.broadcast %n1 : f64 to vector<8xf64>
        %f1_0 = vector.fma %w1, %b0, %x1_0 : vector<8xf64>
        %f1_1 = vector.fma %w1, %b1, %x1_1 : vector<8xf64>
        %a2 = memref.load %A[%ci2, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n2 = arith.negf %a2 : f64
        %w2 = vector.broadcast %n2 : f64 to vector<8xf64>
        %f2_0 = vector.fma %w2, %b0, %x2_0 : vector<8xf64>
        %f2_1 = vector.fma %w2, %b1, %x2_1 : vector<8xf64>
        %a3 = memref.load %A[%ci3, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n3 = arith.negf %a3 : f64
        %w3 = vector.broadcast %n3 : f64 to vector<8xf64>
        %f3_0 = vector.fma %w3, %b0, %x3_0 : vector<8xf64>
        %f3_1 = vector.fma %w3, %b1, %x3_1 : vector<8xf64>
        %a4 = memref.load %A[%ci4, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n4 = arith.negf %a4 : f64
        %w4 = vector.broadcast %n4 : f64 to vector<8xf64>
        %f4_0 = vector.fma %w4, %b0, %x4_0 : vector<8xf64>
        %f4_1 = vector.fma %w4, %b1, %x4_1 : vector<8xf64>
        %a5 = memref.load %A[%ci5, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n5 = arith.negf %a5 : f64
        %w5 = vector.broadcast %n5 : f64 to vector<8xf64>
        %f5_0 = vector.fma %w5, %b0, %x5_0 : vector<8xf64>
        %f5_1 = vector.fma %w5, %b1, %x5_1 : vector<8xf64>
        %a6 = memref.load %A[%ci6, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n6 = arith.negf %a6 : f64
        %w6 = vector.broadcast %n6 : f64 to vector<8xf64>
        %f6_0 = vector.fma %w6, %b0, %x6_0 : vector<8xf64>
        %f6_1 = vector.fma %w6, %b1, %x6_1 : vector<8xf64>
        %a7 = memref.load %A[%ci7, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n7 = arith.negf %a7 : f64
        %w7 = vector.broadcast %n7 : f64 to vector<8xf64>
        %f7_0 = vector.fma %w7, %b0, %x7_0 : vector<8xf64>
        %f7_1 = vector.fma %w7, %b1, %x7_1 : vector<8xf64>
        scf.yield %f0_0, %f0_1, %f1_0, %f1_1, %f2_0, %f2_1, %f3_0, %f3_1, %f4_0, %f4_1, %f5_0, %f5_1, %f6_0, %f6_1, %f7_0, %f7_1 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
      }
      vector.store %s#0, %C[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#1, %C[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#2, %C[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#3, %C[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#4, %C[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#5, %C[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#6, %C[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#7, %C[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#8, %C[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#9, %C[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#10, %C[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#11, %C[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#12, %C[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#13, %C[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#14, %C[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#15, %C[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
    }
  }
  // The edges: the last columns of all rows, then the last rows of the other columns.
  func.call @update_edge(%C, %A, %B, %c0, %columns_blocked) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index) -> ()
  scf.for %i = %rows_blocked to %rows step %c1 {
    scf.for %j = %c0 to %columns_blocked step %c8 {
      %c = vector.load %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %s = scf.for %p = %c0 to %depth step %c1 iter_args(%x = %c) -> (vector<8xf64>) {
        %a = memref.load %A[%i, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n = arith.negf %a : f64
        %w = vector.broadcast %n : f64 to vector<8xf64>
        %b = vector.load %B[%p, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %f = vector.fma %w, %b, %x : vector<8xf64>
        scf.yield %f : vector<8xf64>
      }
      vector.store %s, %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
    }
  }
  return
}

// C -= A B, its lower triangle at least. B has as many rows as A has columns; both have no element in common with C.
func.func private @update_lower(%C: memref<?x?xf64, strided<[?, 1], offset: ?>>, %A: memref<?x?xf64, strided<[?, 1], offset: ?>>, %B: memref<?x?xf64, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %rows = memref.dim %C, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %columns = memref.dim %C, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %depth = memref.dim %A, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %rows_left = arith.remui %rows, %c8 : index
  %rows_blocked = arith.subi %rows, %rows_left : index
  %columns_left = arith.remui %columns, %c16 : index
  %columns_blocked = arith.subi %columns, %columns_left : index
  scf.for %j = %c0 to %columns_blocked step %c16 {
    scf.for %i = %j to %rows_blocked step %c8 {
      %cj0 = arith.addi %j, %c0 : index
      %cj1 = arith.addi %j, %c8 : index
      %ci0 = arith.addi %i, %c0 : index
      %c0_0 = vector.load %C[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c0_1 = vector.load %C[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci1 = arith.addi %i, %c1 : index
      %c1_0 = vector.load %C[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c1_1 = vector.load %C[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci2 = arith.addi %i, %c2 : index
      %c2_0 = vector.load %C[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c2_1 = vector.load %C[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci3 = arith.addi %i, %c3 : index
      %c3_0 = vector.load %C[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c3_1 = vector.load %C[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci4 = arith.addi %i, %c4 : index
      %c4_0 = vector.load %C[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c4_1 = vector.load %C[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci5 = arith.addi %i, %c5 : index
      %c5_0 = vector.load %C[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c5_1 = vector.load %C[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci6 = arith.addi %i, %c6 : index
      %c6_0 = vector.load %C[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c6_1 = vector.load %C[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci7 = arith.addi %i, %c7 : index
      %c7_0 = vector.load %C[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c7_1 = vector.load %C[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %s:16 = scf.for %p = %c0 to %depth step %c1
          iter_args(%x0_0 = %c0_0, %x0_1 = %c0_1, %x1_0 = %c1_0, %x1_1 = %c1_1, %x2_0 = %c2_0, %x2_1 = %c2_1, %x3_0 = %c3_0, %x3_1 = %c3_1, %x4_0 = %c4_0, %x4_1 = %c4_1, %x5_0 = %c5_0, %x5_1 = %c5_1, %x6_0 = %c6_0, %x6_1 = %c6_1, %x7_0 = %c7_0, %x7_1 = %c7_1) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
        %b0 = vector.load %B[%p, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %b1 = vector.load %B[%p, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %a0 = memref.load %A[%ci0, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n0 = arith.negf %a0 : f64
        %w0 = vector.broadcast %n0 : f64 to vector<8xf64>
        %f0_0 = vector.fma %w0, %b0, %x0_0 : vector<8xf64>
        %f0_1 = vector.fma %w0, %b1, %x0_1 : vector<8xf64>
        %a1 = memref.load %A[%ci1, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n1 = arith.negf %a1 : f64
        %w1 = vector.broadcast %n1 : f64 to vector<8xf64>
        %f1_0 = vector.fma %w1, %b0, %x1_0 : vector<8xf64>
        %f1_1 = vector.fma %w1, %b1, %x1_1 : vector<8xf64>
        %a2 = memref.load %A[%ci2, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n2 = arith.negf %a2 : f64
        %w2 = vector.broadcast %n2 : f64 to vector<8xf64>
        %f2_0 = vector.fma %w2, %b0, %x2_0 : vector<8xf64>
        %f2_1 = vector.fma %w2, %b1, %x2_1 : vector<8xf64>
        %a3 = memref.load %A[%ci3, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n3 = arith.negf %a3 : f64
        %w3 = vector.broadcast %n3 : f64 to vector<8xf64>
        %f3_0 = vector.fma %w3, %b0, %x3_0 : vector<8xf64>
        %f3_1 = vector.fma %w3, %b1, %x3_1 : vector<8xf64>
        %a4 = memref.load %A[%ci4, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n4 = arith.negf %a4 : f64
        %w4 = vector.broadcast %n4 : f64 to vector<8xf64>
        %f4_0 = vector.fma %w4, %b0, %x4_0 : vector<8xf64>
        %f4_1 = vector.fma %w4, %b1, %x4_1 : vector<8xf64>
        %a5 = memref.load %A[%ci5, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n5 = arith.negf %a5 : f64
        %w5 = vector.broadcast %n5 : f64 to vector<8xf64>
        %f5_0 = vector.fma %w5, %b0, %x5_0 : vector<8xf64>
        %f5_1 = vector.fma %w5, %b1, %x5_1 : vector<8xf64>
        %a6 = memref.load %A[%ci6, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n6 = arith.negf %a6 : f64
        %w6 = vector.broadcast %n6 : f64 to vector<8xf64>
        %f6_0 = vector.fma %w6, %b0, %x6_0 : vector<8xf64>
        %f6_1 = vector.fma %w6, %b1, %x6_1 : vector<8xf64>
        %a7 = memref.load %A[%ci7, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n7 = arith.negf %a7 : f64
        %w7 = vector.broadcast %n7 : f64 to vector<8xf64>
        %f7_0 = vector.fma %w7, %b0, %x7_0 : vector<8xf64>
        %f7_1 = vector.fma %w7, %b1, %x7_1 : vector<8xf64>
        scf.yield %f0_0, %f0_1, %f1_0, %f1_1, %f2_0, %f2_1, %f3_0, %f3_1, %f4_0, %f4_1, %f5_0, %f5_1, %f6_0, %f6_1, %f7_0, %f7_1 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
      }
      vector.store %s#0, %C[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#1, %C[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#2, %C[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#3, %C[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#4, %C[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#5, %C[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#6, %C[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#7, %C[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#8, %C[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#9, %C[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#10, %C[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#11, %C[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#12, %C[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#13, %C[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#14, %C[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %s#15, %C[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
    }
  }
  // The edges: the last columns of all rows, then the last rows of the other columns.
  func.call @update_edge(%C, %A, %B, %c0, %columns_blocked) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index) -> ()
  scf.for %i = %rows_blocked to %rows step %c1 {
    scf.for %j = %c0 to %columns_blocked step %c8 {
      %c = vector.load %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %s = scf.for %p = %c0 to %depth step %c1 iter_args(%x = %c) -> (vector<8xf64>) {
        %a = memref.load %A[%i, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n = arith.negf %a : f64
        %w = vector.broadcast %n : f64 to vector<8xf64>
        %b = vector.load %B[%p, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %f = vector.fma %w, %b, %x : vector<8xf64>
        scf.yield %f : vector<8xf64>
      }
      vector.store %s, %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
    }
  }
  return
}

// C -= A B for the elements from (%row, %column) on.
func.func private @update_edge(%C: memref<?x?xf64, strided<[?, 1], offset: ?>>, %A: memref<?x?xf64, strided<[?, 1], offset: ?>>, %B: memref<?x?xf64, strided<[?, 1], offset: ?>>, %row: index, %column: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %C, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %columns = memref.dim %C, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %depth = memref.dim %A, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  scf.for %i = %row to %rows step %c1 {
    scf.for %j = %column to %columns step %c1 {
      %c = memref.load %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      %s = scf.for %p = %c0 to %depth step %c1 iter_args(%x = %c) -> (f64) {
        %a = memref.load %A[%i, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %b = memref.load %B[%p, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %ab = arith.mulf %a, %b : f64
        %f = arith.subf %x, %ab : f64
        scf.yield %f : f64
      }
      memref.store %s, %C[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// Solve L Y = X for the rows %first .. %last of Y, which replace those of X; earlier rows are solved already.
// %L and %X have the same rows; only the columns from %column on of X count.
func.func private @solve(%L: memref<?x?xf64, strided<[?, 1], offset: ?>>, %X: memref<?x?xf64, strided<[?, 1], offset: ?>>, %first: index, %last: index, %column: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f64
  %columns = memref.dim %X, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %count = arith.subi %columns, %column : index
  %columns_left = arith.remui %count, %c16 : index
  %columns_blocked = arith.subi %columns, %columns_left : index
  %all_rows = arith.subi %last, %first : index
  %rows_left = arith.remui %all_rows, %c8 : index
  %rows_blocked = arith.subi %last, %rows_left : index
  scf.for %i = %first to %rows_blocked step %c8 {
    %ii0 = arith.addi %i, %c0 : index
    %e0 = memref.load %L[%ii0, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d0 = arith.divf %one, %e0 : f64
    %ii1 = arith.addi %i, %c1 : index
    %k1_0 = memref.load %L[%ii1, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l1_0 = arith.negf %k1_0 : f64
    %e1 = memref.load %L[%ii1, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d1 = arith.divf %one, %e1 : f64
    %ii2 = arith.addi %i, %c2 : index
    %k2_0 = memref.load %L[%ii2, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l2_0 = arith.negf %k2_0 : f64
    %k2_1 = memref.load %L[%ii2, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l2_1 = arith.negf %k2_1 : f64
    %e2 = memref.load %L[%ii2, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d2 = arith.divf %one, %e2 : f64
    %ii3 = arith.addi %i, %c3 : index
    %k3_0 = memref.load %L[%ii3, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l3_0 = arith.negf %k3_0 : f64
    %k3_1 = memref.load %L[%ii3, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l3_1 = arith.negf %k3_1 : f64
    %k3_2 = memref.load %L[%ii3, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l3_2 = arith.negf %k3_2 : f64
    %e3 = memref.load %L[%ii3, %ii3] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d3 = arith.divf %one, %e3 : f64
    %ii4 = arith.addi %i, %c4 : index
    %k4_0 = memref.load %L[%ii4, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l4_0 = arith.negf %k4_0 : f64
    %k4_1 = memref.load %L[%ii4, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l4_1 = arith.negf %k4_1 : f64
    %k4_2 = memref.load %L[%ii4, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l4_2 = arith.negf %k4_2 : f64
    %k4_3 = memref.load %L[%ii4, %ii3] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l4_3 = arith.negf %k4_3 : f64
    %e4 = memref.load %L[%ii4, %ii4] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d4 = arith.divf %one, %e4 : f64
    %ii5 = arith.addi %i, %c5 : index
    %k5_0 = memref.load %L[%ii5, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l5_0 = arith.negf %k5_0 : f64
    %k5_1 = memref.load %L[%ii5, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l5_1 = arith.negf %k5_1 : f64
    %k5_2 = memref.load %L[%ii5, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l5_2 = arith.negf %k5_2 : f64
    %k5_3 = memref.load %L[%ii5, %ii3] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l5_3 = arith.negf %k5_3 : f64
    %k5_4 = memref.load %L[%ii5, %ii4] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l5_4 = arith.negf %k5_4 : f64
    %e5 = memref.load %L[%ii5, %ii5] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d5 = arith.divf %one, %e5 : f64
    %ii6 = arith.addi %i, %c6 : index
    %k6_0 = memref.load %L[%ii6, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_0 = arith.negf %k6_0 : f64
    %k6_1 = memref.load %L[%ii6, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_1 = arith.negf %k6_1 : f64
    %k6_2 = memref.load %L[%ii6, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_2 = arith.negf %k6_2 : f64
    %k6_3 = memref.load %L[%ii6, %ii3] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_3 = arith.negf %k6_3 : f64
    %k6_4 = memref.load %L[%ii6, %ii4] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_4 = arith.negf %k6_4 : f64
    %k6_5 = memref.load %L[%ii6, %ii5] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l6_5 = arith.negf %k6_5 : f64
    %e6 = memref.load %L[%ii6, %ii6] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d6 = arith.divf %one, %e6 : f64
    %ii7 = arith.addi %i, %c7 : index
    %k7_0 = memref.load %L[%ii7, %ii0] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_0 = arith.negf %k7_0 : f64
    %k7_1 = memref.load %L[%ii7, %ii1] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_1 = arith.negf %k7_1 : f64
    %k7_2 = memref.load %L[%ii7, %ii2] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_2 = arith.negf %k7_2 : f64
    %k7_3 = memref.load %L[%ii7, %ii3] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_3 = arith.negf %k7_3 : f64
    %k7_4 = memref.load %L[%ii7, %ii4] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_4 = arith.negf %k7_4 : f64
    %k7_5 = memref.load %L[%ii7, %ii5] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_5 = arith.negf %k7_5 : f64
    %k7_6 = memref.load %L[%ii7, %ii6] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %l7_6 = arith.negf %k7_6 : f64
    %e7 = memref.load %L[%ii7, %ii7] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %d7 = arith.divf %one, %e7 : f64
    scf.for %j = %column to %columns_blocked step %c16 {
      %cj0 = arith.addi %j, %c0 : index
      %cj1 = arith.addi %j, %c8 : index
      %ci0 = arith.addi %i, %c0 : index
      %c0_0 = vector.load %X[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c0_1 = vector.load %X[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci1 = arith.addi %i, %c1 : index
      %c1_0 = vector.load %X[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c1_1 = vector.load %X[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci2 = arith.addi %i, %c2 : index
      %c2_0 = vector.load %X[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c2_1 = vector.load %X[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci3 = arith.addi %i, %c3 : index
      %c3_0 = vector.load %X[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c3_1 = vector.load %X[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci4 = arith.addi %i, %c4 : index
      %c4_0 = vector.load %X[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c4_1 = vector.load %X[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci5 = arith.addi %i, %c5 : index
      %c5_0 = vector.load %X[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c5_1 = vector.load %X[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci6 = arith.addi %i, %c6 : index
      %c6_0 = vector.load %X[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c6_1 = vector.load %X[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %ci7 = arith.addi %i, %c7 : index
      %c7_0 = vector.load %X[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %c7_1 = vector.load %X[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      %s:16 = scf.for %p = %c0 to %i step %c1
          iter_args(%x0_0 = %c0_0, %x0_1 = %c0_1, %x1_0 = %c1_0, %x1_1 = %c1_1, %x2_0 = %c2_0, %x2_1 = %c2_1, %x3_0 = %c3_0, %x3_1 = %c3_1, %x4_0 = %c4_0, %x4_1 = %c4_1, %x5_0 = %c5_0, %x5_1 = %c5_1, %x6_0 = %c6_0, %x6_1 = %c6_1, %x7_0 = %c7_0, %x7_1 = %c7_1) -> (vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
        %b0 = vector.load %X[%p, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %b1 = vector.load %X[%p, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
        %a0 = memref.load %L[%ii0, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n0 = arith.negf %a0 : f64
        %w0 = vector.broadcast %n0 : f64 to vector<8xf64>
        %f0_0 = vector.fma %w0, %b0, %x0_0 : vector<8xf64>
        %f0_1 = vector.fma %w0, %b1, %x0_1 : vector<8xf64>
        %a1 = memref.load %L[%ii1, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n1 = arith.negf %a1 : f64
        %w1 = vector.broadcast %n1 : f64 to vector<8xf64>
        %f1_0 = vector.fma %w1, %b0, %x1_0 : vector<8xf64>
        %f1_1 = vector.fma %w1, %b1, %x1_1 : vector<8xf64>
        %a2 = memref.load %L[%ii2, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n2 = arith.negf %a2 : f64
        %w2 = vector.broadcast %n2 : f64 to vector<8xf64>
        %f2_0 = vector.fma %w2, %b0, %x2_0 : vector<8xf64>
        %f2_1 = vector.fma %w2, %b1, %x2_1 : vector<8xf64>
        %a3 = memref.load %L[%ii3, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n3 = arith.negf %a3 : f64
        %w3 = vector.broadcast %n3 : f64 to vector<8xf64>
        %f3_0 = vector.fma %w3, %b0, %x3_0 : vector<8xf64>
        %f3_1 = vector.fma %w3, %b1, %x3_1 : vector<8xf64>
        %a4 = memref.load %L[%ii4, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n4 = arith.negf %a4 : f64
        %w4 = vector.broadcast %n4 : f64 to vector<8xf64>
        %f4_0 = vector.fma %w4, %b0, %x4_0 : vector<8xf64>
        %f4_1 = vector.fma %w4, %b1, %x4_1 : vector<8xf64>
        %a5 = memref.load %L[%ii5, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n5 = arith.negf %a5 : f64
        %w5 = vector.broadcast %n5 : f64 to vector<8xf64>
        %f5_0 = vector.fma %w5, %b0, %x5_0 : vector<8xf64>
        %f5_1 = vector.fma %w5, %b1, %x5_1 : vector<8xf64>
        %a6 = memref.load %L[%ii6, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n6 = arith.negf %a6 : f64
        %w6 = vector.broadcast %n6 : f64 to vector<8xf64>
        %f6_0 = vector.fma %w6, %b0, %x6_0 : vector<8xf64>
        %f6_1 = vector.fma %w6, %b1, %x6_1 : vector<8xf64>
        %a7 = memref.load %L[%ii7, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %n7 = arith.negf %a7 : f64
        %w7 = vector.broadcast %n7 : f64 to vector<8xf64>
        %f7_0 = vector.fma %w7, %b0, %x7_0 : vector<8xf64>
        %f7_1 = vector.fma %w7, %b1, %x7_1 : vector<8xf64>
        scf.yield %f0_0, %f0_1, %f1_0, %f1_1, %f2_0, %f2_1, %f3_0, %f3_1, %f4_0, %f4_1, %f5_0, %f5_1, %f6_0, %f6_1, %f7_0, %f7_1 : vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
      }
      %d0w = vector.broadcast %d0 : f64 to vector<8xf64>
      %y0_0 = arith.mulf %d0w, %s#0 : vector<8xf64>
      %y0_1 = arith.mulf %d0w, %s#1 : vector<8xf64>
      %l1_0w = vector.broadcast %l1_0 : f64 to vector<8xf64>
      %t1_0_0 = vector.fma %l1_0w, %y0_0, %s#2 : vector<8xf64>
      %t1_0_1 = vector.fma %l1_0w, %y0_1, %s#3 : vector<8xf64>
      %d1w = vector.broadcast %d1 : f64 to vector<8xf64>
      %y1_0 = arith.mulf %d1w, %t1_0_0 : vector<8xf64>
      %y1_1 = arith.mulf %d1w, %t1_0_1 : vector<8xf64>
      %l2_0w = vector.broadcast %l2_0 : f64 to vector<8xf64>
      %t2_0_0 = vector.fma %l2_0w, %y0_0, %s#4 : vector<8xf64>
      %t2_0_1 = vector.fma %l2_0w, %y0_1, %s#5 : vector<8xf64>
      %l2_1w = vector.broadcast %l2_1 : f64 to vector<8xf64>
      %t2_1_0 = vector.fma %l2_1w, %y1_0, %t2_0_0 : vector<8xf64>
      %t2_1_1 = vector.fma %l2_1w, %y1_1, %t2_0_1 : vector<8xf64>
      %d2w = vector.broadcast %d2 : f64 to vector<8xf64>
      %y2_0 = arith.mulf %d2w, %t2_1_0 : vector<8xf64>
      %y2_1 = arith.mulf %d2w, %t2_1_1 : vector<8xf64>
      %l3_0w = vector.broadcast %l3_0 : f64 to vector<8xf64>
      %t3_0_0 = vector.fma %l3_0w, %y0_0, %s#6 : vector<8xf64>
      %t3_0_1 = vector.fma %l3_0w, %y0_1, %s#7 : vector<8xf64>
      %l3_1w = vector.broadcast %l3_1 : f64 to vector<8xf64>
      %t3_1_0 = vector.fma %l3_1w, %y1_0, %t3_0_0 : vector<8xf64>
      %t3_1_1 = vector.fma %l3_1w, %y1_1, %t3_0_1 : vector<8xf64>
      %l3_2w = vector.broadcast %l3_2 : f64 to vector<8xf64>
      %t3_2_0 = vector.fma %l3_2w, %y2_0, %t3_1_0 : vector<8xf64>
      %t3_2_1 = vector.fma %l3_2w, %y2_1, %t3_1_1 : vector<8xf64>
      %d3w = vector.broadcast %d3 : f64 to vector<8xf64>
      %y3_0 = arith.mulf %d3w, %t3_2_0 : vector<8xf64>
      %y3_1 = arith.mulf %d3w, %t3_2_1 : vector<8xf64>
      %l4_0w = vector.broadcast %l4_0 : f64 to vector<8xf64>
      %t4_0_0 = vector.fma %l4_0w, %y0_0, %s#8 : vector<8xf64>
      %t4_0_1 = vector.fma %l4_0w, %y0_1, %s#9 : vector<8xf64>
      %l4_1w = vector.broadcast %l4_1 : f64 to vector<8xf64>
      %t4_1_0 = vector.fma %l4_1w, %y1_0, %t4_0_0 : vector<8xf64>
      %t4_1_1 = vector.fma %l4_1w, %y1_1, %t4_0_1 : vector<8xf64>
      %l4_2w = vector.broadcast %l4_2 : f64 to vector<8xf64>
      %t4_2_0 = vector.fma %l4_2w, %y2_0, %t4_1_0 : vector<8xf64>
      %t4_2_1 = vector.fma %l4_2w, %y2_1, %t4_1_1 : vector<8xf64>
      %l4_3w = vector.broadcast %l4_3 : f64 to vector<8xf64>
      %t4_3_0 = vector.fma %l4_3w, %y3_0, %t4_2_0 : vector<8xf64>
      %t4_3_1 = vector.fma %l4_3w, %y3_1, %t4_2_1 : vector<8xf64>
      %d4w = vector.broadcast %d4 : f64 to vector<8xf64>
      %y4_0 = arith.mulf %d4w, %t4_3_0 : vector<8xf64>
      %y4_1 = arith.mulf %d4w, %t4_3_1 : vector<8xf64>
      %l5_0w = vector.broadcast %l5_0 : f64 to vector<8xf64>
      %t5_0_0 = vector.fma %l5_0w, %y0_0, %s#10 : vector<8xf64>
      %t5_0_1 = vector.fma %l5_0w, %y0_1, %s#11 : vector<8xf64>
      %l5_1w = vector.broadcast %l5_1 : f64 to vector<8xf64>
      %t5_1_0 = vector.fma %l5_1w, %y1_0, %t5_0_0 : vector<8xf64>
      %t5_1_1 = vector.fma %l5_1w, %y1_1, %t5_0_1 : vector<8xf64>
      %l5_2w = vector.broadcast %l5_2 : f64 to vector<8xf64>
      %t5_2_0 = vector.fma %l5_2w, %y2_0, %t5_1_0 : vector<8xf64>
      %t5_2_1 = vector.fma %l5_2w, %y2_1, %t5_1_1 : vector<8xf64>
      %l5_3w = vector.broadcast %l5_3 : f64 to vector<8xf64>
      %t5_3_0 = vector.fma %l5_3w, %y3_0, %t5_2_0 : vector<8xf64>
      %t5_3_1 = vector.fma %l5_3w, %y3_1, %t5_2_1 : vector<8xf64>
      %l5_4w = vector.broadcast %l5_4 : f64 to vector<8xf64>
      %t5_4_0 = vector.fma %l5_4w, %y4_0, %t5_3_0 : vector<8xf64>
      %t5_4_1 = vector.fma %l5_4w, %y4_1, %t5_3_1 : vector<8xf64>
      %d5w = vector.broadcast %d5 : f64 to vector<8xf64>
      %y5_0 = arith.mulf %d5w, %t5_4_0 : vector<8xf64>
      %y5_1 = arith.mulf %d5w, %t5_4_1 : vector<8xf64>
      %l6_0w = vector.broadcast %l6_0 : f64 to vector<8xf64>
      %t6_0_0 = vector.fma %l6_0w, %y0_0, %s#12 : vector<8xf64>
      %t6_0_1 = vector.fma %l6_0w, %y0_1, %s#13 : vector<8xf64>
      %l6_1w = vector.broadcast %l6_1 : f64 to vector<8xf64>
      %t6_1_0 = vector.fma %l6_1w, %y1_0, %t6_0_0 : vector<8xf64>
      %t6_1_1 = vector.fma %l6_1w, %y1_1, %t6_0_1 : vector<8xf64>
      %l6_2w = vector.broadcast %l6_2 : f64 to vector<8xf64>
      %t6_2_0 = vector.fma %l6_2w, %y2_0, %t6_1_0 : vector<8xf64>
      %t6_2_1 = vector.fma %l6_2w, %y2_1, %t6_1_1 : vector<8xf64>
      %l6_3w = vector.broadcast %l6_3 : f64 to vector<8xf64>
      %t6_3_0 = vector.fma %l6_3w, %y3_0, %t6_2_0 : vector<8xf64>
      %t6_3_1 = vector.fma %l6_3w, %y3_1, %t6_2_1 : vector<8xf64>
      %l6_4w = vector.broadcast %l6_4 : f64 to vector<8xf64>
      %t6_4_0 = vector.fma %l6_4w, %y4_0, %t6_3_0 : vector<8xf64>
      %t6_4_1 = vector.fma %l6_4w, %y4_1, %t6_3_1 : vector<8xf64>
      %l6_5w = vector.broadcast %l6_5 : f64 to vector<8xf64>
      %t6_5_0 = vector.fma %l6_5w, %y5_0, %t6_4_0 : vector<8xf64>
      %t6_5_1 = vector.fma %l6_5w, %y5_1, %t6_4_1 : vector<8xf64>
      %d6w = vector.broadcast %d6 : f64 to vector<8xf64>
      %y6_0 = arith.mulf %d6w, %t6_5_0 : vector<8xf64>
      %y6_1 = arith.mulf %d6w, %t6_5_1 : vector<8xf64>
      %l7_0w = vector.broadcast %l7_0 : f64 to vector<8xf64>
      %t7_0_0 = vector.fma %l7_0w, %y0_0, %s#14 : vector<8xf64>
      %t7_0_1 = vector.fma %l7_0w, %y0_1, %s#15 : vector<8xf64>
      %l7_1w = vector.broadcast %l7_1 : f64 to vector<8xf64>
      %t7_1_0 = vector.fma %l7_1w, %y1_0, %t7_0_0 : vector<8xf64>
      %t7_1_1 = vector.fma %l7_1w, %y1_1, %t7_0_1 : vector<8xf64>
      %l7_2w = vector.broadcast %l7_2 : f64 to vector<8xf64>
      %t7_2_0 = vector.fma %l7_2w, %y2_0, %t7_1_0 : vector<8xf64>
      %t7_2_1 = vector.fma %l7_2w, %y2_1, %t7_1_1 : vector<8xf64>
      %l7_3w = vector.broadcast %l7_3 : f64 to vector<8xf64>
      %t7_3_0 = vector.fma %l7_3w, %y3_0, %t7_2_0 : vector<8xf64>
      %t7_3_1 = vector.fma %l7_3w, %y3_1, %t7_2_1 : vector<8xf64>
      %l7_4w = vector.broadcast %l7_4 : f64 to vector<8xf64>
      %t7_4_0 = vector.fma %l7_4w, %y4_0, %t7_3_0 : vector<8xf64>
      %t7_4_1 = vector.fma %l7_4w, %y4_1, %t7_3_1 : vector<8xf64>
      %l7_5w = vector.broadcast %l7_5 : f64 to vector<8xf64>
      %t7_5_0 = vector.fma %l7_5w, %y5_0, %t7_4_0 : vector<8xf64>
      %t7_5_1 = vector.fma %l7_5w, %y5_1, %t7_4_1 : vector<8xf64>
      %l7_6w = vector.broadcast %l7_6 : f64 to vector<8xf64>
      %t7_6_0 = vector.fma %l7_6w, %y6_0, %t7_5_0 : vector<8xf64>
      %t7_6_1 = vector.fma %l7_6w, %y6_1, %t7_5_1 : vector<8xf64>
      %d7w = vector.broadcast %d7 : f64 to vector<8xf64>
      %y7_0 = arith.mulf %d7w, %t7_6_0 : vector<8xf64>
      %y7_1 = arith.mulf %d7w, %t7_6_1 : vector<8xf64>
      vector.store %y0_0, %X[%ci0, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y0_1, %X[%ci0, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y1_0, %X[%ci1, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y1_1, %X[%ci1, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y2_0, %X[%ci2, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y2_1, %X[%ci2, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y3_0, %X[%ci3, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y3_1, %X[%ci3, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y4_0, %X[%ci4, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y4_1, %X[%ci4, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y5_0, %X[%ci5, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y5_1, %X[%ci5, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y6_0, %X[%ci6, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y6_1, %X[%ci6, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y7_0, %X[%ci7, %cj0] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
      vector.store %y7_1, %X[%ci7, %cj1] : memref<?x?xf64, strided<[?, 1], offset: ?>>, vector<8xf64>
    }
    %next = arith.addi %i, %c8 : index
    func.call @solve_edge(%L, %X, %i, %next, %columns_blocked) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index, index) -> ()
  }
  func.call @solve_edge(%L, %X, %rows_blocked, %last, %column) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index, index) -> ()
  return
}

func.func private @solve_edge(%L: memref<?x?xf64, strided<[?, 1], offset: ?>>, %X: memref<?x?xf64, strided<[?, 1], offset: ?>>, %first: index, %last: index, %column: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = memref.dim %X, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  scf.for %i = %first to %last step %c1 {
    %d = memref.load %L[%i, %i] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    scf.for %j = %column to %columns step %c1 {
      %x = memref.load %X[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      %s = scf.for %p = %c0 to %i step %c1 iter_args(%r = %x) -> (f64) {
        %l = memref.load %L[%i, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %y = memref.load %X[%p, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %ly = arith.mulf %l, %y : f64
        %f = arith.subf %r, %ly : f64
        scf.yield %f : f64
      }
      %q = arith.divf %s, %d : f64
      memref.store %q, %X[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// The lower triangle of A becomes its Cholesky factor L; the upper one becomes Lᵀ. 8 rows at a time:
// update and factor the block on the diagonal, then solve for the rest of the rows of Lᵀ.
func.func private @factor(%A: memref<?x?xf64, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c8 {
    %up = arith.addi %i, %c8 : index
    %next = arith.minsi %up, %n : index
    %rows = arith.subi %next, %i : index
    %rest = arith.subi %n, %next : index
    %panel = memref.subview %A[%i, %c0] [%rows, %i] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    %above = memref.subview %A[%c0, %i] [%i, %rows] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    %diagonal = memref.subview %A[%i, %i] [%rows, %rows] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    func.call @update_edge(%diagonal, %panel, %above, %c0, %c0) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index) -> ()
    func.call @factor_edge(%diagonal) : (memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
    %below = memref.subview %A[%next, %i] [%rest, %rows] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    %right = memref.subview %A[%i, %next] [%rows, %rest] [1, 1] : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    func.call @transpose(%below, %right) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
    func.call @solve(%A, %A, %i, %next, %next) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>, index, index, index) -> ()
    func.call @transpose(%right, %below) : (memref<?x?xf64, strided<[?, 1], offset: ?>>, memref<?x?xf64, strided<[?, 1], offset: ?>>) -> ()
  }
  return
}

func.func private @factor_edge(%A: memref<?x?xf64, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %A, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  scf.for %j = %c0 to %n step %c1 {
    %next = arith.addi %j, %c1 : index
    %a = memref.load %A[%j, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    %pivot = scf.for %p = %c0 to %j step %c1 iter_args(%r = %a) -> (f64) {
      %l = memref.load %A[%j, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      %ll = arith.mulf %l, %l : f64
      %f = arith.subf %r, %ll : f64
      scf.yield %f : f64
    }
    %positive = arith.cmpf ogt, %pivot, %zero : f64
    cf.assert %positive, "the matrix is not positive definite"
    %d = math.sqrt %pivot : f64
    memref.store %d, %A[%j, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    scf.for %i = %next to %n step %c1 {
      %b = memref.load %A[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      %s = scf.for %p = %c0 to %j step %c1 iter_args(%r = %b) -> (f64) {
        %x = memref.load %A[%i, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %y = memref.load %A[%j, %p] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        %xy = arith.mulf %x, %y : f64
        %f = arith.subf %r, %xy : f64
        scf.yield %f : f64
      }
      %q = arith.divf %s, %d : f64
      memref.store %q, %A[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      memref.store %q, %A[%j, %i] : memref<?x?xf64, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// B = Aᵀ, in blocks of 8 columns of A so that cache lines are used whole.
func.func private @transpose(%A: memref<?x?xf64, strided<[?, 1], offset: ?>>, %B: memref<?x?xf64, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = memref.dim %A, %c0 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %columns = memref.dim %A, %c1 : memref<?x?xf64, strided<[?, 1], offset: ?>>
  scf.for %j0 = %c0 to %columns step %c8 {
    %next = arith.addi %j0, %c8 : index
    %j1 = arith.minsi %next, %columns : index
    scf.for %i = %c0 to %rows step %c1 {
      scf.for %j = %j0 to %j1 step %c1 {
        %a = memref.load %A[%i, %j] : memref<?x?xf64, strided<[?, 1], offset: ?>>
        memref.store %a, %B[%j, %i] : memref<?x?xf64, strided<[?, 1], offset: ?>>
      }
    }
  }
  return
}
