"""Keys that a dictionary of a library lacks now: a dictionary in it has them, or they are written in another way.

`entry["name"]` -> `entry["scenario"]["name"]`, or `entry["title"]`: in the whole function, for the same dictionary.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import MissingKey
from testfix_pipeline.repair.languages.python.source import SourceFile

INNER, NEAR = 0.75, 0.6
OWN = 0.45
"""The factor where the program may have made the dictionary itself: such a patch is shown and does not land."""
_KEY = re.compile(r"'[^']+'|\"[^\"]+\"")


def asks_for_key(failure: Failure, root: Path) -> bool:
    """Whether a failure is about a text that a dictionary lacks, and that the failing file below the root writes as a
    key: one in a variable is seldom a library's."""
    if failure.error_type != "KeyError" or not failure.frames or _KEY.fullmatch(failure.error) is None:
        return False
    wanted = re.compile(rf"\[\s*(['\"]){re.escape(failure.error[1:-1])}\1\s*\]")
    return wanted.search(read_text(root / failure.frames[-1].file)) is not None


def key_fixes(missing: Sequence[MissingKey], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes for each such key, those that change anything. files: those that may be edited."""
    for one in missing:
        for new, held, likelihood in _places(one, files):
            texts = _texts(one, new, held, files)
            if texts:
                said = "".join(f"[{key!r}]" for key in new)
                note = f"[{one.key!r}] -> {said}: what the program gets has it there"
                older = ANY_LIBRARY if len(new) == 1 else ""
                yield LibraryFix(texts, "library.key", note, likelihood, one.key, older=older)


def _places(one: MissingKey, files: Mapping[str, SourceFile]) -> Iterator[tuple[Sequence[str], Collection[str], float]]:
    """The keys to ask one after the other, for which texts of the program, and how far that is believed."""
    for name, held in one.inner.items():
        yield (name, one.key), held, INNER * _foreign(name, files) / len(one.inner)
    for name in one.near:
        yield (name,), [one.key], NEAR * _foreign(name, files)


def _foreign(name: str, files: Mapping[str, SourceFile]) -> float:
    """The factor for a key that the program may have written itself."""
    return OWN if any(_writes(source, name) for source in files.values()) else 1.0


def _writes(source: SourceFile, text: str) -> bool:
    """Whether a file has a text as a constant: then the program may make what has it as a key."""
    is_there = text in source.text
    return is_there and any(isinstance(node, ast.Constant) and node.value == text for node in source.nodes)


def _texts(
    one: MissingKey, new: Sequence[str], held: Collection[str], files: Mapping[str, SourceFile]
) -> dict[str, str]:
    source = files.get(one.file)
    edits = FileEdits(source) if source is not None else None
    failing = edits.node_at(one.position, ast.Subscript) if edits is not None else None
    if edits is None or not isinstance(failing, ast.Subscript):
        return {}
    asked = ast.dump(failing.value)
    for node in ast.walk(_scope(edits.source, failing)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and ast.dump(node.value) == asked:
            key = node.slice
            if isinstance(key, ast.Constant) and key.value in held:
                quote = edits.source.segment(key)[-1]
                path = (new[0], str(key.value))[: len(new)]
                edits.replace(*edits.source.span(key), "][".join(f"{quote}{name}{quote}" for name in path))
    return texts_of({one.file: edits})


def _scope(source: SourceFile, node: ast.expr) -> ast.AST:
    """The function that an expression stands in, else the file."""
    return next((one for one in source.ancestors(node) if isinstance(one, FunctionNode)), source.tree)
