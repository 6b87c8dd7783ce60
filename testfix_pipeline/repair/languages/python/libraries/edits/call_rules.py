"""One change of a library's signature, one way to fit it: the edits of every such call in the program."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, get_args

from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits, node_at
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    CallChange,
    LibraryName,
    LostName,
    Position,
    Substitute,
)
from testfix_pipeline.repair.languages.python.source import SourceFile


def fitted_calls(first: CallChange, files: Mapping[str, SourceFile], *more: CallChange) -> dict[str, str]:
    """The new text of every file with such a call; empty where none can be changed so. A site's `path` has the keywords
    for its own further positional arguments. more: changes that go together with the first one."""
    edits = ProgramEdits(files)
    for change, site in [(one, site) for one in (first, *more) for site in one.sites]:
        if site.file in files:
            here, node = edits[site.file], node_at(files[site.file], site.position, ast.Call)
            if node is not None:
                fit_call(here, node, replace(change, new=site.path) if change.what == "name" and site.path else change)
            elif change.what == "add" and (decorator := bare_decorator(here.source, site.position)) is not None:
                end = here.source.span(decorator)[1]
                here.replace(end, end, f"({'='.join(change.new[:2])})")
    return edits.texts()


def joint_renames(changes: Sequence[CallChange]) -> list[CallChange]:
    """The renames of several keywords that the old release names, one of each; empty where it is not several."""
    named = [one for one in changes if one.what == "rename" and one.source == "old release"]
    first = {one.old: one for one in reversed(named)}
    found = [first[old] for old in dict.fromkeys(one.old for one in named)]
    return found if len({one.new for one in found}) == len(found) > 1 else []


def change_text(change: CallChange) -> str:
    """What a change does to a call, for people."""
    new = change.new if isinstance(change.new, str) else ", ".join(change.new)
    says = {
        "rename": f"{change.old}= -> {new}=",
        "unwrap": f"{change.old}=[one] -> {new}=one",
        "drop": f"no {change.old}=",
        "place": f"{change.old} by its place",
        "name": f"by keyword {new}",
        "add": f"with {'='.join(change.new[:2])}",
    }
    return says.get(change.what, "")


def passes_default(change: CallChange, files: Mapping[str, SourceFile]) -> bool:
    """Whether a keyword that is to be dropped has everywhere the value that it has without being passed, if known.

    Else to drop it is no way to say the same: only the tests speak for it.
    """
    return not change.new or {ast.unparse(value) for value in _values_of(change, files)} <= {change.new}


def takes_one(change: CallChange, files: Mapping[str, SourceFile]) -> bool:
    """Whether a keyword is renamed from several to one, `places` to `place`, and has everywhere a list of one item."""
    values = _values_of(change, files)
    is_one = all(isinstance(one, (ast.List, ast.Tuple)) and len(one.elts) == 1 for one in values)
    return change.what == "rename" and f"{change.new}s" == change.old and bool(values) and is_one


def _values_of(change: CallChange, files: Mapping[str, SourceFile]) -> list[ast.expr]:
    """The values of the keyword that a change is about."""
    calls = [node_at(files[one.file], one.position, ast.Call) for one in change.sites if one.file in files]
    return [one.value for call in calls if call is not None for one in call.keywords if one.arg == change.old]


def bare_decorator(source: SourceFile, position: Position) -> ast.expr | None:
    """The decorator without arguments at a position."""
    found = node_at(source, position, ast.Name) or node_at(source, position, ast.Attribute)
    is_decorator = found is not None and found in getattr(source.parents.get(found), "decorator_list", ())
    return found if is_decorator else None


def fit_call(edits: FileEdits, call: ast.Call, change: CallChange) -> None:
    """Change one call in a file."""
    if change.what == "name" and not isinstance(change.new, str):
        extra = call.args[len(call.args) - len(change.new) :]
        for name, argument in zip(change.new, extra, strict=False):
            start, _ = edits.source.span(argument)
            edits.replace(start, start, f"{name}=")
    if change.what == "add" and not isinstance(change.new, str):
        _add(edits, call, *change.new[:2])
        for statement in change.new[2:]:
            import_name(edits, statement)
    for keyword in call.keywords:
        if keyword.arg != change.old or not isinstance(change.new, str):
            continue
        start, end = edits.source.span(keyword)
        if change.what == "rename":
            edits.replace(start, start + len(change.old), change.new)
        elif change.what == "unwrap" and isinstance(keyword.value, (ast.List, ast.Tuple)):
            edits.replace(start, end, f"{change.new}={edits.source.segment(keyword.value.elts[0])}")
        elif change.what == "place":
            _place_first(edits, call, keyword)
        elif change.what == "drop":
            edits.replace(*_with_comma(_argument_spans(edits.source, call), start, end), "")


def _add(edits: FileEdits, call: ast.Call, name: str, value: str) -> None:
    """One more keyword behind all arguments."""
    given = [*call.args, *call.keywords]
    end = max(edits.source.span(one)[1] for one in given) if given else edits.source.span(call)[1] - 1
    edits.replace(end, end, f"{', ' if given else ''}{name}={value}")


def import_name(edits: FileEdits, statement: str) -> None:
    """Have the file import a name, unless it does."""
    module, _, name = statement.removeprefix("from ").partition(" import ")
    if edits.imported_as(module, name) != name:
        top = module.partition(".")[0]
        beside = [node for node in edits.imports if isinstance(node, ast.ImportFrom) and node.module]
        last = [node for node in beside if (node.module or "").partition(".")[0] == top and not node.level]
        edits.add_import(statement, last[-1].names[0].asname or last[-1].names[0].name if last else "")


def _place_first(edits: FileEdits, call: ast.Call, keyword: ast.keyword) -> None:
    """Pass a keyword's value by its place, behind the positional arguments."""
    start, end = edits.source.span(keyword)
    value = edits.source.segment(keyword.value)
    first = min(edits.source.span(one)[0] for one in call.keywords)
    if first == start:
        edits.replace(start, end, value)
    else:
        edits.replace(first, first, f"{value}, ")
        edits.replace(*_with_comma(_argument_spans(edits.source, call), start, end), "")


def _argument_spans(source: SourceFile, call: ast.Call) -> list[tuple[int, int]]:
    return sorted(source.span(one) for one in (*call.args, *call.keywords))


def _with_comma(spans: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """The span of an argument or entry with the comma and the space that go with it. spans: of all, in their order."""
    index = spans.index((start, end))
    if index + 1 < len(spans):
        return start, spans[index + 1][0]
    return (spans[index - 1][1], end) if index else (start, end)


Receiver = Literal["dropped", "first"]
"""What a function in a method's place gets of the object: nothing, or it before the arguments."""
RECEIVERS: tuple[Receiver, ...] = get_args(Receiver)


def renamed_attributes(
    lost: LostName, new: Substitute, files: Mapping[str, SourceFile], receiver: Receiver = "dropped"
) -> dict[str, str]:
    """The new text of every file that uses an attribute which a library's class lacks: another one, or a function."""
    edits = ProgramEdits(files)
    for site in (one for one in lost.sites if one.file in files):
        here, node = edits[site.file], node_at(files[site.file], site.position, ast.Attribute)
        if node is not None and node.attr == lost.place.name:
            if new.place.owner:
                _ask_attribute(here, node, new)
            elif not _call_function(here, node, new.place, receiver):
                return {}
    return edits.texts()


def _ask_attribute(edits: FileEdits, node: ast.Attribute, new: Substitute) -> None:
    """`x.old()` -> `x.new()`, or `x.new` of a property."""
    end, parent = edits.source.span(node)[1], edits.source.parents.get(node)
    is_plain_call = isinstance(parent, ast.Call) and parent.func is node and not (parent.args or parent.keywords)
    last = edits.source.span(parent)[1] if parent is not None and is_plain_call and not new.is_callable else end
    edits.replace(end - len(node.attr), last, new.place.name)


def _call_function(edits: FileEdits, node: ast.Attribute, place: LibraryName, receiver: Receiver) -> bool:
    """Have a function of a module called in place of a method; False where the place or the names do not allow it.

    A method that is not called there, but passed on or bound to a name, is a function that does not get the object.
    """
    parent = edits.source.parents.get(node)
    is_called = isinstance(parent, ast.Call) and parent.func is node
    if not is_called and receiver != "dropped":
        return False
    text = _function_text(edits, place)
    if not text:
        return False
    if not isinstance(parent, ast.Call) or not is_called:
        edits.replace(*edits.source.span(node), text)
        return True
    start, end = edits.source.span(node.value)
    if not (parent.args or parent.keywords):  # of the object alone
        edits.wrap(start, end, f"{text}(", (edits.source.span(parent)[1], ")"))
    elif receiver == "dropped":
        edits.replace(*edits.source.span(node), text)
    else:
        first = min(edits.source.span(one)[0] for one in (*parent.args, *parent.keywords))
        edits.wrap(start, end, f"{text}(", (first, ", "))
    return True


def _function_text(edits: FileEdits, place: LibraryName) -> str:
    """What names a function of a module in the file, which imports it if need be; "" where no name is free."""
    if place.module == "builtins":
        return place.name if edits.loads(place.name) is not None else ""
    known, local = edits.imported_as(place.module, place.name), edits.local_name(place.module)
    text = known or (f"{local}.{place.name}" if local else place.full)
    if not known and not local:
        top = place.module.partition(".")[0]
        if edits.binds(top) and edits.binds(place.name):
            return ""
        statement = f"from {place.module} import {place.name}" if edits.binds(top) else f"import {place.module}"
        text = place.name if edits.binds(top) else text
        edits.add_import(statement, "")
    return text
