"""Fixes for attributes, calls and usages that the interpreter says do not fit the installed libraries."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import calls_of
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import (
    RECEIVERS,
    change_text,
    fitted_calls,
    joint_renames,
    passes_default,
    renamed_attributes,
    takes_one,
)
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    CallChange,
    ChangedUsage,
    LostName,
    NameUse,
    UnfitCall,
    update_of,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import likelihood_of_change, lost_name_fix
from testfix_pipeline.repair.languages.python.source import SourceFile

LOSES_VALUE = 0.35
"""Of leaving out a value that is not known to be what the parameter had by itself: shown, and no more."""
LESS_LIKELY = 0.95
"""The factor for each further form of a call: tests tell which one holds."""
_NO_EFFECT = re.compile(r"\b(?:ignored|no effect|obsolete|unused)\b", re.I)
_OF_PYTHON = (list, dict, set, tuple, str, bytes)
USED_OTHERWISE = 0.88
_Rule = Callable[[FileEdits, ChangedUsage], None]


def at_failures(lost: Sequence[LostName], failures: Sequence[Failure]) -> list[LostName]:
    """The lost attributes; of one that objects of Python have as well only the uses at lines that failed."""
    lines = {(frame.file, frame.line) for failure in failures for frame in failure.frames[-1:]}
    return [
        replace(one, sites=tuple(site for site in one.sites if _is_at(site, lines)))
        if any(hasattr(kind, one.place.name) for kind in _OF_PYTHON)
        else one
        for one in lost
    ]


def _is_at(site: NameUse, lines: Collection[tuple[str, int]]) -> bool:
    first, _, last, _ = site.position
    return any((site.file, line) in lines for line in range(first, last + 1))


def attribute_fixes(lost: Sequence[LostName], program: LibraryProgram, own: OwnNames) -> Iterator[LibraryFix]:
    """The fixes for attributes that classes of libraries lack, and that nothing of the project has or sets."""
    for one in lost:
        if _is_set_by(program, one.place.name) or own.defines(one.place.name):
            continue
        for new in one.substitutes:
            for number, receiver in enumerate(RECEIVERS[:1] if new.place.owner else RECEIVERS):
                if texts := renamed_attributes(one, new, program.files, receiver):
                    fix = lost_name_fix(texts, "library.attribute", one, new)
                    yield replace(fix, likelihood=fix.likelihood * LESS_LIKELY**number)


def changed_use_fixes(changes: Sequence[ChangedUsage], program: LibraryProgram, own: OwnNames) -> Iterator[LibraryFix]:
    """The fixes for functions that are used in another way now, and that the project neither defines nor sets."""
    clear = [one for one in changes if not (_is_set_by(program, one.name) or own.defines(one.name))]
    yield from (fix for fix in usage_fixes(clear, program.files) if fix.texts)


def _is_set_by(program: LibraryProgram, name: str) -> bool:
    """Whether the program itself gives any object an attribute of this name."""
    wanted = re.compile(rf"\.{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)")
    return any(wanted.search(source.text) for source in program.files.values())


def call_fixes(calls: Sequence[UnfitCall], program: LibraryProgram) -> Iterator[LibraryFix]:
    """The fixes for calls that do not fit: each change by itself, and renames that belong together as one."""
    for call in calls:
        library = f"{call.library} {call.version}".strip()
        changes = [replace(one, what="unwrap") if takes_one(one, program.files) else one for one in call.changes]
        joint = joint_renames(changes)
        alone = [[one] for one in changes if one not in joint[1:]]
        for first, *more in [joint, *alone] if joint else alone:
            texts = fitted_calls(first, program.files, *more)
            if not texts:
                continue
            said = ", ".join(map(change_text, (first, *more)))
            note = f"{call.name}: {said}: {library}; {first.evidence}"
            likelihood = likelihood_of_change(first)
            if first.what == "drop":
                others = (likelihood_of_change(one) for one in changes if _goes_on(one, first))
                likelihood = min(likelihood, *others, 1.0)
            if first.what == "drop" and not passes_default(first, program.files):
                likelihood = LOSES_VALUE
            full = ".".join(filter(None, (call.module, call.name)))
            names = [f"{full}({change.parameter}=)" for change in (first, *more)]
            about = tuple(update_of(call.library, call.version, name, note) for name in names)
            yield LibraryFix(texts, f"library.argument-{first.what}", note, likelihood, call.name, about)


def _goes_on(change: CallChange, drop: CallChange) -> bool:
    """Whether a change goes on giving what another one drops, of which no source says that it has no effect."""
    is_known = drop.source == "removals" or _NO_EFFECT.search(drop.evidence)
    return not is_known and change.old == drop.old and change.what == "rename"


def usage_fixes(changes: Sequence[ChangedUsage], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One rule for each function: all places in the program use it as it is to be used now."""
    for one in changes:
        rule = _RULES.get((one.was, one.now))
        if rule is None:
            continue
        edits = ProgramEdits(files)
        for file in files:
            rule(edits[file], one)
        symbol = ".".join(filter(None, [one.module, one.owner, one.name]))
        note = f"{symbol} was a {one.was} and is a {one.now}: {one.library} {one.version}"
        about = (update_of(one.library, one.version, symbol, note),)
        yield LibraryFix(edits.texts(), "library.usage", note, USED_OTHERWISE, symbol, about)


def _uncalled(edits: FileEdits, change: ChangedUsage) -> None:
    """`x.name()` -> `x.name`"""
    for call in _calls(edits, change):
        if not call.args and not call.keywords:
            edits.replace(edits.source.span(call.func)[1], edits.source.span(call)[1], "")


def _called(edits: FileEdits, change: ChangedUsage) -> None:
    """`x.name` -> `x.name()`"""
    parents = edits.source.parents
    for node in edits.source.nodes:
        is_read = isinstance(node, ast.Attribute) and node.attr == change.name and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Attribute) and is_read and edits.source.is_real(node):
            parent = parents.get(node)
            if not (isinstance(parent, ast.Call) and parent.func is node):
                end = edits.source.span(node)[1]
                edits.replace(end, end, "()")


def _awaited(edits: FileEdits, change: ChangedUsage) -> None:
    """`f(x)` -> `await f(x)` in a coroutine function, `asyncio.run(f(x))` elsewhere."""
    for call in _calls(edits, change):
        start, end = edits.source.span(call)
        text = edits.source.text[start:end]
        if isinstance(edits.source.parents.get(call), ast.Await):
            continue
        if isinstance(_function_of(edits.source, call), ast.AsyncFunctionDef):
            edits.replace(start, end, f"(await {text})")
        else:
            edits.replace(start, end, f"asyncio.run({text})")
            if not edits.local_name("asyncio"):
                edits.add_import("import asyncio", "")


def _unawaited(edits: FileEdits, change: ChangedUsage) -> None:
    """`await f(x)` and `asyncio.run(f(x))` -> `f(x)`"""
    source = edits.source
    for call in _calls(edits, change):
        start, end = source.span(call)
        around = source.parents.get(call)
        is_run = isinstance(around, ast.Call) and ast.unparse(around.func) == "asyncio.run"
        if isinstance(around, ast.expr) and (is_run or isinstance(around, ast.Await)):
            edits.replace(*source.span(around), source.text[start:end])


def _function_of(source: SourceFile, node: ast.AST) -> ast.AST | None:
    found = source.parents.get(node)
    while found is not None and not isinstance(found, (FunctionNode, ast.Lambda)):
        found = source.parents.get(found)
    return found


def _calls(edits: FileEdits, change: ChangedUsage) -> Iterator[ast.Call]:
    return calls_of(change.module, ".".join(filter(None, [change.owner, change.name])), edits.source)


_RULES: Mapping[tuple[str, str], _Rule] = {
    ("function", "property"): _uncalled,
    ("property", "function"): _called,
    ("function", "coroutine function"): _awaited,
    ("coroutine function", "function"): _unawaited,
}
