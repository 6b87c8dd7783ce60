"""Defaults of another release that no signature of both releases shows, passed as they were.

A constructor stores something else where it is given nothing; a parameter is new, and what it does now by default could
not be switched on before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.argument_changes import written
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fitted_calls
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedCall, RecordedParameter
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import changed_calls
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import (
    Recorded,
    likewise,
    position_of,
    used_at,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

STORED, SWITCHED = 0.82, 0.72
MOST_NEW = 8
_OFF = {"bool": {"True": "False", "False": "True"}, "int": {}, "float": {}}
_Added = tuple[str, str, str, float]
"""A parameter, the value that it is given, why, and how far that is believed."""


def hidden_defaults(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes, each one value at all its places.

    files: those that may be edited.
    """
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
