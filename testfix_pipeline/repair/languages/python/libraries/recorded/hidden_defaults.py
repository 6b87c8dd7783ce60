"""Defaults of another release that no signature of both releases shows, passed or set as they were.

A constructor stores something else where it is given nothing; a class that the program extends has another value; a
parameter is new, and what it does now by default nobody could switch on before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.argument_changes import written
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fitted_calls
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedCall, RecordedParameter
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import changed_calls
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import (
    Recorded,
    likewise,
    position_of,
    used_at,
)
from testfix_pipeline.repair.languages.python.source import SourceFile, is_docstring

STORED, OF_CLASS, SWITCHED = 0.82, 0.8, 0.72
MOST_NEW = 8
_OFF = {"bool": {"True": "False", "False": "True"}, "int": {}, "float": {}}
_Added = tuple[str, str, str, float]
"""A parameter, the value that it is given, why, and how far that is believed."""


def hidden_defaults(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes, each one value at all its places.

    files: those that may be edited.
    """
    yield from _of_arguments(recorded, files)
    yield from _of_classes(recorded, files)


def _of_arguments(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    new_at = {one.site: one for one in reversed(recorded.new.calls)}
    is_refused = any(one.is_misfit for one in changed_calls(recorded.old, recorded.new))
    rules: dict[tuple[str, str, _Added], list[tuple[RecordedCall, ast.Call]]] = {}
    for call, node in used_at(recorded.old.calls, files):
        now = new_at.get(call.site)
        is_spread = any(one.arg is None for one in node.keywords)
        for added in _added(recorded, call, now) if now is not None and not is_spread else ():
            is_hiding = added[-1] == SWITCHED and is_refused  # what is switched off is not asked for what does not fit
            if added[0] not in [one.arg for one in node.keywords] and not is_hiding:
                rules.setdefault((call.module, call.name, added), []).append((call, node))
    for (module, name, added), found in rules.items():
        parameter, value, why, likelihood = added
        uses = tuple(NameUse(call.file, position_of(node)) for call, node in [*found, *likewise(found, files)])
        texts = fitted_calls(CallChange("add", "", (parameter, value), "old release", why, uses), files)
        if texts:
            symbol = f"{module}.{name.removesuffix('.__init__')}"
            note = f"{symbol}: with {parameter}={value}: {recorded.library(module)}; {why}"
            update = recorded.update(module, f"{symbol}({parameter}=)", note)
            yield LibraryFix(texts, "library.argument-add", note, likelihood, symbol, (update,))


def _added(recorded: Recorded, call: RecordedCall, now: RecordedCall) -> Iterator[_Added]:
    """What a call may be given besides, so that it does what it did."""
    before = {one.name: one for one in recorded.old.parameters(call.module, call.name) or ()}
    after = {one.name: one for one in recorded.new.parameters(now.module, now.name) or ()}
    for name in before.keys() & call.made.keys() & now.made.keys():
        was, is_default = call.made[name], call.given.get(name) == before[name].default
        value = written(was) if is_default and was != now.made[name] else None
        if value is not None and len(value) == 1 and name in after:
            yield name, value[0], f"without it, {name} was {value[0]}", STORED
    fresh = [one for name, one in after.items() if before and name not in before]
    for one in [one for one in fresh if one.kind in ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")][:MOST_NEW]:
        if text := _switched(one):
            yield one.name, text, f"{one.name} is new", SWITCHED


def _switched(parameter: RecordedParameter) -> str:
    """The value with which a new switch or limit does nothing by itself: the other one, or zero; "" of others."""
    tree = parameter.default
    if tree is None or tree[0] != "=" or tree[1] not in _OFF or tree[2] in ("0", "0.0"):
        return ""
    return _OFF[tree[1]].get(tree[2], "0")


# -- classes -----------------------------------------------------------------------------------------------------------


def _of_classes(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """Set what the program's classes inherited, where the library's class has another value now."""
    now = {(one.file, one.name, one.attribute): one.value for one in recorded.new.inherited}
    rules: dict[tuple[str, str, str, str], list[tuple[str, str]]] = {}
    for one in recorded.old.inherited:
        value = written(one.value) if now.get((one.file, one.name, one.attribute), one.value) != one.value else None
        if value is not None and len(value) == 1 and one.file in files:
            rules.setdefault((one.module, one.base, one.attribute, value[0]), []).append((one.file, one.name))
    for (module, base, attribute, text), found in rules.items():
        edits: dict[str, FileEdits] = {}
        for file, name in found:
            _set_in_class(edits.setdefault(file, FileEdits(files[file])), name, f"{attribute} = {text}")
        texts = texts_of(edits)
        if texts:
            symbol = f"{module}.{base}.{attribute}"
            note = f"{attribute} = {text} as it was in {base}: {recorded.library(module)}"
            yield LibraryFix(
                texts, "library.inherited", note, OF_CLASS, symbol, (recorded.update(module, symbol, note),)
            )


def _set_in_class(edits: FileEdits, name: str, statement: str) -> None:
    """Add a statement to a class, behind its docstring and the values that it sets first."""
    source = edits.source
    node = _class_named(source.tree, name)
    if node is None or not source.owns_line(node.body[0]):
        return
    place, indent = source.block(node.body[0])[0], source.indent(node.body[0])
    for one in node.body:
        if not (is_docstring(one) or isinstance(one, (ast.Assign, ast.AnnAssign))):
            break
        place = source.block(one)[1]
    missing = "" if source.text[:place].endswith("\n") else source.newline
    edits.replace(place, place, f"{missing}{indent}{statement}{source.newline}")


def _class_named(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """The class of a qualified name, outside of functions."""
    body, found = tree.body, None
    for part in name.split("."):
        found = next((one for one in body if isinstance(one, ast.ClassDef) and one.name == part), None)
        if found is None:
            return None
        body = found.body
    return found
