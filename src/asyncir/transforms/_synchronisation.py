"""The check of a module's synchronisation as passes and drivers ask for it: programs with tasks and queues are taken in."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.mixed_tasks import Translation, Translations
from asyncir.analyses.sync_report import SyncReport
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.ir import Context, ModuleOp
from asyncir.transforms._passes import Pass
from asyncir.transforms.inline_async_ops import InlineAsyncOps
from asyncir.transforms.inline_tasks import InlineTasks
from asyncir.transforms.queues_to_unordered_tasks import QueuesToUnorderedTasks


def judge(
    module: ModuleOp,
    *,
    entries: Sequence[str] | None = None,
    args_alias: bool = False,
    certificates: bool = False,
) -> SyncReport:
    """Prove or refute the synchronisation of a module's entries, and judge each wait; the module stays as it is."""

    def translation(chosen: Pass) -> Translation:
        return lambda copy: chosen.apply(Context(), copy)

    return check_synchronisation(
        module,
        entries=entries,
        args_alias=args_alias,
        certificates=certificates,
        mixed=Translations(
            translation(QueuesToUnorderedTasks()), translation(InlineTasks()), translation(InlineAsyncOps())
        ),
    )
