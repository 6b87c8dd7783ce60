"""Fixes for calls that another release takes or answers differently, from recordings of the program under both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.cycle_rules.broken_symbols import replacement_in
from testfix_pipeline.core.python_code import handled_types
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import (
    NAMED,
    argument_changes,
    needless,
    refitted,
    written,
)
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import (
    bare_decorator,
    change_text,
    fitted_calls,
    import_name,
)
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits, node_at
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse, Position, update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    RecordedParameter,
    RecordedWarning,
    Tree,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import (
    ChangedCall,
    becomes_lazy,
    changed_calls,
    differing,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

WARNED, WHOLE, ERROR, WRAPPED, UNWRAPPED = 0.88, 0.9, 0.85, 0.75, 0.88
DROPPED, STORED, SWITCHED = 0.5, 0.82, 0.72
CHOSEN = 0.65
"""Of another class to catch that the old release had as well: then no class has got another name."""
MOST_NEW = 8
MOST_SITES = 200
_Parameters = Sequence[RecordedParameter] | None


@dataclass(frozen=True)
class Recorded:
    """Both recordings. said: library with its old and new version, by outermost module. folders: of old releases, by
    outermost module."""

    old: CallRecording
    new: CallRecording
    said: Mapping[str, str]
    folders: Mapping[str, Path] = field(default_factory=dict)

    def fix(
        self,
        texts: Mapping[str, str],
        kind: str,
        about: tuple[str, str],
        said: str,
        likelihood: float,
        parameter: str = "",
    ) -> Iterator[LibraryFix]:
        """A fix with these texts, if there are any. about: the module and the name that have changed, as the fix's
        symbol has them. said: the change, a semicolon, and what speaks for it."""
        module, name = about
        symbol = f"{module}.{name.removesuffix('.__init__')}"
        library, _, versions = self.library(module).partition(" ")
        change, _, why = said.partition("; ")
        note = "; ".join(filter(None, [f"{change}: {self.library(module)}", why]))
        update = update_of(
            library, versions.rpartition(" ")[2], f"{symbol}({parameter})" if parameter else symbol, note
        )
        if texts:
            yield LibraryFix(texts, f"library.{kind}", note, likelihood, symbol, (update,))

    def as_called_before(self, call: RecordedCall) -> RecordedCall:
        """The new call with the name of what the old release has at its place, where it has nothing of the new name:
        what answers may have got a wrapper."""
        if self.old.parameters(call.module, call.name) is not None:
            return call
        before = next((one for one in self.old.calls if one.site == call.site), call)
        return call.model_copy(update={"module": before.module, "name": before.name})

    @cached_property
    def changed(self) -> Sequence[ChangedCall]:
        """The calls that go otherwise under the new releases."""
        return [*changed_calls(self.old, self.new)]

    @cached_property
    def new_at(self) -> Mapping[tuple[str, str], RecordedCall]:
        """The first new call at each place of the program."""
        return {one.site: one for one in reversed(self.new.calls)}

    def had_class(self, module: str, name: str) -> bool:
        """Whether the old release of a module's library defines a class of this name."""
        top = module.partition(".")[0]
        wanted = re.compile(rf"^\s*class {re.escape(name)}\b", re.M)
        files = self.folders[top].glob(f"{top}/**/*.py") if top in self.folders else ()
        return any(wanted.search(read_text(file)) for file in files)

    def library(self, module: str) -> str:
        """The library of a module with its versions, for people."""
        return self.said.get(module.partition(".")[0], module)


def recorded_fixes(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """What could make the recorded calls go as they went: each fix one rule at all its places."""
    yield from _of_warnings(recorded, files)
    yield from _of_whole_calls(recorded, files)
    yield from _of_arguments(recorded, files)
    yield from _of_results(recorded, files)
    yield from _of_errors(recorded, files)
    yield from _of_wrapped_results(recorded, files)


def call_at(source: SourceFile, position: Position | None, line: int, name: str) -> ast.Call | None:
    """The call at a position; where none is known, the one on that line of a function of that name."""
    if position is not None:
        return node_at(source, position, ast.Call)
    last = name.removesuffix(".__init__").rpartition(".")[2]
    calls = (one for one in source.nodes if isinstance(one, ast.Call) and one.lineno == line and source.is_real(one))
    return next((one for one in calls if last_name(one.func) == last), None)


def position_of(node: ast.expr | ast.stmt) -> Position:
    """Where an expression or a statement stands."""
    return node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0


# -- what the old release warned of ------------------------------------------------------------------------------------


def _of_warnings(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    grouped: dict[tuple[str, str, str], list[RecordedWarning]] = {}
    for one in recorded.old.warnings:
        new = replacement_in(one.text).rpartition(".")[2]
        if new and new != one.name.rpartition(".")[2]:
            grouped.setdefault((one.module, one.name, new), []).append(one)
    for (module, name, new), found in grouped.items():
        edits = ProgramEdits(files)
        for one in found[:MOST_SITES]:
            if one.file in files:
                here = edits[one.file]
                node = call_at(here.source, one.position, one.line, name)
                if node is not None and isinstance(node.func, ast.Attribute) and not _is_of_keyword(one.text, node):
                    end = here.source.span(node.func)[1]
                    here.replace(end - len(node.func.attr), end, new)
        said = f"{module}.{name} -> {new}; the old release warned: {' '.join(found[0].text.split())[:200]}"
        yield from recorded.fix(edits.texts(), "warned", (module, name), said, WARNED)


def _is_of_keyword(text: str, node: ast.Call) -> bool:
    """Whether a warning speaks of a keyword of the call that it was given at, and not of what is called."""
    words = set(re.findall(r"\w+", text))
    return last_name(node.func) not in words and any(one.arg in words for one in node.keywords)


# -- arguments ---------------------------------------------------------------------------------------------------------


def _of_arguments(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """Keywords as the new release takes them and defaults as the old one had them, each change as one rule; those that
    no signature shows also at calls that no test makes."""
    is_refused = any(one.is_misfit for one in recorded.changed)
    rules: dict[tuple[str, str, CallChange, float], list[tuple[RecordedCall, ast.Call]]] = {}
    for call, node in _used_at(recorded.old.calls, files):
        before, after = _signatures(recorded, call)
        found = [*argument_changes(node, before or (), after or (), call.given), *_hidden(recorded, call, node)]
        for change, likelihood in found:
            is_hiding = likelihood == SWITCHED and is_refused  # what is switched off is not asked for what does not fit
            if not is_hiding:
                rules.setdefault((call.module, call.name, change, likelihood), []).append((call, node))
    for (module, name, change, likelihood), uses in rules.items():
        more = likewise(uses, files) if likelihood in (STORED, SWITCHED) else []
        sites = tuple(NameUse(call.file, position_of(node)) for call, node in [*uses, *more])
        texts = fitted_calls(replace(change, sites=sites), files)
        said = f"{name.removesuffix('.__init__')}: {change_text(change)}; {change.evidence}"
        kind, about = f"argument-{change.what}", (module, name)
        yield from recorded.fix(texts, kind, about, said, likelihood, f"{change.parameter}=")


def _of_whole_calls(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """All calls of a callable whose parameters changed, those that no test makes too, as one rule."""
    seen: set[tuple[str, str]] = set()
    for call in recorded.old.calls:
        before, after = _signatures(recorded, call)
        if (call.module, call.name) in seen or before is None or after is None or before == after:
            continue
        seen.add((call.module, call.name))
        texts, likelihood = refitted(call.module, call.name, before, after, files), WHOLE
        if not texts and (dropped := needless(before, after)):
            texts, likelihood = refitted(call.module, call.name, before, after, files, dropped), DROPPED
        names = ", ".join(one.name for one in before if one not in after)
        why = f"; {names} changed" if names else ""
        said = f"{call.name.removesuffix('.__init__')}: every call as the new parameters take it{why}"
        yield from recorded.fix(texts, "calls", (call.module, call.name), said, likelihood, names)


def _signatures(recorded: Recorded, call: RecordedCall) -> tuple[_Parameters, _Parameters]:
    """The parameters before and now; now those of the callable that the same place of the program reaches."""
    now = recorded.new_at.get(call.site)
    before = recorded.old.parameters(call.module, call.name)
    after = recorded.new.parameters(call.module, call.name)
    if now is not None:
        after = recorded.new.parameters(now.module, now.name) or after
    return before, after


def recorded_sites(
    calls: Sequence[RecordedCall], files: Mapping[str, SourceFile]
) -> Iterator[tuple[RecordedCall, ast.Call]]:
    """One call of each place in the program, with its node."""
    seen: set[tuple[str, str]] = set()
    for call in calls:
        if call.site in seen or call.file not in files or len(seen) >= MOST_SITES:
            continue
        seen.add(call.site)
        node = call_at(files[call.file], call.position, call.line, call.name)
        if node is not None:
            yield call, node


def _used_at(calls: Sequence[RecordedCall], files: Mapping[str, SourceFile]) -> Iterator[tuple[RecordedCall, ast.Call]]:
    """One call of each place in the program, and of each decorator without arguments, which stands for its call."""
    yield from recorded_sites(calls, files)
    seen: set[tuple[str, str]] = set()
    for call in calls:
        if call.site not in seen and call.file in files and call.position is not None:
            seen.add(call.site)
            node = bare_decorator(files[call.file], call.position)
            if node is not None:
                stands = ast.Call(node, [ast.Constant(...)], [])
                yield call, ast.copy_location(stands, node)


def _hidden(recorded: Recorded, call: RecordedCall, node: ast.Call) -> Iterator[tuple[CallChange, float]]:
    """What a call may be given besides, with how far that is believed, so that a default is what it was of which no
    signature of both releases tells: what a constructor stored where it was given nothing, and what switches a new
    parameter off."""
    now, given = recorded.new_at.get(call.site), [one.arg for one in node.keywords]
    if now is None or None in given:
        return
    before = {one.name: one for one in recorded.old.parameters(call.module, call.name) or ()}
    after = {one.name: one for one in recorded.new.parameters(now.module, now.name) or ()}
    found = list[tuple[str, str, str, float]]()
    for name in before.keys() & call.made.keys() & now.made.keys() & after.keys():
        was, is_default = call.made[name], call.given.get(name) == before[name].default
        value = written(was) if is_default and was != now.made[name] else None
        if value is not None and len(value) == 1:
            found.append((name, value[0], f"without it, {name} was {value[0]}", STORED))
    fresh = [one for name, one in after.items() if before and name not in before and one.kind in NAMED]
    found += [(one.name, text, f"{one.name} is new", SWITCHED) for one in fresh[:MOST_NEW] if (text := _switched(one))]
    for name, text, why, likelihood in found:
        if name not in given:
            yield CallChange("add", "", (name, text), "old release", why, ()), likelihood


def _switched(parameter: RecordedParameter) -> str:
    """The value with which a new switch or limit does nothing by itself: the other one, or zero; "" of others."""
    tree = parameter.default
    if tree is None or tree[0] != "=" or tree[1] not in ("bool", "int", "float") or tree[2] in ("0", "0.0"):
        return ""
    return {"True": "False", "False": "True"}.get(tree[2], "0")


# -- results -----------------------------------------------------------------------------------------------------------


def _of_results(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """Wrap what is given now in what makes of it what was given."""
    rules: dict[tuple[str, str, int, str], list[tuple[RecordedCall, ast.Call]]] = {}
    lazy = [
        one.model_copy(update={"wrappers": [f"{one.result[1]}({{}})"]})
        for one in recorded.old.calls
        if one.result is not None and one.result[0] == "[" and becomes_lazy(one, recorded.old, recorded.new)
    ]
    wrapped = [recorded.as_called_before(one) for one in recorded.new.calls if one.wrappers or one.parts]
    for call, node in recorded_sites([*lazy, *wrapped], files):
        for number, wrappers in [(-1, call.wrappers), *call.parts]:
            for text in wrappers:
                rules.setdefault((call.module, call.name, number, text), []).append((call, node))
    for (module, name, number, text), found in rules.items():
        edits = ProgramEdits(files)
        for call, node in found + likewise(found, files):
            here = edits[call.file]
            if number < 0:
                start, end = here.source.span(node)
                here.replace(start, end, text.replace("{}", here.source.text[start:end]))
            else:
                _convert_item(here, node, number, text)
        said = f"{f'item {number} of ' * (number >= 0)}{name} as {text}; it gives what the old release gave"
        yield from recorded.fix(edits.texts(), "result", (module, name), said, WRAPPED)


def _convert_item(edits: FileEdits, node: ast.Call, number: int, text: str) -> None:
    """Convert one of the names that a call's result is unpacked into, in a statement of its own."""
    parent = edits.source.parents.get(node)
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1 or not edits.source.owns_line(parent):
        return
    target = parent.targets[0]
    if isinstance(target, ast.Tuple) and number < len(target.elts) and isinstance(target.elts[number], ast.Name):
        name = edits.source.segment(target.elts[number])
        after = edits.source.block(parent)[1]
        missing = "" if edits.source.text[:after].endswith("\n") else edits.source.newline
        line = f"{edits.source.indent(parent)}{name} = {text.replace('{}', name)}{edits.source.newline}"
        edits.replace(after, after, f"{missing}{line}")


def _of_wrapped_results(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
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
        said = f"{about[1]} without {said}; it gives what that was"
        yield from recorded.fix(edits.texts(), "unwrapped", about, said, UNWRAPPED)


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


# -- errors ------------------------------------------------------------------------------------------------------------


def _of_errors(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """Catch what is raised now where the program catches what was raised."""
    found = (one for one in recorded.changed if one.what == "error" and not one.is_misfit)
    changed = {(one.was, *one.new.error[:2]): one for one in found}
    for (was, module, name), change in changed.items():
        edits = ProgramEdits(files)
        for file, source in files.items():
            for one in _caught(source, was):
                edits[file].replace(*source.span(one), name)
                if module != "builtins":
                    import_name(edits[file], f"from {module} import {name}")
        said, about = f"except {was} -> except {name}; {change.describe()}", (change.call.module, change.call.name)
        likelihood = CHOSEN if recorded.had_class(module, name) else ERROR
        yield from recorded.fix(edits.texts(), "error", about, said, likelihood)


def _caught(source: SourceFile, name: str) -> Iterator[ast.expr]:
    """The places of a class of this name in `except` clauses."""
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            types = handled_types(node)
            yield from (one for one in types if last_name(one) == name)


def likewise(
    found: Sequence[tuple[RecordedCall, ast.Call]], files: Mapping[str, SourceFile]
) -> list[tuple[RecordedCall, ast.Call]]:
    """Calls in the same files that are written as those that were recorded, and that no test made."""
    known = {(call.file, position_of(node)) for call, node in found}
    more = []
    for call, node in {(call.file, ast.dump(node.func)): (call, node) for call, node in found}.values():
        for other in files[call.file].nodes:
            if not isinstance(other, ast.Call) or ast.dump(other.func) != ast.dump(node.func):
                continue
            if files[call.file].is_real(other) and (call.file, position_of(other)) not in known:
                more.append((_elsewhere(call, other), other))
    return more


def _elsewhere(call: RecordedCall, node: ast.Call) -> RecordedCall:
    """The same call at another place."""
    return call.model_copy(update={"line": node.lineno, "position": position_of(node)})
