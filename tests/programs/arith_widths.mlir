// Casts between integers of all widths and index.
// run: @main(-2 : i8) = -2 : i16, 254 : i32, -2 : i64, 254 : i64, 0 : i1
func.func @main(%a: i8) -> (i16, i32, i64, i64, i1) {
  %s16 = arith.extsi %a : i8 to i16
  %u32 = arith.extui %a : i8 to i32
  %at = arith.index_cast %a : i8 to index
  %s64 = arith.index_cast %at : index to i64
  %ui = arith.index_castui %a : i8 to index
  %u64 = arith.index_castui %ui : index to i64
  %bit = arith.trunci %u32 : i32 to i1
  return %s16, %u32, %s64, %u64, %bit : i16, i32, i64, i64, i1
}
