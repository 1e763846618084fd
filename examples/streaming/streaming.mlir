// A file of records in blocks: read a block, unpack its columns, add it to the statistics. The loop is a pipeline of three
// stages, of which the first two are asynchronous: while a block is reduced, the next one is unpacked, and the one
// after that is read. @sequential has the same loop without annotations, and a clock between its stages.
//
// A block holds three columns, one behind the other: times in milliseconds, stations, readings. Each column starts from 0;
// each number is the difference to the one before, zigzag (0, -1, 1, -2, ...), in groups of seven bits, the low ones first.

// %start[k] is where block k begins in the file. What is read behind its end belongs to the next block.
func.func private @read(%file: i32, %start: memref<?xi64>, %k: index, %packed: memref<?xi8>) {
  %at = memref.load %start[%k] : memref<?xi64>
  %offset = arith.index_cast %at : i64 to index
  %reading = io.read %file[%offset], %packed : memref<?xi8>
  %bytes = async.await %reading : !async.value<index>
  return
}

func.func private @unpack(%records: memref<?xi64>, %k: index, %packed: memref<?xi8>, %table: memref<3x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : i64
  %low = arith.constant 127 : i64
  %high = arith.constant 128 : i64
  %number = memref.load %records[%k] : memref<?xi64>
  %n = arith.index_cast %number : i64 to index
  %end = scf.for %column = %c0 to %c3 step %c1 iter_args(%first = %c0) -> (index) {
    %behind, %last = scf.for %i = %c0 to %n step %c1 iter_args(%from = %first, %before = %zero) -> (index, i64) {
      %next, %shifted, %raw = scf.while (%at = %from, %shift = %zero, %sum = %zero) : (index, i64, i64) -> (index, i64, i64) {
        %byte = memref.load %packed[%at] : memref<?xi8>
        %wide = arith.extui %byte : i8 to i64
        %bits = arith.andi %wide, %low : i64
        %placed = arith.shli %bits, %shift : i64
        %more = arith.ori %sum, %placed : i64
        %following = arith.addi %at, %c1 : index
        %further = arith.addi %shift, %seven : i64
        %goes_on = arith.cmpi uge, %wide, %high : i64
        scf.condition(%goes_on) %following, %further, %more : index, i64, i64
      } do {
      ^bb0(%at: index, %shift: i64, %sum: i64):
        scf.yield %at, %shift, %sum : index, i64, i64
      }
      %half = arith.shrui %raw, %one : i64
      %odd = arith.andi %raw, %one : i64
      %sign = arith.subi %zero, %odd : i64
      %difference = arith.xori %half, %sign : i64
      %value = arith.addi %before, %difference : i64
      memref.store %value, %table[%column, %i] : memref<3x?xi64>
      scf.yield %next, %value : index, i64
    }
    scf.yield %behind : index
  }
  return
}

// For each station and hour of the day: how many readings, their sum, the sum of their squares, the least, the greatest.
// For each station, with eight bits behind the point: a smoothed reading, and how far readings are from it, smoothed; and how many
// were more than four times that away. For each degree, from -100 on: how many readings.
// For each station: the sum of the vapour pressure at which air of this temperature is saturated, in hectopascals (Magnus' formula).
func.func private @reduce(%records: memref<?xi64>, %k: index, %table: memref<3x?xi64>,
                          %cells: memref<?x24x5xi64>, %smooth: memref<?x3xi64>, %degrees: memref<200xi64>, %vapour: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %four = arith.constant 4 : i64
  %eight = arith.constant 8 : i64
  %hundred = arith.constant 100 : i64
  %coldest = arith.constant 10000 : i64
  %hundredth = arith.constant 0.01 : f64
  %slope = arith.constant 17.62 : f64
  %pole = arith.constant 243.12 : f64
  %at_zero = arith.constant 6.112 : f64
  %milliseconds = arith.constant 3600000 : i64
  %hours = arith.constant 24 : i64
  %number = memref.load %records[%k] : memref<?xi64>
  %n = arith.index_cast %number : i64 to index
  scf.for %i = %c0 to %n step %c1 {
    %time = memref.load %table[%c0, %i] : memref<3x?xi64>
    %station = memref.load %table[%c1, %i] : memref<3x?xi64>
    %reading = memref.load %table[%c2, %i] : memref<3x?xi64>
    %since = arith.divui %time, %milliseconds : i64
    %hour = arith.remui %since, %hours : i64
    %s = arith.index_cast %station : i64 to index
    %h = arith.index_cast %hour : i64 to index
    %count = memref.load %cells[%s, %h, %c0] : memref<?x24x5xi64>
    %count1 = arith.addi %count, %one : i64
    memref.store %count1, %cells[%s, %h, %c0] : memref<?x24x5xi64>
    %sum = memref.load %cells[%s, %h, %c1] : memref<?x24x5xi64>
    %sum1 = arith.addi %sum, %reading : i64
    memref.store %sum1, %cells[%s, %h, %c1] : memref<?x24x5xi64>
    %squares = memref.load %cells[%s, %h, %c2] : memref<?x24x5xi64>
    %square = arith.muli %reading, %reading : i64
    %squares1 = arith.addi %squares, %square : i64
    memref.store %squares1, %cells[%s, %h, %c2] : memref<?x24x5xi64>
    %least = memref.load %cells[%s, %h, %c3] : memref<?x24x5xi64>
    %least1 = arith.minsi %least, %reading : i64
    memref.store %least1, %cells[%s, %h, %c3] : memref<?x24x5xi64>
    %greatest = memref.load %cells[%s, %h, %c4] : memref<?x24x5xi64>
    %greatest1 = arith.maxsi %greatest, %reading : i64
    memref.store %greatest1, %cells[%s, %h, %c4] : memref<?x24x5xi64>
    %fine = arith.shli %reading, %eight : i64
    %mean = memref.load %smooth[%s, %c0] : memref<?x3xi64>
    %spread = memref.load %smooth[%s, %c1] : memref<?x3xi64>
    %off = arith.subi %fine, %mean : i64
    %distance = math.absi %off : i64
    %step = arith.shrsi %off, %four : i64
    %mean1 = arith.addi %mean, %step : i64
    memref.store %mean1, %smooth[%s, %c0] : memref<?x3xi64>
    %wider = arith.subi %distance, %spread : i64
    %change = arith.shrsi %wider, %four : i64
    %spread1 = arith.addi %spread, %change : i64
    memref.store %spread1, %smooth[%s, %c1] : memref<?x3xi64>
    %limit = arith.shli %spread, %two : i64
    %is_far = arith.cmpi sgt, %distance, %limit : i64
    %far = arith.extui %is_far : i1 to i64
    %outliers = memref.load %smooth[%s, %c2] : memref<?x3xi64>
    %outliers1 = arith.addi %outliers, %far : i64
    memref.store %outliers1, %smooth[%s, %c2] : memref<?x3xi64>
    %above = arith.addi %reading, %coldest : i64
    %whole = arith.divui %above, %hundred : i64
    %degree = arith.index_cast %whole : i64 to index
    %often = memref.load %degrees[%degree] : memref<200xi64>
    %often1 = arith.addi %often, %one : i64
    memref.store %often1, %degrees[%degree] : memref<200xi64>
    %exact = arith.sitofp %reading : i64 to f64
    %celsius = arith.mulf %exact, %hundredth : f64
    %above_pole = arith.addf %celsius, %pole : f64
    %scaled = arith.mulf %celsius, %slope : f64
    %exponent = arith.divf %scaled, %above_pole : f64
    %growth = math.exp %exponent : f64
    %pressure = arith.mulf %growth, %at_zero : f64
    %pressures = memref.load %vapour[%s] : memref<?xf64>
    %pressures1 = arith.addf %pressures, %pressure : f64
    memref.store %pressures1, %vapour[%s] : memref<?xf64>
  }
  return
}

func.func @main(%path: memref<?xi8>, %start: memref<?xi64>, %records: memref<?xi64>, %bytes: index, %rows: index,
                %cells: memref<?x24x5xi64>, %smooth: memref<?x3xi64>, %degrees: memref<200xi64>, %vapour: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %opening = io.open read %path : memref<?xi8>
  %file = async.await %opening : !async.value<i32>
  %blocks = memref.dim %records, %c0 : memref<?xi64>
  scf.for %k = %c0 to %blocks step %c1 {
    %packed = memref.alloc(%bytes) : memref<?xi8>
    %table = memref.alloc(%rows) : memref<3x?xi64>
    func.call @read(%file, %start, %k, %packed) : (i32, memref<?xi64>, index, memref<?xi8>) -> ()
    func.call @unpack(%records, %k, %packed, %table) : (memref<?xi64>, index, memref<?xi8>, memref<3x?xi64>) -> ()
    func.call @reduce(%records, %k, %table, %cells, %smooth, %degrees, %vapour)
      : (memref<?xi64>, index, memref<3x?xi64>, memref<?x24x5xi64>, memref<?x3xi64>, memref<200xi64>, memref<?xf64>) -> ()
    memref.dealloc %table : memref<3x?xi64>
    memref.dealloc %packed : memref<?xi8>
  } {software_pipeline_stage = [0, 1, 2], software_pipeline_async_stages = [0, 1]}
  %closing = io.close %file : i32
  async.await %closing : !async.token
  return
}

// %spent: nanoseconds in each of the stages.
func.func @sequential(%path: memref<?xi8>, %start: memref<?xi64>, %records: memref<?xi64>, %bytes: index, %rows: index,
                      %cells: memref<?x24x5xi64>, %smooth: memref<?x3xi64>, %degrees: memref<200xi64>, %vapour: memref<?xf64>,
                      %spent: memref<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %opening = io.open read %path : memref<?xi8>
  %file = async.await %opening : !async.value<i32>
  %blocks = memref.dim %records, %c0 : memref<?xi64>
  %packed = memref.alloc(%bytes) : memref<?xi8>
  %table = memref.alloc(%rows) : memref<3x?xi64>
  %r, %u, %d = scf.for %k = %c0 to %blocks step %c1
      iter_args(%reading = %zero, %unpacking = %zero, %reducing = %zero) -> (i64, i64, i64) {
    %begin = io.clock : i64
    func.call @read(%file, %start, %k, %packed) : (i32, memref<?xi64>, index, memref<?xi8>) -> ()
    %read = io.clock : i64
    func.call @unpack(%records, %k, %packed, %table) : (memref<?xi64>, index, memref<?xi8>, memref<3x?xi64>) -> ()
    %unpacked = io.clock : i64
    func.call @reduce(%records, %k, %table, %cells, %smooth, %degrees, %vapour)
      : (memref<?xi64>, index, memref<3x?xi64>, memref<?x24x5xi64>, memref<?x3xi64>, memref<200xi64>, memref<?xf64>) -> ()
    %reduced = io.clock : i64
    %in_read = arith.subi %read, %begin : i64
    %in_unpack = arith.subi %unpacked, %read : i64
    %in_reduce = arith.subi %reduced, %unpacked : i64
    %reading1 = arith.addi %reading, %in_read : i64
    %unpacking1 = arith.addi %unpacking, %in_unpack : i64
    %reducing1 = arith.addi %reducing, %in_reduce : i64
    scf.yield %reading1, %unpacking1, %reducing1 : i64, i64, i64
  }
  memref.store %r, %spent[%c0] : memref<3xi64>
  memref.store %u, %spent[%c1] : memref<3xi64>
  memref.store %d, %spent[%c2] : memref<3xi64>
  memref.dealloc %table : memref<3x?xi64>
  memref.dealloc %packed : memref<?xi8>
  %closing = io.close %file : i32
  async.await %closing : !async.token
  return
}
