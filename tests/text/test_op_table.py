"""Every op of our dialects is round-tripped in three contexts at least, one of them inside async."""

from __future__ import annotations

import pytest

from tests.text.op_table import TOP_LEVEL, Context, all_ops, contexts, in_async


@pytest.fixture(scope="module")
def table() -> dict[str, set[Context]]:
    return contexts()


@pytest.mark.parametrize("op", all_ops())
def test_an_op_is_in_three_contexts_one_of_them_async(op: str, table: dict[str, set[Context]]) -> None:
    where = table.get(op, set())
    assert len(where) >= 3, f"{op} is in {len(where)} contexts of tests/text/programs: {sorted(where)}"
    assert op in TOP_LEVEL or any(map(in_async, where)), f"{op} is nowhere inside async.execute or async.func"


def test_the_table_has_no_op_that_does_not_exist(table: dict[str, set[Context]]) -> None:
    assert sorted(set(table) - set(all_ops())) == []
