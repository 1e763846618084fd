"""Debug metadata: which line of the program each instruction comes from (LLVM's DILocation and DISubprogram)."""

from __future__ import annotations

from pathlib import PurePath

from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.verification import span_of
from asyncir.ir import Operation
from asyncir.lowering.llvm.module_text import ModuleText, quoted


class DebugInfo:
    """Collects the metadata of one module."""

    def __init__(self, module: ModuleText, file: str):
        self._module = module
        path = PurePath(file)
        name, directory = quoted(path.name.encode()), quoted(str(path.parent).encode())
        self._file = module.metadata_node(f"!DIFile(filename: {name}, directory: {directory})")
        self._unit = module.metadata_node(
            f'distinct !DICompileUnit(language: DW_LANG_C, file: {self._file}, producer: "asyncir", '
            "isOptimized: true, emissionKind: LineTablesOnly)"
        )
        self._type = module.metadata_node("!DISubroutineType(types: !{})")
        self._locations: dict[tuple[str, int, int], str] = {}
        version = module.metadata(["i32 2", '!"Debug Info Version"', "i32 3"])
        module.named["llvm.dbg.cu"] = [self._unit]
        module.named["llvm.module.flags"] = [version]

    def subprogram(self, op: FunctionOp) -> str:
        """The function's own entry."""
        span = span_of(op)
        line = span.line if span is not None else 0
        return self._module.metadata_node(
            f"distinct !DISubprogram(name: {quoted(op.sym_name.data.encode())}, file: {self._file}, line: {line}, "
            f"type: {self._type}, scopeLine: {line}, spFlags: DISPFlagDefinition, unit: {self._unit})"
        )

    def suffix(self, op: Operation, scope: str) -> str:
        """What to append to the instructions of an op."""
        span = span_of(op)
        return self._suffix(scope, span.line if span else 0, span.column if span else 0)

    def end_suffix(self, scope: str) -> str:
        """What to append to instructions that no op asked for."""
        return self._suffix(scope, 0, 0)

    def _suffix(self, scope: str, line: int, column: int) -> str:
        key = (scope, line, column)
        if key not in self._locations:
            self._locations[key] = self._module.metadata_node(
                f"!DILocation(line: {line}, column: {column}, scope: {scope})"
            )
        return f", !dbg {self._locations[key]}"
