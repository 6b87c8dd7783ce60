"""Both recordings of a repair: of the tests under the releases that the project names, and as things are installed."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_facts import UNCHANGED, failure_key
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import (
    OldRelease,
    old_releases,
    plain,
    required_versions,
    specifiers,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram, program_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import python_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording, installed_beside, record
from testfix_pipeline.repair.languages.python.libraries.inquiry.used_results import called_before, used_symbol
from testfix_pipeline.repair.languages.python.libraries.recorded.behaviour import compared
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import (
    ChangedCall,
    changed_calls,
    first_of,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded

_MEMORY, _CHANGED, _REFUSED, _UNPATCHED = "old releases", "changed calls", "refused calls", "unpatched"
SECONDS = 20.0
UNREPEATED = "The calls that were recorded under the old release could not be repeated with it."
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\w+)", re.M)


@dataclass(frozen=True)
class OldRun:
    """The tests under the old releases. tops: distribution, by normalised name, of each outermost module that counts.

    releases: also those that are not at hand. absent: the outermost modules of those, as far as the project imports
    them. versions: that are installed. recording: None where the tests do not pass under the old releases either,
    nothing can be recorded, or nothing is_done yet.
    """

    releases: Sequence[OldRelease]
    versions: Mapping[str, str]
    tops: Mapping[str, str]
    recording: CallRecording | None = None
    is_done: bool = False
    absent: frozenset[str] = frozenset()

    @property
    def at_hand(self) -> list[OldRelease]:
        """The releases that can be used."""
        return [one for one in self.releases if one.folder is not None]

    def said(self) -> dict[str, str]:
        """Each library with its old and new version, by outermost module."""
        old = {plain(one.name): one.version for one in self.releases}
        return {top: f"{name} {old[name]} -> {self.versions.get(name, '')}" for top, name in self.tops.items()}

    def before(self, module: str) -> tuple[str, str]:
        """The library that a module is of, with its old version."""
        name = self.tops[module.partition(".")[0]]
        return name, next(one.version for one in self.releases if plain(one.name) == name)

    def update(self, module: str, symbol: str, place: str, evidence: str) -> Update:
        """The update of a module's library, certain where the tests pass under the old release. evidence: a sentence
        without its full stop."""
        name, before = self.before(module)
        passes = f"; with {name} {before} in place the tests pass" * (self.recording is not None)
        return Update(library=name, version=self.versions.get(name, ""), symbol=symbol, before=before, place=place,
                      source=f"the project names {before}", certain=self.recording is not None,
                      evidence=f"{evidence}{passes}.")  # fmt: skip


def begun_old_run(question: LibraryQuestion) -> OldRun | None:
    """What the old run is to be made with, looked for once for a project; None where all is as the project pins it."""
    if _MEMORY not in question.memory:
        if _MEMORY not in question.lasting:
            question.lasting[_MEMORY] = _begun(question)
        question.memory[_MEMORY] = question.lasting[_MEMORY]
    found: OldRun | None = question.memory[_MEMORY]
    return found


def _begun(question: LibraryQuestion) -> OldRun | None:
    required, earlier = required_versions(question.files), specifiers(question.earlier)
    if not (required or earlier) or not question.tests:
        return None
    versions, modules = installed_beside(question, SECONDS)
    imported = _imported(question)
    names = {name for module, name in modules.items() if module in imported}
    used = [(name, versions[name]) for name in {**required, **earlier} if name in names]
    releases = old_releases(question, used, earlier, versions)
    if not releases:
        return None
    names = {plain(one.name) for one in releases if one.folder is not None}
    absent = frozenset(one for one in imported if modules.get(one) in {plain(one.name) for one in releases} - names)
    return OldRun(releases, versions, {one: name for one, name in modules.items() if name in names}, absent=absent)


def _imported(question: LibraryQuestion) -> set[str]:
    """The outermost modules that any file of the project seems to import."""
    found: set[str] = set()
    for path in python_files(question.files):
        with contextlib.suppress(OSError):
            text = (question.files / path).read_text(encoding="utf-8", errors="replace")
            found.update(_IMPORT.findall(text))
    return found


def record_old(question: LibraryQuestion) -> None:
    """Make the run under the old releases, once in a repair, on a tree of its own.

    Failures that are the same there are remembered: no update is behind them, unless it is one of another library.
    """
    run = begun_old_run(question)
    if run is None or not run.tops or run.is_done:
        return
    own = question.tree.with_name(f"{question.tree.name}-old")
    shutil.copytree(question.tree, own, symlinks=True)
    try:
        there = replace(question, make_tree=lambda: own)
        found = record(there, program_files(question), run.tops, run.at_hand)
    finally:
        shutil.rmtree(own, ignore_errors=True)
    if found is not None and len(run.at_hand) == len(run.releases):
        known = {plain(one.name) for one in run.releases}
        failures = [one for one in question.failures if one.update is None or plain(one.update.library) in known]
        alike = {failure_key(one) for one in failures if found.fails_alike(one)}
        question.lasting.setdefault(UNCHANGED, set()).update(alike)
    passes = found is not None and found.passes(question.tests)
    question.memory[_MEMORY] = replace(run, recording=found if passes else None, is_done=True)


def has_recording(question: LibraryQuestion) -> bool:
    """Whether the tests pass under the old releases, and what they do there is known."""
    run = begun_old_run(question)
    return run is not None and run.recording is not None


def recorded_under_both(question: LibraryQuestion) -> Recorded | None:
    """Both recordings; None where there is no old one."""
    run = begun_old_run(question)
    if run is None or run.recording is None:
        return None
    new = record(question, program_files(question), run.tops, before=run.recording)
    if new is None:
        return None
    if _CHANGED not in question.memory:
        changed = list(changed_calls(run.recording, new))
        for memory, what in ((_CHANGED, "result"), (_REFUSED, "raises")):
            question.memory[memory] = {one.call.name.rpartition(".")[2] for one in changed if one.what == what}
    folders = {top: one.folder for top, name in run.tops.items() for one in run.releases if plain(one.name) == name}
    return Recorded(run.recording, new, run.said(), {top: one for top, one in folders.items() if one is not None})


def found_out(question: LibraryQuestion, recorded: Recorded) -> LibraryFix | None:
    """What the recordings tell of the cause: a note with the update, without an edit; where they agree, or differ in
    what is private, the call of a library whose result a failing line uses; None where there is none."""
    run = begun_old_run(question)
    change = first_of(list(changed_calls(recorded.old, recorded.new)), _lines(question))
    if run is None:
        return None
    used = used_update(question) if change is None or change.is_private else None
    if used is not None:
        return LibraryFix({}, "library.used", used.describe(), 0.0, used.symbol, (used,))
    if change is None:
        return None
    update = _update(change, run)
    said = f"{update.library} {update.before} -> {update.version}: {change.describe()}, called at {change.place}"
    return LibraryFix({}, "library.changed", said, 0.0, change.symbol, (update,))


def _update(change: ChangedCall, run: OldRun) -> Update:
    name, before = run.before(change.call.module)
    said = change.describe()
    pin = f"pin {name}=={before}: the tests pass with it, and it keeps out every later fix"
    evidence = f"{said[0].upper()}{said[1:]}, called at {change.place}"
    return run.update(change.call.module, change.symbol, change.place, evidence).model_copy(update={"alternative": pin})


def used_update(question: LibraryQuestion) -> Update | None:
    """The update of the library whose callable gives what a failing line uses; None where no such line is known.

    Certain where the tests pass under the old release.
    """
    run = begun_old_run(question)
    frames = [(one.file, one.line) for failure in question.failures for one in failure.frames]
    files = LibraryProgram.of(question).files
    tests = [(file, line) for file, line in frames if file not in files]
    called = [name for file, line in tests for name in called_before(read_text(question.files / file), line)]
    found = used_symbol(frames, called, files, run.tops) if run is not None and run.tops else None
    if run is None or found is None:
        return None
    symbol, place = found
    return run.update(symbol, symbol, place, f"The failing statement calls {symbol}, or uses what it gave at {place}")


def _lines(question: LibraryQuestion) -> list[tuple[str, str]]:
    """Where the tests died, with the texts of the lines."""
    found = []
    for frame in (frame for failure in question.failures for frame in failure.frames):
        lines = read_text(question.files / frame.file).splitlines()
        if lines:
            found.append((frame.file, lines[frame.line - 1] if frame.line <= len(lines) else ""))
    return found


def _unpatched(original: LibraryQuestion, run: OldRun) -> CallRecording | None:
    """The calls without a patch, recorded once in a repair; None where they can't be recorded."""
    if _UNPATCHED not in original.memory:
        original.memory[_UNPATCHED] = record(original, program_files(original), run.tops)
    found: CallRecording | None = original.memory[_UNPATCHED]
    return found


def library_behaviour(patched: LibraryQuestion, original: LibraryQuestion) -> BehaviourCheck | None:
    """How a patched tree behaves beside what was recorded under the old releases; None without a record of these.

    Where the patched tree itself can't be recorded, that is a doubt: nothing says then that it behaves as before.
    """
    run: OldRun | None = patched.memory.get(_MEMORY)
    if run is None or run.recording is None:
        return None
    new = record(patched, program_files(patched), run.tops)
    if new is None or not new.passes(patched.tests):
        return BehaviourCheck(0, rare=(UNREPEATED,))
    changed, refused = (patched.memory.get(one, ()) for one in (_CHANGED, _REFUSED))
    without = _unpatched(original, run)
    errors = {one.error_type for one in original.failures}
    found = compared(run.recording, new, changed, None, refused, without, errors)
    if found.differences:
        again = record(original, program_files(original), run.tops, run.at_hand)  # what differs then says nothing
        found = compared(run.recording, new, changed, again, refused, without, errors) if again is not None else found
    cause = first_of(list(changed_calls(run.recording, without)), ()) if without is not None else None
    return replace(found, causes=(_update(cause, run),)) if cause is not None else found
