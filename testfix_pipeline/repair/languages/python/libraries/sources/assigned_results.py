"""Methods that changed their object and give a changed copy now: `x.sort(inplace=True)` -> `x = x.sort()`.

A call that stands alone gave nothing under the old release. Now it gives an object, or no longer takes the switch that
made it change its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fit_call
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedCall
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import (
    Recorded,
    likewise,
    position_of,
    used_at,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
_NOTHING = ["=", "NoneType", "None"]


def assigned_results(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each method, at all calls that stand alone. files: those that may be edited."""
    rules: dict[tuple[str, str, str], list[tuple[RecordedCall, ast.Call]]] = {}
    for call, node in used_at(recorded.old.calls, files):
        if call.result == _NOTHING and "." in call.name and _target(files[call.file], node):
            switch = _switch_that_is_gone(recorded, call, node)
            if switch or _gives_something(recorded, call):
                rules.setdefault((call.module, call.name, switch), []).append((call, node))
    for (module, name, switch), found in rules.items():
        edits: dict[str, FileEdits] = {}
        for call, node in [*found, *likewise(found, files)]:
            here = edits.setdefault(call.file, FileEdits(files[call.file]))
            if target := _target(here.source, node):
                start = here.source.span(node)[0]
                here.replace(start, start, f"{target} = ")
                place = (NameUse(call.file, position_of(node)),)
                fit_call(here, node, CallChange("drop", switch, "", "old release", "", place))
        if texts := texts_of(edits):
            said = f", without {switch}=" if switch else ""
            note = f"the result of {name} is assigned{said}: {recorded.library(module)}; it changed its object before"
            update = recorded.update(module, f"{module}.{name}", note)
            yield LibraryFix(texts, "library.assigned", note, LIKELIHOOD, f"{module}.{name}", (update,))


def _target(source: SourceFile, node: ast.Call) -> str:
    """The object of a method whose call is a statement of its own, if it can be assigned to; else ""."""
    stands_alone = isinstance(source.parents.get(node), ast.Expr) and isinstance(node.func, ast.Attribute)
    holder = node.func.value if isinstance(node.func, ast.Attribute) else None
    return source.segment(holder) if stands_alone and isinstance(holder, (ast.Name, ast.Attribute)) else ""


def _switch_that_is_gone(recorded: Recorded, call: RecordedCall, node: ast.Call) -> str:
    """The keyword that a call switches on and that the new release does not take; "" without one."""
    after = recorded.new.parameters(call.module, call.name)
    names = {one.name for one in after or ()}
    on = [one.arg for one in node.keywords if isinstance(one.value, ast.Constant) and one.value.value is True]
    return next((name for name in on if name and after is not None and name not in names), "")


def _gives_something(recorded: Recorded, call: RecordedCall) -> bool:
    """Whether the new release gives an object for the call at that place."""
    now = next((one for one in recorded.new.calls if one.site == call.site), None)
    return now is not None and now.result is not None and now.result != _NOTHING
