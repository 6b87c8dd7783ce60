"""One more type in a call of `isinstance`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.imports import imported
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered

RELATED = {
    "int": ("float",), "float": ("int",), "complex": ("float",), "list": ("tuple", "set"), "tuple": ("list", "set"),
    "set": ("frozenset", "list"), "frozenset": ("set",), "str": ("bytes",), "bytes": ("bytearray", "str"),
    "dict": ("list",), "date": ("datetime",), "datetime": ("date",), "bytearray": ("bytes", "memoryview"),
    "KeyError": ("IndexError", "TypeError"), "IndexError": ("KeyError",), "ValueError": ("TypeError",),
    "TypeError": ("ValueError",), "OSError": ("ValueError",),
}  # fmt: skip
WIDER = {"dict": "Mapping", "list": "Sequence", "set": "Set", "tuple": "Sequence", "int": "Number", "float": "Number"}
MOST = 6
ASKING = {"isinstance", "issubclass"}


def widened(target: Target) -> Iterator[Edit]:
    """One more type in a call of `isinstance`: a related one, then those that the project asks for elsewhere."""
    for node in target.expressions(ast.Call):
        if called(node) not in ASKING or len(node.args) != 2:  # type: ignore[arg-type, attr-defined]
            continue
        asked = node.args[1]  # type: ignore[attr-defined]
        parts = asked.elts if isinstance(asked, ast.Tuple) else [asked]
        names = [target.text(one) for one in parts]
        for rank, more in enumerate(_further(target, names)[:MOST]):
            text = f"({', '.join([*names, more])})"
            yield target.replace(asked, text, "type.added", 0.35 / (1 + 0.3 * rank), text[:50])
        for name in names:
            wider = WIDER.get(name, "")
            if wider in imported(target.source) and wider not in names:
                text = target.text_with(asked, parts[names.index(name)], wider) if len(names) > 1 else wider
                yield target.replace(asked, text, "type.widened", 0.35, text[:50])


def _further(target: Target, names: list[str]) -> list[str]:
    related = [one for name in names for one in RELATED.get(name, ()) if _is_known(target.source, one)]
    return [one for one in dict.fromkeys([*related, *_elsewhere(target.source)]) if one not in names]


def _is_known(source: SourceFile, name: str) -> bool:
    return name not in ("date", "datetime") or name in imported(source)


@remembered(64)
def _elsewhere(source: SourceFile) -> tuple[str, ...]:
    """The types that the file asks for, most often first."""
    counted: Counter[str] = Counter()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and called(node) in ASKING and len(node.args) == 2:
            asked = node.args[1]
            for one in asked.elts if isinstance(asked, ast.Tuple) else [asked]:
                if isinstance(one, (ast.Name, ast.Attribute)):
                    counted[source.segment(one)] += 1
    return tuple(name for name, _ in counted.most_common())
