"""Fixes for results that are given by themselves now, where the old release gave them in something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import ProgramEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import Tree
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import ChangedCall, differing
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import (
    Recorded,
    likewise,
    recorded_sites,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

UNWRAPPED = 0.88


def unwrapped_results(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """Ask no more for the item or the attribute that a result is now by itself: `load(x).data` -> `load(x)`."""
    grouped: dict[tuple[str, str], list[ChangedCall]] = {}
    for change in recorded.changed:
        if change.what == "result" and change.call.result is not None and change.new.result is not None:
            grouped.setdefault((change.call.module, change.call.name), []).append(change)
    for about, changes in grouped.items():
        parts = [_parts(one.call.result or [], one.new.result or []) for one in changes]
        inner = [one for one in parts[0] if all(one in other for other in parts)]
        edits = ProgramEdits(files)
        found = [*recorded_sites([one.call for one in changes], files)] if inner else []
        for call, node in [*found, *likewise(found, files)]:
            here = edits[call.file]
            parent = here.source.parents.get(node)
            if parent is not None and _asks_for(parent) in inner:
                here.replace(here.source.span(node)[1], here.source.span(parent)[1], "")
        said = " or ".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in inner)
        told = f"{about[1]} without {said}; it gives what that was"
        yield from recorded.fix(edits.texts(), "unwrapped", about, told, UNWRAPPED)


def _parts(was: Tree, now: Tree) -> list[str | int]:
    """The index and the name by which an old result had what is given now; none where that is not clear."""
    if was[:1] == ["["]:
        places = [index for index, one in enumerate(was[2]) if differing(one, now) is None]
        names = was[3] if len(was) > 3 else []
        return [places[0], *names[places[0] :][:1]] if len(places) == 1 else []
    found = [name for name, one in was[2].items() if differing(one, now) is None] if was[:1] in (["o"], ["."]) else []
    return [found[0]] if len(found) == 1 else []


def _asks_for(node: ast.AST) -> str | int | None:
    """What an expression asks its value for: the name of an attribute, or an index."""
    if isinstance(node, ast.Attribute):
        return node.attr
    index = node.slice.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) else None
    return index if isinstance(index, int) and not isinstance(index, bool) else None
