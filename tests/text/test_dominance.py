"""Dominance, against its definition: to dominate is to be on every path from the entry."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from asyncir.dialects.cf import BranchOp, ConditionalBranchOp
from asyncir.dialects.dominance import Dominance
from asyncir.dialects.func import ReturnOp
from asyncir.dialects.verification import find_faults
from asyncir.ir import Block, Region, i1
from asyncir.source.text import parse_module


def region_of(edges: list[list[int]]) -> Region:
    blocks = [Block(arg_types=[i1] if index == 0 else []) for index in range(len(edges))]
    condition = blocks[0].args[0]
    for block, targets in zip(blocks, edges, strict=True):
        if not targets:
            block.add_op(ReturnOp())
        elif len(targets) == 1:
            block.add_op(BranchOp(blocks[targets[0]]))
        else:
            block.add_op(ConditionalBranchOp(condition, blocks[targets[0]], [], blocks[targets[1]], []))
    return Region(blocks)


def reachable(edges: list[list[int]], without: int | None = None) -> set[int]:
    seen: set[int] = set()
    pending = [0]
    while pending:
        block = pending.pop()
        if block not in seen and block != without:
            seen.add(block)
            pending += edges[block]
    return seen


def graphs(size: int) -> st.SearchStrategy[list[list[int]]]:
    targets = st.lists(st.integers(1, size - 1), max_size=2) if size > 1 else st.just([])
    return st.lists(targets, min_size=size, max_size=size)


GRAPHS = st.integers(1, 9).flatmap(graphs)


@settings(max_examples=300, deadline=None)
@given(GRAPHS)
def test_a_block_dominates_what_cannot_be_reached_without_it(edges: list[list[int]]) -> None:
    region = region_of(edges)
    blocks = list(region.blocks)
    tree = Dominance(region)
    alive = reachable(edges)
    for above in range(len(edges)):
        assert tree.is_reachable(blocks[above]) == (above in alive)
        without = reachable(edges, above)
        for below in range(len(edges)):
            on_every_path = above == below or (above in alive and below not in without)
            expected = on_every_path or below not in alive
            assert tree.dominates(blocks[above], blocks[below]) == expected


def test_a_long_chain_of_blocks() -> None:
    size = 3000
    lines = ["func.func @f(%x: i32) -> i32 {", "  cf.br ^b0"]
    for index in range(size):
        previous = f"%v{index - 1}" if index else "%x"
        lines += [f"^b{index}:", f"  %v{index} = arith.addi {previous}, %x : i32", f"  cf.br ^b{index + 1}"]
    lines += [f"^b{size}:", "  return %v7 : i32", "}"]
    assert find_faults(parse_module("\n".join(lines))) == []
