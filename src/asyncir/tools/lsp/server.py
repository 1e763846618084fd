"""The language server: the protocol's questions, and a document's answers.

A text is parsed and verified when it changes, at once; `check` runs behind that in one thread, and only for
the newest version.
"""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from asyncir import __version__
from asyncir.diagnostics import Diagnostic, Severity, Span
from asyncir.ir import Operation
from asyncir.tools.lsp.document import Document, Fix

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.REMARK: lsp.DiagnosticSeverity.Information,
}


class AsyncirServer(LanguageServer):
    """The server, with what is known of the open documents."""

    def __init__(self) -> None:
        super().__init__("asyncir", __version__)  # pyright: ignore[reportUnknownMemberType]
        self.documents: dict[str, Document] = {}
        self._checker = ThreadPoolExecutor(1, "asyncir-check")

    def refresh(self, uri: str) -> None:
        """A text was opened or changed."""
        source = self.workspace.get_text_document(uri)
        document = Document(_name(uri), source.source, source.version)
        self.documents[uri] = document
        self.publish(uri, document)
        self._checker.submit(self._check, uri, document)

    def _check(self, uri: str, document: Document) -> None:
        if self.documents.get(uri) is not document:
            return  # it has changed again
        try:
            document.run_check()
        except Exception as error:  # a fault of ours must not end the server; the log of the editor has it
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"check: {error!r}"))
            return
        if self.documents.get(uri) is document:
            self.publish(uri, document)
            if self.client_capabilities.workspace and self.client_capabilities.workspace.inlay_hint:
                self.workspace_inlay_hint_refresh(None)

    def publish(self, uri: str, document: Document) -> None:
        """Show what is wrong."""
        found = [self.diagnostic(uri, document, each) for each in document.diagnostics]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, document.version))

    def diagnostic(self, uri: str, document: Document, diagnostic: Diagnostic) -> lsp.Diagnostic:
        """A diagnostic as the protocol has it."""
        here = diagnostic.span if diagnostic.span and diagnostic.span.file == document.name else None
        parts = (diagnostic.message, diagnostic.label, diagnostic.help and f"help: {diagnostic.help}")
        related = [
            lsp.DiagnosticRelatedInformation(lsp.Location(uri, self.range(uri, note.span)), note.message)
            for note in diagnostic.notes
            if note.span is not None and note.span.file == document.name
        ]
        return lsp.Diagnostic(
            self.range(uri, here) if here else _START,
            "\n".join(filter(None, parts)),
            _SEVERITIES[diagnostic.severity],
            diagnostic.code,
            source="asyncir",
            related_information=related or None,
        )

    def range(self, uri: str, span: Span) -> lsp.Range:
        """A span as the client counts."""
        source = self.workspace.get_text_document(uri)
        start = lsp.Position(span.line - 1, span.column - 1)
        end = lsp.Position(span.line - 1, max(span.end_column, span.column + 1) - 1)
        return source.position_codec.range_to_client_units(source.lines, lsp.Range(start, end))

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Line and column, from 1, of a position of the client."""
        source = self.workspace.get_text_document(uri)
        here = source.position_codec.position_from_client_units(source.lines, position)
        return here.line + 1, here.character + 1


_START = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))


def _name(uri: str) -> str:
    parsed = urlparse(uri)
    return unquote(parsed.path) if parsed.scheme == "file" else uri


def _hover(server: AsyncirServer, params: lsp.HoverParams) -> lsp.Hover | None:
    uri = params.text_document.uri
    document = server.documents[uri]
    line, column = server.place(uri, params.position)
    for hint in document.hints():
        if hint.span.line == line and hint.span.column <= column <= hint.span.end_column:
            text = f"**{hint.label}**\n\n{hint.wait.reason}"
            return lsp.Hover(_markdown(text), server.range(uri, hint.span))
    name = document.names.at(line, column)
    if name is not None and name.type:
        origin = next((n for n in document.names.same_as(name) if n.defines), None)
        where = f"\n\ndefined on line {origin.span.line}" if origin is not None else ""
        return lsp.Hover(_markdown(f"```mlir\n{name.type}\n```{where}"), server.range(uri, name.span))
    op = document.op_at(line, column)
    if op is not None:
        return lsp.Hover(_markdown(_about(op[0])), server.range(uri, op[1]))
    return None


def _about(op: Operation) -> str:
    return f"`{op.name}`\n\n{inspect.cleandoc(type(op).__doc__ or '')}"


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def _places(
    server: AsyncirServer, uri: str, position: lsp.Position, *, definitions: bool, uses: bool
) -> list[lsp.Location]:
    document = server.documents[uri]
    name = document.names.at(*server.place(uri, position))
    if name is None:
        return []
    wanted = [n for n in document.names.same_as(name) if (definitions if n.defines else uses)]
    return [lsp.Location(uri, server.range(uri, n.span)) for n in wanted]


def _action(server: AsyncirServer, uri: str, document: Document, fix: Fix) -> lsp.CodeAction:
    if fix.span is not None:
        where = server.range(uri, fix.span)
    else:
        where = lsp.Range(lsp.Position(0, 0), lsp.Position(document.text.count("\n") + 1, 0))
    mended = [server.diagnostic(uri, document, fix.mends)] if fix.mends else None
    edit = lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(where, fix.text)]})
    return lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, mended, edit=edit)


def make_server() -> AsyncirServer:
    """A server that has not started yet."""
    server = AsyncirServer()
    _follow_documents(server)
    _answer_about_names(server)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:  # pyright: ignore[reportUnusedFunction]
        uri = params.text_document.uri
        document = server.documents[uri]
        fixes = document.fixes(params.range.start.line + 1, params.range.end.line + 1)
        return [_action(server, uri, document, fix) for fix in fixes]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:  # pyright: ignore[reportUnusedFunction]
        uri = params.text_document.uri
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return [
            lsp.InlayHint(
                server.range(uri, hint.span).end, hint.label, tooltip=hint.wait.reason, padding_left=True
            )
            for hint in server.documents[uri].hints()
            if first <= hint.span.line <= last
        ]

    return server


def _follow_documents(server: AsyncirServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        server.refresh(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        server.refresh(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        uri = params.text_document.uri
        server.documents.pop(uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def _answer_about_names(server: AsyncirServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:  # pyright: ignore[reportUnusedFunction]
        return _hover(server, params)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:  # pyright: ignore[reportUnusedFunction]
        return _places(server, params.text_document.uri, params.position, definitions=True, uses=False)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:  # pyright: ignore[reportUnusedFunction]
        declared = params.context.include_declaration
        return _places(server, params.text_document.uri, params.position, definitions=declared, uses=True)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:  # pyright: ignore[reportUnusedFunction]
        uri = params.text_document.uri
        return [
            lsp.DocumentSymbol(
                str(name.target).lstrip("@"),
                lsp.SymbolKind.Function,
                server.range(uri, name.span),
                server.range(uri, name.span),
            )
            for name in server.documents[uri].names.names
            if isinstance(name.target, str) and name.defines
        ]


def serve(**_: Any) -> None:
    """Serve one client on standard input and output, until it goes."""
    make_server().start_io()
