"""Every call of one callable in the program, brought from its old parameters to its new ones at once."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import ProgramEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedParameter, Tree
from testfix_pipeline.repair.languages.python.source import SourceFile

_Parameters = Sequence[RecordedParameter]
PLACED = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
NAMED = ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")
STARS = ("VAR_POSITIONAL", "VAR_KEYWORD")
_WRITABLE = ("NoneType", "bool", "int", "float", "str", "bytes")
NEAR = 0.5
"""What similar names are above."""
MOST_RENAMES = 6
DEFAULT, NAMED_ALIKE, POSITION, UNRELATED, MARKED = 0.85, 0.8, 0.7, 0.5, 0.5
"""MARKED: where the new default is no value but a mark for "not given", which mostly means what the old one did."""


def refitted(
    module: str,
    name: str,
    before: _Parameters,
    after: _Parameters,
    files: Mapping[str, SourceFile],
    dropped: Collection[str] = (),
) -> dict[str, str]:
    """The new text of every file with calls that have to change; empty where one of them can't be brought over.

    module, name: of the callable; a method's name has its class's before it. dropped: parameters whose values go.
    """
    edits = ProgramEdits(files)
    renames = renamed_parameters(before, after)
    for file, source in files.items():
        for call in calls_of(module, name, source):
            texts = arguments_for(call, before, after, renames, source, dropped)
            if texts is None:
                return {}
            text = f"({', '.join(texts)})"
            start = source.span(call.func)[1]
            start, end = source.text.index("(", start), source.span(call)[1]
            if ast.dump(expression(f"f{source.text[start:end]}")) != ast.dump(expression(f"f{text}")):
                edits[file].replace(start, end, text)
    return edits.texts()


def calls_of(module: str, name: str, source: SourceFile) -> Iterator[ast.Call]:
    """The calls in a file that seem to be of a callable: by what the file imports; of a method by its name alone; of a
    class also those of its first method in the program's own subclasses."""
    parts = name.removesuffix(".__init__").split(".")
    top = module.partition(".")[0]
    names, modules = _imported(source, top, parts[-1])
    for node in source.nodes:
        if not isinstance(node, ast.Call) or not source.is_real(node):
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr == "__init__" and len(parts) == 1:
            is_call = _is_super(func.value) and parts[-1] in _bases_around(node, source)
        elif len(parts) > 1:
            is_call = isinstance(func, ast.Attribute) and func.attr == parts[-1]
        elif isinstance(func, ast.Name):
            is_call = func.id in names
        else:
            is_call = isinstance(func, ast.Attribute) and func.attr == parts[-1] and _root(func) in modules
        if is_call:
            yield node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _bases_around(node: ast.AST, source: SourceFile) -> list[str]:
    """The last names of the only base of the class around a node; empty where it has several."""
    around = next((one for one in source.ancestors(node) if isinstance(one, ast.ClassDef)), None)
    return [last_name(one) for one in around.bases] if around is not None and len(around.bases) == 1 else []


def _imported(source: SourceFile, top: str, name: str) -> tuple[set[str], set[str]]:
    """What a file calls a name of a library, and the library's modules."""
    found = [one for one in imported_names(source.nodes) if one.top == top and not one.level]
    return {one.name for one in found if one.member == name}, {one.name for one in found if one.member != name}


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def renamed_parameters(before: _Parameters, after: _Parameters) -> dict[str, str]:
    """By old name the new one: the same, or what is new at the place of one that is gone, or else the only new one
    where the names are similar, or where both must be given.

    Parameters that are given by keyword alone have no place.
    """
    old, new = [one.name for one in before], [one.name for one in after if one.kind not in STARS]
    gone, fresh = [one for one in before if one.name not in new], [one for one in after if one.name not in old]
    fresh = [one for one in fresh if one.kind not in STARS]
    found = {name: name for name in old if name in new}
    kinds = {one.name: one for one in after}
    needed, instead = needed_pair(gone, fresh)
    for one in gone:
        place = old.index(one.name)
        at_place = kinds[new[place]] if place < len(new) else None
        if one.kind in PLACED and at_place in fresh and at_place is not None and at_place.kind in PLACED:
            found[one.name] = at_place.name
        elif len(gone) == len(fresh) == 1 and similarity(one.name, fresh[0].name) > NEAR:
            found[one.name] = fresh[0].name
        elif one.name == needed and instead not in found.values():
            found[one.name] = instead
    return {
        one.name: found[one.name] for one in before if one.name in found and not _differs(one, kinds[found[one.name]])
    }


def needless(before: _Parameters, after: _Parameters) -> set[str]:
    """The parameters that had to be given and are gone, where nothing new has to be given: their values go nowhere."""
    renames = renamed_parameters(before, after)
    old = {one.name for one in before}
    if any(one.default is None and one.name not in old and one.kind not in STARS for one in after):
        return set()
    return {one.name for one in before if one.default is None and one.kind in PLACED and one.name not in renames}


def _differs(before: RecordedParameter, after: RecordedParameter) -> bool:
    return before.name != after.name and is_other_kind(before, after)


def arguments_for(
    call: ast.Call,
    before: _Parameters,
    after: _Parameters,
    renames: Mapping[str, str],
    source: SourceFile,
    dropped: Collection[str] = (),
) -> list[str] | None:
    """The arguments of a call as the new parameters take them, as texts; None where that can't be said.

    What a parameter that is gone got is left out where it is what that had by itself.
    """
    placed = [one.name for one in before if one.kind in PLACED]
    is_spread = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    if is_spread or len(call.args) > len(placed):
        return None
    given = {name: source.segment(value) for name, value in zip(placed, call.args, strict=False)}
    by_place = set(given)
    given.update({one.arg: source.segment(one.value) for one in call.keywords if one.arg})
    idle = {one.name: written(one.default) for one in before if one.default is not None and one.name not in renames}
    given = {name: text for name, text in given.items() if idle.get(name) != (ast.unparse(expression(text)),)}
    given = {name: text for name, text in given.items() if name not in dropped}
    if not given.keys() <= renames.keys():
        return None
    for one in before:
        new = next((other for other in after if other.name == renames.get(one.name)), None)
        if one.name not in given and one.default is not None and new is not None and new.default is None:
            value = written(one.default)
            if value is None or len(value) > 1:
                return None
            given[one.name] = value[0]
    values = {renames[name]: (text, name in by_place) for name, text in given.items()}
    return _in_order(values, after)


def _in_order(values: Mapping[str, tuple[str, bool]], after: _Parameters) -> list[str] | None:
    """By place what was given so, as long as no parameter before it is left out, and what must be; the rest by name."""
    found, follows = [], True
    for one in (one for one in after if one.kind in PLACED):
        text, was_placed = values.get(one.name, ("", False))
        follows = follows and one.name in values
        if follows and (was_placed or one.kind == "POSITIONAL_ONLY"):
            found.append(text)
        elif one.name in values and one.kind == "POSITIONAL_ONLY":
            return None
        else:
            follows = False
    named = [one.name for one in after if one.kind not in STARS][len(found) :]
    order = [name for name in values if name in named]
    return [*found, *(f"{name}={values[name][0]}" for name in order)]


similarity: Any = testfix_library_spelling.similarity


def argument_changes(
    call: ast.Call, before: Sequence[RecordedParameter], after: Sequence[RecordedParameter], given: Mapping[str, Tree]
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
