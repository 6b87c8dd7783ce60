"""What makes one call mean under a new signature what it meant under the old one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedParameter, Tree

_PLACED = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
_NAMED = ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")
STARS = ("VAR_POSITIONAL", "VAR_KEYWORD")
_WRITABLE = ("NoneType", "bool", "int", "float", "str", "bytes")
SAME_PLACE, DEFAULT, KEYWORD, POSITION, DROPPED, MARKED = 0.88, 0.85, 0.85, 0.7, 0.5, 0.5
"""MARKED: where the new default is no value but a mark for "not given", which mostly means what the old one did."""
ONLY_ONE, UNRELATED, LOSES_VALUE = 0.65, 0.5, 0.35
"""Of a keyword that alone is new where one alone is gone; of one of several, which have no word in common with it; of
leaving out a value that is not known to be what the parameter had by itself: shown, and no more."""
MOST_RENAMES = 6
NEAR = 0.5
"""What similar names are above."""
similarity: Any = testfix_library_spelling.similarity


@dataclass(frozen=True)
class ArgumentChange:
    """What and how, as in `answer.Change`, with how far the evidence is believed, 0 to 1."""

    what: str
    old: str
    new: str | tuple[str, ...]
    evidence: str
    likelihood: float

    def describe(self) -> str:
        """The change as it is shown."""
        new = self.new if isinstance(self.new, str) else ", ".join(self.new[:2])
        texts = {
            "rename": f"{self.old}= -> {new}=",
            "unwrap": f"{self.old}=[one] -> {new}=one",
            "drop": f"no {self.old}=",
            "place": f"{self.old} by its place",
            "name": f"by keyword {new}",
            "add": f"with {'='.join(self.new[:2])}",
        }
        return texts.get(self.what, self.what)


def argument_changes(
    call: ast.Call,
    before: Sequence[RecordedParameter],
    after: Sequence[RecordedParameter],
    given: Mapping[str, Tree],
) -> Iterator[ArgumentChange]:
    """The changes that bring a call from the old parameters to the new ones; none where it means the same.

    given: what the old function got, defaults too. Of calls that spread arguments with stars only what they name
    themselves is known.
    """
    keywords = {one.arg: one.value for one in call.keywords if one.arg}
    has_stars = len(keywords) < len(call.keywords) or any(isinstance(one, ast.Starred) for one in call.args)
    if not has_stars:
        yield from _positions(call, before, after)
    for name, value in keywords.items():
        yield from _keyword(name, value, bool(call.args), before, after)
    if not has_stars:
        yield from _defaults({*keywords, *_placed(before)[: len(call.args)]}, before, after, given)


def _placed(parameters: Sequence[RecordedParameter]) -> list[str]:
    return [one.name for one in parameters if one.kind in _PLACED]


def _named(parameters: Sequence[RecordedParameter]) -> list[str]:
    return [one.name for one in parameters if one.kind in _NAMED]


def _positions(
    call: ast.Call, before: Sequence[RecordedParameter], after: Sequence[RecordedParameter]
) -> Iterator[ArgumentChange]:
    """Positional arguments whose parameter stands elsewhere now get its name, with all that follow."""
    meant, now = _placed(before)[: len(call.args)], _placed(after)
    moved = [n for n, name in enumerate(meant) if now[n : n + 1] != [name] and name in _named(after)]
    if moved and len(meant) == len(call.args):
        names = tuple(meant[moved[0] :])
        if {*names} <= {*_named(after)} - {*now[: moved[0]]}:  # one of those gets an argument before it
            evidence = f"the arguments at these places were {', '.join(names)}"
            yield ArgumentChange("name", "", names, evidence, KEYWORD)


def _keyword(
    name: str,
    value: ast.expr,
    has_positional: bool,
    before: Sequence[RecordedParameter],
    after: Sequence[RecordedParameter],
) -> Iterator[ArgumentChange]:
    old, new = _named(before), _named(after)
    if name in new:
        return
    if name not in old:
        kinds = {one.kind for one in after}
        if not has_positional and "VAR_POSITIONAL" in kinds and "VAR_POSITIONAL" in {one.kind for one in before}:
            yield ArgumentChange("place", name, "", "the function takes it by its place alone", POSITION)
        return
    if name in _placed(after):
        yield ArgumentChange("place", name, "", "the new release takes it by its place alone", KEYWORD)
        return
    known = {one.name: one for one in after}
    was = next(one for one in before if one.name == name)
    fresh = [one for one in new if one not in old and not is_other_kind(was, known[one])]
    is_pair = len(fresh) == 1 == len({*old} - {*new})
    needed, instead = needed_pair([one for one in before if one.name not in known], [known[one] for one in fresh])
    at_place = instead if name == needed else _at_place(name, before, after)
    yield from _renamed(name, value, at_place, fresh, is_pair)
    is_default = was.default is not None and written(was.default) == (ast.unparse(value),)
    yield ArgumentChange("drop", name, "", f"{name} is gone", DROPPED if is_default else LOSES_VALUE)


def needed_pair(gone: Sequence[RecordedParameter], fresh: Sequence[RecordedParameter]) -> tuple[str, str]:
    """The one parameter that is gone and the one that is new, of those that must be given; "" where it is not one."""
    lost, came = ([one.name for one in some if one.default is None and one.kind not in STARS] for some in (gone, fresh))
    return (lost[0], came[0]) if len(lost) == len(came) == 1 else ("", "")


def _at_place(name: str, before: Sequence[RecordedParameter], after: Sequence[RecordedParameter]) -> str:
    """What has the place of a parameter now, "" of one that is given by keyword alone: those have no place."""
    old, new = _placed(before), _placed(after)
    return new[old.index(name)] if name in old[: len(new)] else ""


def _renamed(
    name: str, value: ast.expr, at_place: str, fresh: Sequence[str], is_pair: bool
) -> Iterator[ArgumentChange]:
    """is_pair: whether one keyword alone is gone, and one alone is new."""
    rated = sorted(fresh, key=lambda one: (one != at_place, -similarity(name, one)))
    for number, one in enumerate(rated[:MOST_RENAMES]):
        if one == at_place or (is_pair and similarity(name, one) > NEAR):
            likelihood = SAME_PLACE
        elif similarity(name, one) > NEAR:
            likelihood = max(UNRELATED, 0.8 - 0.05 * number)
        else:
            likelihood = ONLY_ONE if is_pair else UNRELATED
        evidence = f"{name} is gone and {one} is new"
        if isinstance(value, (ast.List, ast.Tuple)) and len(value.elts) == 1 and name.startswith(one):
            yield ArgumentChange("unwrap", name, one, f"{evidence}, by its name for one", SAME_PLACE)
            likelihood = 0.6
        yield ArgumentChange("rename", name, one, evidence, likelihood)


def _defaults(
    passed: set[str],
    before: Sequence[RecordedParameter],
    after: Sequence[RecordedParameter],
    given: Mapping[str, Tree],
) -> Iterator[ArgumentChange]:
    """Defaults that are others now, or none any more, are passed as they were."""
    now = {one.name: one for one in after if one.kind in _NAMED}
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
            yield ArgumentChange("add", "", (one.name, *text), evidence, MARKED if is_mark else DEFAULT)


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
