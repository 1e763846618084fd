"""The block `{-# ... #-}` at the end of a text, with the bytes of the resources that the text names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from asyncir.ir.resources import External, ResourceBlob

_BARE = re.compile(r"[a-zA-Z_][a-zA-Z0-9_$.]*")


class ResourcesUsed:
    """The resources that were printed, each under a name of its own, and those of other tools."""

    def __init__(self) -> None:
        self.external: External = {}
        self._names: dict[ResourceBlob, str] = {}
        self._taken: set[str] = set()

    def name(self, blob: ResourceBlob) -> str:
        """The name of the resource as it is written; made unique where two have the same."""
        name = self._names.get(blob)
        if name is None:
            name, count = blob.name, 0
            while name in self._taken:
                name, count = f"{blob.name}_{count}", count + 1
            self._taken.add(name)
            self._names[blob] = name
        return _key(name)

    def trailer(self) -> Iterator[str]:
        """The block, in pieces; nothing where no resource has bytes."""
        own = {_key(name): blob for blob, name in self._names.items() if blob.data is not None}
        sections: list[Iterator[str]] = []
        if own:
            digits = {name: ('"0x', blob.digits(), '"') for name, blob in own.items()}
            sections.append(_section("dialect_resources", {"builtin": digits}))
        if self.external:
            texts = {
                _key(tool): {_key(name): (text,) for name, text in values.items()}
                for tool, values in self.external.items()
            }
            sections.append(_section("external_resources", texts))
        if not sections:
            return
        yield "\n\n{-#\n"
        for index, section in enumerate(sections):
            yield ",\n" if index else ""
            yield from section
        yield "\n#-}"


def _section(name: str, groups: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    yield f"  {name}: {{\n"
    for index, (group, values) in enumerate(groups.items()):
        yield f"{',' if index else ''}{chr(10) if index else ''}    {group}: {{\n"
        for number, (key, pieces) in enumerate(values.items()):
            yield f"{',' if number else ''}{chr(10) if number else ''}      {key}: "
            yield from pieces
        yield "\n    }"
    yield "\n  }"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)
