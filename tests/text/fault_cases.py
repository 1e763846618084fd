"""Programs with one fault each, marked at the spot, with the code and the message that they get."""

from __future__ import annotations

import pytest

Case = tuple[str, str, str, str]


def case(name: str, code: str, message: str, *lines: str) -> object:
    return pytest.param(code, message, "\n".join(lines), id=name)


def in_function(arguments: str, *lines: str, results: str = "", end: str = "  return") -> tuple[str, ...]:
    arrow = f" -> {results}" if results else ""
    return (f"func.func @f({arguments}){arrow} {{", *("  " + line for line in lines), end, "}")


DECLARED = (
    "func.func private @g(i32) -> f32",
    "async.func private @a(i32) -> (!async.token, !async.value<f32>)",
)

CASES = [
    # Dominance
    case(
        "use-before-definition",
        "V002",
        "'%b' is used before",
        *in_function("%x: i32", "%a = arith.addi %x, ⟦%b⟧ : i32", "%b = arith.addi %x, %x : i32"),
    ),
    case(
        "use-of-itself",
        "V002",
        "'%a' is used before",
        *in_function("%x: i32", "%a = arith.addi %x, ⟦%a⟧ : i32"),
    ),
    case(
        "not-on-every-path",
        "V002",
        "not defined on every path",
        *in_function(
            "%c: i1, %x: i32",
            "cf.cond_br %c, ^then, ^join",
            "^then:",
            "%a = arith.addi %x, %x : i32",
            "cf.br ^join",
            "^join:",
            "%b = arith.addi ⟦%a⟧, %x : i32",
        ),
    ),
    case(
        "loop-back",
        "V002",
        "not defined on every path",
        *in_function(
            "%c: i1, %x: i32",
            "cf.br ^head",
            "^head:",
            "%b = arith.addi ⟦%a⟧, %x : i32",
            "cf.br ^body",
            "^body:",
            "%a = arith.addi %x, %x : i32",
            "cf.cond_br %c, ^head, ^exit",
            "^exit:",
        ),
    ),
    case(
        "from-a-sibling-region",
        "V002",
        "not defined on every path",
        *in_function(
            "%c: i1, %x: i32",
            "scf.if %c {",
            "  %b = arith.addi ⟦%a⟧, %x : i32",
            "} else {",
            "}",
            "scf.if %c {",
            "  %a = arith.addi %x, %x : i32",
            "}",
        ),
    ),
    case(
        "result-inside-its-own-region",
        "V002",
        "used inside the operation",
        *in_function(
            "%c: i1, %x: f32",
            "%t, %v = async.execute -> !async.value<f32> {",
            "  %y = async.await ⟦%v⟧ : !async.value<f32>",
            "  async.yield %y : f32",
            "}",
        ),
    ),
    case(
        "from-an-unreachable-block",
        "V002",
        "not defined on every path",
        *in_function(
            "%x: i32",
            "cf.br ^exit",
            "^dead:",
            "%a = arith.addi %x, %x : i32",
            "cf.br ^exit",
            "^exit:",
            "%b = arith.addi ⟦%a⟧, %x : i32",
        ),
    ),
    # Structure
    case(
        "no-terminator",
        "V004",
        "not a terminator",
        *in_function("%x: i32", "%a = ⟦arith.addi⟧ %x, %x : i32", end=""),
    ),
    case("terminator-in-the-middle", "V004", "must be the last", *in_function("%x: i32", "⟦return⟧")),
    case(
        "branch-in-the-middle",
        "V004",
        "must be the last",
        *in_function("%x: i32", "⟦cf.br⟧ ^a", "%a = arith.addi %x, %x : i32", "return", "^a:"),
    ),
    case(
        "wrong-terminator-in-for",
        "V001",
        "scf.yield",
        *in_function("%n: index, %c: i1", "⟦scf.for⟧ %i = %n to %n step %n {", "  scf.condition(%c)", "}"),
    ),
    # Branches
    case("branch-number", "V005", "passes 1 values", *in_function("%x: i32", "⟦cf.br⟧ ^a(%x : i32)", "^a:")),
    case(
        "branch-type",
        "V005",
        "passes i32 to a block argument of type f32",
        *in_function("%x: i32", "cf.br ^a(⟦%x⟧ : i32)", "^a(%y: f32):"),
    ),
    case(
        "cond-branch-type",
        "V005",
        "passes i32 to",
        *in_function(
            "%x: i32, %c: i1", "cf.cond_br %c, ^b, ^a(⟦%x⟧ : i32)", "^b:", "cf.br ^b", "^a(%y: f32):"
        ),
    ),
    case(
        "switch-number",
        "V005",
        "passes 0 values",
        *in_function(
            "%x: i32", "⟦cf.switch⟧ %x : i32, [", "  default: ^a(%x : i32),", "  1: ^a", "]", "^a(%y: i32):"
        ),
    ),
    case("branch-to-entry", "V005", "first block", "func.func @f() {", "^entry:", "  ⟦cf.br⟧ ^entry", "}"),
    case(
        "weights",
        "V001",
        "two branch weights",
        *in_function("%c: i1", "⟦cf.cond_br⟧ %c weights([1, 2, 3]), ^a, ^a", "^a:"),
    ),
    # Symbols and calls
    case(
        "call-of-nothing",
        "V003",
        "@h does not name anything",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦func.call⟧ @h(%x) : (i32) -> f32"),
    ),
    case(
        "call-of-an-async-function",
        "V003",
        "names a async.func",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦func.call⟧ @a(%x) : (i32) -> f32"),
    ),
    case(
        "call-operand",
        "V006",
        "operand type mismatch",
        *DECLARED,
        *in_function("%x: i64", "%r = call @g(⟦%x⟧) : (i64) -> f32"),
    ),
    case(
        "call-number",
        "V006",
        "number of operands",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦call⟧ @g(%x, %x) : (i32, i32) -> f32"),
    ),
    case(
        "call-result",
        "V006",
        "result type mismatch",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦call⟧ @g(%x) : (i32) -> f64"),
    ),
    case(
        "call-results",
        "V006",
        "number of results",
        *DECLARED,
        *in_function("%x: i32", "⟦call⟧ @g(%x) : (i32) -> ()"),
    ),
    case(
        "async-call-of-a-function",
        "V003",
        "names a func.func",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦async.call⟧ @g(%x) : (i32) -> !async.token"),
    ),
    case(
        "async-call-result",
        "V006",
        "number of results",
        *DECLARED,
        *in_function("%x: i32", "%r = ⟦async.call⟧ @a(%x) : (i32) -> !async.token"),
    ),
    case(
        "constant-of-nothing",
        "V003",
        "@h does not name",
        *DECLARED,
        *in_function("", "%r = ⟦constant⟧ @h : () -> ()"),
    ),
    case(
        "constant-type",
        "V001",
        "mismatched type",
        *DECLARED,
        *in_function("", "%r = ⟦constant⟧ @g : () -> ()"),
    ),
    case("symbol-twice", "V007", "'@f'", "func.func private @f()", "⟦func.func⟧ private @f(i32)"),
    case(
        "symbol-of-an-outer-module",
        "V003",
        "@g does not name",
        *DECLARED,
        "module {",
        *in_function("%x: i32", "%r = ⟦call⟧ @g(%x) : (i32) -> f32"),
        "}",
    ),
    case(
        "symbol-in-a-function",
        "V001",
        "belongs to a module",
        *in_function("", "⟦func.func⟧ private @g()"),
    ),
    # Functions
    case(
        "return-type",
        "V001",
        "expected f32, got i32",
        *in_function("%x: i32", results="f32", end="  return ⟦%x⟧ : i32"),
    ),
    case(
        "return-number", "V001", "expected 1 values, got 0", *in_function("", results="f32", end="  ⟦return⟧")
    ),
    case(
        "return-elsewhere",
        "V001",
        "expects parent op",
        *in_function("", "scf.execute_region {", "  ⟦func.return⟧", "}"),
    ),
    case("public-declaration", "V001", "public visibility", "⟦func.func⟧ @f()"),
    case(
        "entry-arguments",
        "V001",
        "entry block arguments",
        '⟦"func.func"⟧() <{function_type = (i32) -> (), sym_name = "f"}> ({',
        "^bb0(%x: f32):",
        '  "func.return"() : () -> ()',
        "}) : () -> ()",
    ),
    case(
        "async-function-without-results", "V001", "at least of size 1", "⟦async.func⟧ @f() {", "  return", "}"
    ),
    case("async-function-result", "V001", "must be async value type", "⟦async.func⟧ private @f() -> f32"),
    case(
        "async-function-token-second",
        "V001",
        "1st return value",
        "⟦async.func⟧ private @f() -> (!async.value<f32>, !async.token)",
    ),
    case(
        "async-return-type",
        "V001",
        "expected f32, got i32",
        "async.func @f(%x: i32) -> !async.value<f32> {",
        "  return ⟦%x⟧ : i32",
        "}",
    ),
    case(
        "async-return-number",
        "V001",
        "expected 0 values",
        "async.func @f(%x: i32) -> !async.token {",
        "  ⟦return⟧ %x : i32",
        "}",
    ),
    # Async
    case(
        "yield-number",
        "V001",
        "expected 0 values, got 1",
        *in_function("%x: f32", "%t = async.execute {", "  ⟦async.yield⟧ %x : f32", "}"),
    ),
    case(
        "yield-type",
        "V001",
        "expected i32, got f32",
        *in_function(
            "%x: f32", "%t, %v = async.execute -> !async.value<i32> {", "  async.yield ⟦%x⟧ : f32", "}"
        ),
    ),
    case(
        "yield-elsewhere",
        "V001",
        "expects parent op",
        *in_function("", "scf.execute_region {", "  ⟦async.yield⟧", "}"),
    ),
    case(
        "execute-arguments",
        "V001",
        "argument types do not match",
        *in_function(
            "%v: !async.value<f32>",
            '%t = ⟦"async.execute"⟧(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({',
            "^bb0(%x: i32):",
            "  async.yield",
            "}) : (!async.value<f32>) -> !async.token",
        ),
    ),
    case(
        "execute-dependency",
        "V001",
        "async.value",
        *in_function(
            "%v: !async.value<f32>",
            '%t = ⟦"async.execute"⟧(%v) <{operandSegmentSizes = array<i32: 1, 0>}> ({',
            "  async.yield",
            "}) : (!async.value<f32>) -> !async.token",
        ),
    ),
    case(
        "await-result",
        "V001",
        "gives no result",
        *in_function("%t: !async.token", '%r = ⟦"async.await"⟧(%t) : (!async.token) -> i32'),
    ),
    case(
        "await-payload",
        "V001",
        "a result of type f32",
        *in_function("%v: !async.value<f32>", '%r = ⟦"async.await"⟧(%v) : (!async.value<f32>) -> i32'),
    ),
    case(
        "await-without-result",
        "V001",
        "a result of type f32",
        *in_function("%v: !async.value<f32>", '⟦"async.await"⟧(%v) : (!async.value<f32>) -> ()'),
    ),
    case(
        "load-payload",
        "V001",
        "element type",
        *in_function("%v: !async.value<f32>", '%r = ⟦"async.runtime.load"⟧(%v) : (!async.value<f32>) -> i32'),
    ),
    case(
        "store-payload",
        "V001",
        "element type",
        *in_function(
            "%v: !async.value<f32>, %x: i32",
            '⟦"async.runtime.store"⟧(%x, %v) : (i32, !async.value<f32>) -> ()',
        ),
    ),
    case(
        "add-ref-count",
        "V001",
        "positive",
        *in_function("%t: !async.token", "⟦async.runtime.add_ref⟧ %t {count = 0 : i64} : !async.token"),
    ),
    case(
        "drop-ref-count-type",
        "V001",
        "i64",
        *in_function(
            "%t: !async.token", '⟦"async.runtime.drop_ref"⟧(%t) <{count = 1 : i32}> : (!async.token) -> ()'
        ),
    ),
    # scf
    case(
        "for-body-arguments",
        "V001",
        "arguments",
        *in_function(
            "%n: index",
            '⟦"scf.for"⟧(%n, %n, %n) ({',
            "^bb0(%i: index, %x: f32):",
            "  scf.yield",
            "}) : (index, index, index) -> ()",
        ),
    ),
    case(
        "for-yield",
        "V001",
        "expected f32, got index",
        *in_function(
            "%n: index, %x: f32",
            "%r = ⟦scf.for⟧ %i = %n to %n step %n iter_args(%a = %x) -> (f32) {",
            "  scf.yield %i : index",
            "}",
        ),
    ),
    case(
        "for-type",
        "V001",
        "operand 'lb'",
        *in_function(
            "%n: f32",
            '⟦"scf.for"⟧(%n, %n, %n) ({',
            "^bb0(%i: f32):",
            "  scf.yield",
            "}) : (f32, f32, f32) -> ()",
        ),
    ),
    case(
        "if-without-else",
        "V001",
        "else",
        *in_function("%c: i1, %x: f32", "%r = ⟦scf.if⟧ %c -> f32 {", "  scf.yield %x : f32", "}"),
    ),
    case(
        "if-yield",
        "V001",
        "expected 1 values, got 0",
        *in_function("%c: i1, %x: f32", "%r = ⟦scf.if⟧ %c -> f32 {", "  scf.yield %x : f32", "} else {", "}"),
    ),
    case(
        "while-condition",
        "V001",
        "expected f32, got index",
        *in_function(
            "%c: i1, %n: index",
            "%r = ⟦scf.while⟧ (%a = %n) : (index) -> f32 {",
            "  scf.condition(%c) %a : index",
            "} do {",
            "^bb0(%b: f32):",
            "  scf.yield %n : index",
            "}",
        ),
    ),
    case(
        "while-arguments",
        "V001",
        "second region's arguments",
        *in_function(
            "%c: i1, %n: index",
            "%r = ⟦scf.while⟧ (%a = %n) : (index) -> index {",
            "  scf.condition(%c) %a : index",
            "} do {",
            "^bb0(%b: f32):",
            "  scf.yield %n : index",
            "}",
        ),
    ),
    case(
        "while-yield",
        "V001",
        "expected index, got f32",
        *in_function(
            "%c: i1, %n: index",
            "%r = ⟦scf.while⟧ (%a = %n) : (index) -> f32 {",
            "  %z = arith.constant 0.0 : f32",
            "  scf.condition(%c) %z : f32",
            "} do {",
            "^bb0(%b: f32):",
            "  scf.yield %b : f32",
            "}",
        ),
    ),
    case(
        "switch-twice",
        "V001",
        "duplicate case",
        *in_function(
            "%n: index",
            "⟦scf.index_switch⟧ %n",
            "case 1 {",
            "  scf.yield",
            "}",
            "case 1 {",
            "  scf.yield",
            "}",
            "default {",
            "}",
        ),
    ),
    case(
        "switch-yield",
        "V001",
        "expected 1 values",
        *in_function(
            "%n: index, %x: f32",
            "%r = ⟦scf.index_switch⟧ %n -> f32",
            "case 1 {",
            "  scf.yield",
            "}",
            "default {",
            "  scf.yield %x : f32",
            "}",
        ),
    ),
    case(
        "execute-region-yield",
        "V001",
        "expected 1 values",
        *in_function("%x: f32", "%r = ⟦scf.execute_region⟧ -> f32 {", "  scf.yield", "}"),
    ),
    case(
        "parallel-reductions",
        "V001",
        "number of results",
        *in_function(
            "%n: index, %x: f32",
            "%r = ⟦scf.parallel⟧ (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {",
            "  scf.reduce",
            "}",
        ),
    ),
    case(
        "reduce-arguments",
        "V001",
        "two block arguments",
        *in_function(
            "%n: index, %x: f32",
            "%r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {",
            "  ⟦scf.reduce⟧(%x : f32) {",
            "  ^bb0(%a: f32, %b: i32):",
            "    scf.reduce.return %a : f32",
            "  }",
            "}",
        ),
    ),
    case(
        "reduce-return",
        "V001",
        "expected f32, got index",
        *in_function(
            "%n: index, %x: f32",
            "%r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {",
            "  ⟦scf.reduce⟧(%x : f32) {",
            "  ^bb0(%a: f32, %b: f32):",
            "    scf.reduce.return %n : index",
            "  }",
            "}",
        ),
    ),
    # cf
    case("assert-message", "V001", "msg", *in_function("%c: i1", '⟦"cf.assert"⟧(%c) : (i1) -> ()')),
    case(
        "switch-values",
        "V001",
        "case value",
        *in_function(
            "%x: i32",
            '⟦"cf.switch"⟧(%x)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : '
            "vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()",
            "^a:",
        ),
    ),
]
