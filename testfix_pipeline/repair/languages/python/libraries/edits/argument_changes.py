"""What parameters of two releases have to do with each other, and defaults that are passed as they were."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedParameter, Tree

PLACED = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
NAMED = ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")
STARS = ("VAR_POSITIONAL", "VAR_KEYWORD")
similarity: Any = testfix_library_spelling.similarity
_WRITABLE = ("NoneType", "bool", "int", "float", "str", "bytes")
NEAR = 0.5
"""What similar names are above."""
MOST_RENAMES = 6
DEFAULT, NAMED_ALIKE, POSITION, UNRELATED, MARKED = 0.85, 0.8, 0.7, 0.5, 0.5
"""MARKED: where the new default is no value but a mark for "not given", which mostly means what the old one did."""


def argument_changes(
    call: ast.Call,
    before: Sequence[RecordedParameter],
    after: Sequence[RecordedParameter],
    given: Mapping[str, Tree],
) -> Iterator[tuple[CallChange, float]]:
    """The changes, each with how far it is believed: a keyword by another name, or by its place where that alone is
    taken, and what was the default and is another one now, or none.

    given: what the old function got, defaults too. Of calls that spread arguments with stars only keywords are known.
    """
    keywords = {one.arg for one in call.keywords if one.arg}
    old, now = ({one.name: one for one in some if one.kind in NAMED} for some in (before, after))
    if not call.args and all("VAR_POSITIONAL" in {one.kind for one in some} for some in (before, after)):
        for name in sorted(keywords - {*old, *now}):
            evidence = "the function takes it by its place alone"
            yield CallChange("place", name, "", "old release", evidence, ()), POSITION
    for name in sorted((keywords & {*old}) - {one.name for one in after}):
        fresh = [other for other in now.keys() - old.keys() if not is_other_kind(old[name], now[other])]
        for minus, other in sorted((-similarity(name, other), other) for other in fresh)[:MOST_RENAMES]:
            change = CallChange("rename", name, other, "old release", f"{name} is gone and {other} is new", ())
            yield change, NAMED_ALIKE if -minus > NEAR else UNRELATED
    if len(keywords) < len(call.keywords) or any(isinstance(one, ast.Starred) for one in call.args):
        return
    placed = [one.name for one in before if one.kind in PLACED]
    passed = {*keywords, *placed[: len(call.args)]}
    for one in before:
        new = now.get(one.name)
        was = given.get(one.name, one.default)
        if one.name in passed or one.default is None or new is None or was is None or new.default == was:
            continue
        if new.default is not None and _is_nothing(was) and _is_nothing(new.default):
            continue
        text = written(was)
        if text is not None:
            evidence = f"its default was {text[0]}"
            is_mark = new.default is not None and written(new.default) is None
            change = CallChange("add", "", (one.name, *text), "old release", evidence, ())
            yield change, MARKED if is_mark else DEFAULT


def needed_pair(gone: Sequence[RecordedParameter], fresh: Sequence[RecordedParameter]) -> tuple[str, str]:
    """The one parameter that is gone and the one that is new, of those that must be given; "" where it is not one."""
    lost, came = ([one.name for one in some if one.default is None and one.kind not in STARS] for some in (gone, fresh))
    return (lost[0], came[0]) if len(lost) == len(came) == 1 else ("", "")


def is_other_kind(before: RecordedParameter, after: RecordedParameter) -> bool:
    """Whether one parameter is a switch by its default, and the other one by its own a number or a text."""
    was, now = before.default, after.default
    if was is None or now is None or was[0] != "=" or now[0] != "=":
        return False
    return was[1] == "bool" and now[1] in ("int", "float", "str", "bytes")


def _is_nothing(tree: Tree) -> bool:
    return tree[0] == "=" and tree[2] in ("None", "False", "0", "''", "b''")


def written(tree: Tree) -> tuple[str, ...] | None:
    """The expression of a value, with the import that it needs; None where it can't be written so."""
    if tree[0] == "=" and tree[1] in _WRITABLE and "..." not in tree[2]:
        return (tree[2],)
    if tree[0] == "c" and "." not in tree[2] and tree[1] not in ("", "builtins"):
        return tree[2], f"from {tree[1]} import {tree[2]}"
    return None
