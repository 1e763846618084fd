// The loop of streaming.mlir with less to do in its stages, to be drawn: demo.py puts in what the stages take, in microseconds, and
// how many blocks there are. What is asynchronous runs on the other worker.
func.func @main(%file: memref<1xi8>, %statistics: memref<1xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %blocks = arith.constant 16 : index
  %packed = memref.alloca() : memref<1xi8>
  %table = memref.alloca() : memref<1xi8>
  scf.for %k = %c0 to %blocks step %c1 {
    scf.execute_region no_inline {
      memref.copy %file, %packed : memref<1xi8> to memref<1xi8>
      scf.yield
    } {software_pipeline_statement = "read", software_pipeline_engine = "worker", software_pipeline_latency = 1 : i64}
    scf.execute_region no_inline {
      memref.copy %packed, %table : memref<1xi8> to memref<1xi8>
      scf.yield
    } {software_pipeline_statement = "unpack", software_pipeline_engine = "worker", software_pipeline_latency = 4 : i64}
    scf.execute_region no_inline {
      memref.copy %table, %statistics : memref<1xi8> to memref<1xi8>
      scf.yield
    } {software_pipeline_statement = "reduce", software_pipeline_latency = 5 : i64}
  } {software_pipeline_stage = [0, 1, 2], software_pipeline_async_stages = [0, 1]}
  return
}
