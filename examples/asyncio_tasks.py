"""Await compiled tasks from asyncio: python examples/asyncio_tasks.py"""

import asyncio

import asyncir

PROGRAM = """
func.func @start(%x: f64) -> !async.value<f64> {
  %token, %value = async.execute -> !async.value<f64> {
    %y = math.sqrt %x : f64
    async.yield %y : f64
  }
  return %value : !async.value<f64>
}
"""


async def main() -> list[float]:
    """Launch ten tasks; the event loop is free while they run."""
    program = asyncir.compile(PROGRAM)
    return await asyncio.gather(*(program.start(float(i * i)) for i in range(10)))


if __name__ == "__main__":
    print(asyncio.run(main()))
