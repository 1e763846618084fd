"""Short ways to write programs with tasks, and to ask what the check says of them."""

import asyncir


def verdict(text, entry="main", **options):
    """What the check says of one entry."""
    return asyncir.check(text, entry=entry, **options).functions[entry]


def waits(text):
    """Of each wait its line and verdict, and of a dependency which operand it is."""
    found = asyncir.check(text).waits
    return [(int(w.location.split(":")[-2]), w.operand, w.verdict) for w in found]


HEAD = """func.func @main(%n: index, %k: index, %A: memref<?xi64>, %B: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 7 : i64
"""


def main(body):
    """A function with two numbers and two arrays."""
    return HEAD + body + "  return\n}\n"


def store(what="%A", index="%i"):
    return f"memref.store %x, {what}[{index}] : memref<?xi64>"


def load(name, what="%A", index="%i"):
    return f"{name} = memref.load {what}[{index}] : memref<?xi64>"


def task(body, name="%t", waits=""):
    return f"{name} = async.execute {waits}{{\n{body}\n      async.yield\n    }}"


def loop(body, counter="%i", upper="%n", carried=""):
    return f"scf.for {counter} = %c0 to {upper} step %c1 {carried}{{\n{body}\n  }}\n"
