# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`asyncir.assert_sync`: for tests of who writes kernels."""

from __future__ import annotations

from typing import Any

from asyncir.driver.kernels.objects import check_kernel_object, kernel_text, no_kernel

_MORE_THAN_NEEDED = ("redundant", "too strong")


def assert_sync(kernel: Any, *, exact: bool = False, allow_unknown: bool = False, **launch: Any) -> None:
    """Fail, with the report as the message, unless the synchronisation of a kernel is proved right.

    `kernel` is PTX or an object that has it, `launch` as for `asyncir.check`. With `exact`, what nothing needs and what is
    too strong fails, too, but for sites with `// asyncir: keep`. With `allow_unknown`, what is neither proved nor refuted
    passes.
    """
    text = kernel_text(kernel)
    if text is None:
        raise no_kernel(kernel)
    checked = check_kernel_object(text, **launch)
    wrong = checked.standing == "refuted" or (checked.standing != "proved" and not allow_unknown)
    more = (
        [site for site in checked.sites if site.verdict in _MORE_THAN_NEEDED and not site.kept]
        if exact
        else []
    )
    if not wrong and not more:
        return
    listed = "".join(f"\n{site.location}: {site.statement}: {site.verdict}" for site in more)
    raise AssertionError(f"the synchronisation of {text.name} is {checked.standing}{listed}\n{checked}")
