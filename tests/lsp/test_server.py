"""`asyncir lsp` as an editor sees it: a real client, over standard input and output of a process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

LATE = """func.func @late(%a: memref<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      memref.store %v, %a[%c0] : memref<4xf32>
    }
  }
  queue.wait(0, 1)
  %x = memref.load %a[%c0] : memref<4xf32>
  return %x : f32
}
"""
TASKS = """func.func @main(%m: memref<1xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %m[%c0] : memref<1xf32>
    async.yield
  }
  %x = memref.load %m[%c0] : memref<1xf32>
  async.await %t : !async.token
  return %x : f32
}
"""


class Editor(LanguageClient):
    """A client that keeps the newest diagnostics of each text."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.number = 0
        self.shown: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def shown(params: lsp.PublishDiagnosticsParams) -> None:
            self.shown.put_nowait(params)

        @self.feature(lsp.WINDOW_LOG_MESSAGE)
        def logged(params: lsp.LogMessageParams) -> None:
            self.shown.put_nowait(lsp.PublishDiagnosticsParams("log", [], 0))
            raise AssertionError(params.message)

    async def open(self, text: str) -> None:
        """Open a text under a name of its own."""
        self.number += 1
        self.uri = f"file:///programs/text{self.number}.mlir"
        self.document = lsp.TextDocumentIdentifier(self.uri)
        self.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "mlir", 1, text))
        )

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        while (params := await asyncio.wait_for(self.shown.get(), 60)).uri != self.uri:
            assert params.uri != "log"
        return params.diagnostics

    async def checked(self) -> list[lsp.Diagnostic]:
        """What is shown when `check` has run, too."""
        await self.diagnostics()
        return await self.diagnostics()


@pytest.fixture(scope="module")
def editor() -> Iterator[tuple[asyncio.AbstractEventLoop, Editor]]:
    """One server for all tests, each of which opens a text of its own."""
    loop = asyncio.new_event_loop()
    editor = Editor()

    async def start() -> None:
        await editor.start_io(sys.executable, "-m", "asyncir", "lsp")
        await editor.initialize_async(
            lsp.InitializeParams(lsp.ClientCapabilities(), process_id=None, root_uri="file:///programs")
        )
        editor.initialized(lsp.InitializedParams())

    async def stop() -> None:
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()

    loop.run_until_complete(start())
    yield loop, editor
    loop.run_until_complete(stop())
    loop.close()


Body = Callable[[Editor], Coroutine[Any, Any, None]]
Test = Callable[[tuple[asyncio.AbstractEventLoop, Editor]], None]


def session(text: str) -> Callable[[Body], Test]:
    """A test that talks to a server in which the text is open."""

    def decorate(body: Body) -> Test:
        async def run(editor: Editor) -> None:
            await editor.open(text)
            await body(editor)

        def test(editor: tuple[asyncio.AbstractEventLoop, Editor]) -> None:
            loop, client = editor
            loop.run_until_complete(run(client))

        return test

    return decorate


def at(text: str, what: str, nth: int = 0) -> lsp.Position:
    """Where the nth of a word stands, one character into it."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(what, offset + 1)
    line = text.count("\n", 0, offset)
    return lsp.Position(line, offset - text.rfind("\n", 0, offset) - 1 + 1)


def applied(text: str, action: lsp.CodeAction | lsp.Command) -> str:
    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    ((edit,),) = action.edit.changes.values()
    lines = text.split("\n")
    start, end = edit.range.start, edit.range.end
    before = (
        "\n".join(lines[: start.line]) + ("\n" if start.line else "") + lines[start.line][: start.character]
    )
    behind = (
        lines[end.line][end.character :] + "\n" + "\n".join(lines[end.line + 1 :])
        if end.line < len(lines)
        else ""
    )
    return before + edit.new_text + behind


@session(LATE)
async def test_a_race_is_shown_with_its_places(editor: Editor) -> None:
    wrong, *_ = await editor.checked()
    assert (wrong.code, wrong.source, wrong.severity) == ("Q001", "asyncir", lsp.DiagnosticSeverity.Error)
    assert wrong.range == lsp.Range(lsp.Position(7, 2), lsp.Position(7, 12))
    assert "help: write `queue.wait(0, 0)`" in wrong.message
    assert [info.location.range.start.line for info in wrong.related_information or ()] == [3, 8]


@session(LATE)
async def test_a_code_action_applies_the_help(editor: Editor) -> None:
    await editor.checked()
    line = lsp.Range(lsp.Position(7, 0), lsp.Position(7, 1))
    params = lsp.CodeActionParams(editor.document, line, lsp.CodeActionContext([]))
    (action,) = await editor.text_document_code_action_async(params) or ()
    assert action.title == "Write `queue.wait(0, 0)`"
    assert applied(LATE, action) == LATE.replace("(0, 1)", "(0, 0)")
    text = applied(LATE, action)
    change = lsp.TextDocumentContentChangeWholeDocument(text)
    editor.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, editor.uri), [change])
    )
    assert [d.code for d in await editor.checked()] == []


@session(LATE)
async def test_hints_stand_beside_waits(editor: Editor) -> None:
    await editor.checked()
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    (hint,) = (
        await editor.text_document_inlay_hint_async(lsp.InlayHintParams(editor.document, everything)) or ()
    )
    assert (hint.label, hint.position) == ("too weak: 0 is exact", lsp.Position(7, 12))
    hover = await editor.text_document_hover_async(lsp.HoverParams(editor.document, at(LATE, "queue.wait")))
    assert hover is not None
    assert "too weak" in hover.contents.value  # type: ignore[union-attr]


@session(TASKS)
async def test_tasks_get_the_waits_that_they_lack(editor: Editor) -> None:
    found = await editor.checked()
    where = next(d for d in found if d.severity is lsp.DiagnosticSeverity.Error).range
    params = lsp.CodeActionParams(editor.document, where, lsp.CodeActionContext([]))
    (action,) = await editor.text_document_code_action_async(params) or ()
    assert action.title == "Add what is missing (1)"
    text = applied(TASKS, action)
    assert text.index("async.await") < text.index("memref.load")


@session(LATE)
async def test_names(editor: Editor) -> None:
    await editor.checked()
    use = at(LATE, "%c0", 2)
    (definition,) = (
        await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, use)) or ()
    )
    assert definition.range == lsp.Range(lsp.Position(1, 2), lsp.Position(1, 5))  # type: ignore[union-attr]
    context = lsp.ReferenceContext(include_declaration=True)
    found = (
        await editor.text_document_references_async(lsp.ReferenceParams(context, editor.document, use)) or ()
    )
    assert [place.range.start.line for place in found] == [1, 4, 8]
    hover = await editor.text_document_hover_async(lsp.HoverParams(editor.document, at(LATE, "%a", 1)))
    assert hover is not None
    assert "memref<4xf32>" in hover.contents.value  # type: ignore[union-attr]
    symbols = (
        await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document)) or ()
    )
    assert [symbol.name for symbol in symbols] == ["late"]


TYPO = """func.func @f(%x: i32) -> i32 {
  %c = arith.constant {s = "\U0001d518"} 1 : i32 %long = arith.addi %x, %x : i32
  return %lonk : i32
}
"""


@session(TYPO)
async def test_a_typo_is_mended_and_columns_are_the_clients(editor: Editor) -> None:
    (wrong,) = await editor.diagnostics()
    assert (wrong.code, wrong.range.start) == ("T002", lsp.Position(2, 9))
    params = lsp.CodeActionParams(editor.document, wrong.range, lsp.CodeActionContext([]))
    (action,) = await editor.text_document_code_action_async(params) or ()
    assert action.title == "Replace it by '%long'"
    assert "return %long : i32" in applied(TYPO, action)
    # Behind a character of two UTF-16 units.
    (definition,) = (
        await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, at(TYPO, "%x", 2)))
        or ()
    )
    assert definition.range.start == lsp.Position(0, 13)  # type: ignore[union-attr]
    hover = await editor.text_document_hover_async(lsp.HoverParams(editor.document, at(TYPO, "%long")))
    assert hover is not None
    assert hover.range is not None
    line = TYPO.split("\n")[1]
    assert hover.range.start.character == line.index("%long") + 1


@session("")
async def test_an_empty_text_is_no_fault_of_the_server(editor: Editor) -> None:
    await editor.checked()
    assert (
        await editor.text_document_hover_async(lsp.HoverParams(editor.document, lsp.Position(0, 0))) is None
    )
    assert (
        await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, lsp.Position(5, 5)))
        == []
    )
