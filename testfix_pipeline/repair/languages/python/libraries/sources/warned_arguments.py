"""Fixes for calls that the old release warned of: its text names a parameter to pass, or to use in another's place.

The text may say the value (`dtype=object`). Where it does not, a switch gets the value that is no longer its default,
and of a parameter with documented choices each one is tried: tests and the recorded behaviour tell which one is meant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fitted_calls
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    RecordedCall,
    RecordedParameter,
    RecordedWarning,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, call_at, position_of
from testfix_pipeline.repair.languages.python.source import SourceFile

SAID, RENAMED, SWITCHED, CHOSEN = 0.88, 0.88, 0.88, 0.86
_NAMED = ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY")
_VALUE = (
    r"\b{name}\s*=\s*(True|False|None|object|-?\d+(?:\.\d+)?|'[\w-]*'|\"[\w-]*\")(?!['\"`]*\s+(?:is|was)\s+deprecated)"
)
_SWITCHES = {"False": "True", "True": "False"}
_Change = tuple[str, str, str | tuple[str, ...], float]
"""`what`, `old` and `new` as in `CallChange`, and how far it is believed."""


def warned_arguments(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each parameter and value that warnings of the old release ask for, at all calls that it warned of.

    files: those that may be edited.
    """
    grouped: dict[tuple[str, str, str, str, str | tuple[str, ...], float], list[NameUse]] = {}
    texts: dict[tuple[str, str, str, str, str | tuple[str, ...], float], str] = {}
    for warning in recorded.old.warnings:
        call = _call_of(warning, recorded.old.calls)
        source = files.get(warning.file)
        node = call_at(source, warning.position, warning.line, call.name) if call and source is not None else None
        if call is None or node is None:
            continue
        now = next((one for one in recorded.new.calls if one.site == call.site), call)
        after = recorded.new.parameters(now.module, now.name) or ()
        for change in _changes(node, after, warning.text, recorded.choices(now.module, now.name)):
            texts.setdefault((now.module, now.name, *change), warning.text)
            sites = grouped.setdefault((now.module, now.name, *change), [])
            sites.append(NameUse(call.file, position_of(node)))
    for (module, name, what, old, new, likelihood), sites in grouped.items():
        fitted = CallChange(what, old, new, "old release", "", tuple(dict.fromkeys(sites)))
        text = texts[module, name, what, old, new, likelihood]
        yield from _fix(recorded, (module, name), fitted, (text, likelihood), files)


def _fix(
    recorded: Recorded,
    place: tuple[str, str],
    change: CallChange,
    said: tuple[str, float],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    (module, name), (text, likelihood) = place, said
    edited = fitted_calls(change, files)
    if edited:
        called = name.removesuffix(".__init__")
        new = change.new if isinstance(change.new, str) else "=".join(change.new)
        old = f"{change.old}= -> " if change.old else "with "
        library = recorded.library(module)
        note = f"{called}: {old}{new}: {library}; the old release warned: {' '.join(text.split())[:200]}"
        symbol = f"{module}.{called}"
        update = recorded.update(module, f"{symbol}({change.old or change.parameter}=)", note)
        yield LibraryFix(edited, "library.argument-warned", note, likelihood, symbol, (update,))


def _call_of(warning: RecordedWarning, calls: Sequence[RecordedCall]) -> RecordedCall | None:
    """The recorded call at the place of a warning: what warned may be a wrapper of what the program calls."""
    here = [one for one in calls if one.file == warning.file and one.position == warning.position]
    same = [one for one in here if one.name == warning.name]
    return next(iter([*same, *here]), None) if warning.position is not None else None


def _changes(
    node: ast.Call, after: Sequence[RecordedParameter], text: str, choices: Mapping[str, Sequence[str]]
) -> Iterator[_Change]:
    keywords = {one.arg: one.value for one in node.keywords if one.arg}
    given = keywords.keys()
    known = {one.name: one for one in after if one.kind in _NAMED}
    said = set(re.findall(r"\w+", text))
    gone = [name for name in given if name in said and name not in known]
    wanted = [name for name in known if name in said - given]
    for name in wanted:
        values = re.findall(_VALUE.format(name=re.escape(name)), text)
        for old in gone:
            offered, value = choices.get(name, ()), keywords[old]
            if values and isinstance(value, ast.Constant) and value.value is True:
                yield "replace", old, (name, values[0]), SAID
                continue
            is_offered = isinstance(value, ast.Constant) and repr(value.value) in map(_as_written, offered)
            if not offered or is_offered or not isinstance(value, ast.Constant):
                yield "rename", old, name, RENAMED
            yield from (("replace", old, (name, one), CHOSEN) for one in offered if not is_offered)
        if not gone:
            yield from (("add", "", (name, value), SAID) for value in values if value != _default(known[name]))
            other = _SWITCHES.get(_default(known[name]), "")
            if other and other not in values:
                yield "add", "", (name, other), SWITCHED


def _as_written(value: str) -> str:
    """A documented text as Python writes it: documentation has both kinds of quotes."""
    return repr(value[1:-1]) if value[:1] in "'\"" else value


def _default(parameter: RecordedParameter) -> str:
    """The text of a plain default, "" of others."""
    tree = parameter.default
    return str(tree[2]) if tree is not None and tree[0] == "=" else ""
