// Branches between blocks, with and without values; switches; assertions.
func.func @diamond(%c: i1, %x: f32) -> f32 {
  cf.cond_br %c, ^then, ^else(%x : f32)
^then:
  %0 = arith.addf %x, %x : f32
  cf.br ^join(%0, %c : f32, i1)
^else(%y: f32):
  cf.br ^join(%y, %c : f32, i1) {a.b}
^join(%z: f32, %d: i1):
  cf.assert %d, "a message with \"quotes\", a backslash \\, a tab \t and é"
  return %z : f32
}
func.func @loop(%n: i32, %one: i32, %zero: i32) -> i32 {
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %sum: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more weights([90, 10]), ^body, ^exit {a.hot}
^body:
  %next = arith.addi %i, %one : i32
  %s = arith.addi %sum, %i : i32
  cf.assert %more, "" {a.b = 1 : i32}
  cf.br ^head(%next, %s : i32, i32)
^exit:
  return %sum : i32
}
func.func @switches(%n: i32, %m: i8, %u: ui8, %wide: i64, %c: i1) -> i32 {
  cf.switch %n : i32, [
    default: ^other,
    0: ^zero(%n, %c : i32, i1),
    -1: ^zero(%n, %c : i32, i1),
    42: ^other
  ]
^zero(%z: i32, %d: i1):
  cf.switch %m : i8, [
    default: ^other
  ]
^other:
  cf.switch %wide : i64, [
    default: ^last(%n : i32),
    9223372036854775807: ^last(%n : i32)
  ] {a.b}
^last(%l: i32):
  cf.switch %u : ui8, [
    default: ^end,
    255: ^end
  ]
^end:
  return %l : i32
}
func.func @unreachable(%x: i32) -> i32 {
  cf.br ^exit
^dead(%y: i32):
  %0 = arith.addi %y, %1 : i32
  cf.br ^dead(%0 : i32)
^exit:
  %1 = arith.addi %x, %x : i32
  return %1 : i32
}
func.func @same_destination(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^one(%x : i32), ^one(%y : i32)
^one(%z: i32):
  return %z : i32
}
async.func @in_async_function(%c: i1, %x: f32, %n: i32) -> (!async.token, !async.value<f32>) {
  cf.assert %c, "in an async function"
  cf.cond_br %c, ^then, ^else
^then:
  cf.br ^join(%x : f32)
^else:
  cf.switch %n : i32, [
    default: ^then,
    1: ^join(%x : f32)
  ]
^join(%y: f32):
  return %y : f32
}
func.func @in_task(%c: i1, %n: i32) {
  %t = async.execute {
    scf.execute_region {
      cf.cond_br %c, ^then, ^else
    ^then:
      cf.br ^else
    ^else:
      cf.assert %c, "in a task"
      cf.switch %n : i32, [
        default: ^end,
        3: ^then
      ]
    ^end:
      scf.yield
    }
    async.yield
  }
  return
}
