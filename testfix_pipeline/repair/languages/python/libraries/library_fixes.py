"""Fixes for what a library's change broke: asks the interpreter, and applies each answer to the whole program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import (
    agreed,
    client_remarks,
    is_sure_source,
    sort_key,
    unproved,
    with_pin,
    with_proof,
    with_remarks,
    without_parts,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName, ProbeAnswer, with_library
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram, ask
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import (
    OwnNames,
    caught_failures,
    hides_error,
    is_library_error,
    library_failures,
    names_wrong_type,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import recorded_fixes
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import (
    OldRun,
    begun_old_run,
    found_out,
    has_recording,
    record_old,
    recorded_under_both,
    used_update,
)
from testfix_pipeline.repair.languages.python.libraries.sources.answer_fixes import (
    at_failures,
    attribute_fixes,
    call_fixes,
    changed_use_fixes,
)
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes, place_text
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import (
    WRITTEN,
    is_telling,
    message_fixes,
    old_bodies,
    stated_by_errors,
    stated_by_members,
    stated_by_old,
    tells_member,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

_RECORDED = "recorded for"


def library_fixes(question: LibraryQuestion) -> Sequence[LibraryFix]:
    """What could fix the failures that a library may have caused, the likeliest first; starts no process without any.

    First what is about the names that the failures speak of. Releases that the project names and that are at hand are
    tried in place of the installed ones.
    """
    found = with_remarks(_library_fixes(question), question)
    return [*found, *client_remarks(begun_old_run(question), found)] if found else found


def _library_fixes(question: LibraryQuestion) -> Sequence[LibraryFix]:
    run = begun_old_run(question)
    signs = _Signs.of(question, run)
    if not signs.failures and (run is None or not run.at_hand):
        return _of_messages(question) or unproved(run)
    if question.is_thorough:
        return _recorded(question)
    with ThreadPoolExecutor(1) as beside:
        recording = beside.submit(record_old, question)
        failures = signs.failures or question.failures
        answer = ask(question, failures, signs.releases)
        recording.result()
    caught = caught_failures(answer, signs.hiding)
    question = replace(question, failures=[*caught, *question.failures])
    return _Answered(question, signs.with_caught(caught), answer, run).fixes()


@dataclass(frozen=True)
class _Signs:
    """What points to a library: failures that one raised, that one refused a value in, that may hide one's error.
    releases: older ones than those installed, which the project names."""

    own: OwnNames
    releases: Sequence[OldRelease]
    relevant: Sequence[Failure]
    refused: Sequence[Failure]
    hiding: Sequence[Failure]

    @classmethod
    def of(cls, question: LibraryQuestion, run: OldRun | None) -> _Signs:
        own, releases = OwnNames.of(question.files), run.releases if run is not None else ()
        relevant = library_failures(question.failures, own)
        rest = [one for one in question.failures if one not in relevant]
        refused = [one for one in rest if _is_refused(one, own, bool(releases))]
        hiding = [one for one in question.failures if hides_error(one)]
        return cls(own, releases, relevant, refused, hiding)

    @property
    def failures(self) -> list[Failure]:
        return [*self.relevant, *self.refused, *self.hiding]

    def with_caught(self, caught: Sequence[Failure]) -> _Signs:
        return replace(self, relevant=[*self.relevant, *library_failures(caught, self.own)])


def _of_messages(question: LibraryQuestion) -> list[LibraryFix]:
    """The fixes that the texts of errors name by themselves; no file is parsed where there can't be any."""
    if not any(is_telling(one) or tells_member(one) for one in question.failures):
        return []
    return [*_of_errors(question.failures, LibraryProgram.of(question).files)]


def _of_errors(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    yield from stated_by_members(failures, files)
    yield from message_fixes(failures, files)


def _is_refused(failure: Failure, own: OwnNames, has_newer: bool) -> bool:
    """Whether a library, or Python, seems to refuse what it got, though everything that is asked for is there.

    has_newer: whether a library is newer than what the project names: then any error may be its own.
    """
    is_error = failure.error_type.rpartition(".")[2] not in ("AssertionError", "Failed", "")
    has_update = is_error and (has_newer or failure.update is not None)
    return has_update or names_wrong_type(failure) or is_library_error(failure, own)


def _recorded(question: LibraryQuestion) -> list[LibraryFix]:
    """What the recordings under old and installed releases tell, once for one tree: first the cause, then fixes."""
    if question.memory.get(_RECORDED) == question.files:
        return []
    question.memory[_RECORDED] = question.files
    recorded = recorded_under_both(question)
    if recorded is None:
        return []
    cause, run = found_out(question, recorded), begun_old_run(question)
    files = LibraryProgram.of(question).files
    found = sorted(recorded_fixes(recorded, files), key=lambda fix: -fix.likelihood)
    return [*([cause] if cause is not None else []), *(with_pin(fix, run) for fix in found)]


class _Answered:
    """The fixes after the interpreter has been asked."""

    def __init__(self, question: LibraryQuestion, signs: _Signs, answer: dict[str, Any], run: OldRun | None) -> None:
        self.question, self.signs, self.run = question, signs, run
        self.program = LibraryProgram.of(question)
        is_lost = bool(signs.relevant) or has_recording(question)
        known = ProbeAnswer.of(answer)
        self.lost = known.missing if is_lost else []
        self.attributes = at_failures(known.attributes, signs.relevant)
        self.calls, self.usages = known.calls, known.usages
        self.old = [*old_bodies([*self.lost, *self.attributes], signs.relevant, signs.releases, self.program.files)]
        done = {fix.symbol for fix in self.old if fix.likelihood == WRITTEN}
        self.lost = [one for one in self.lost if one.place.full not in done]

    def fixes(self) -> Sequence[LibraryFix]:
        """The likeliest first; several at once before each by itself."""
        names = NameFixes(self.program.files, self.program.exported)
        errors = _of_errors(self.question.failures, self.program.files)
        found = [*self.old, *self._of_names(names), *self._of_uses(), *errors]
        if not found and not has_recording(self.question):
            return unproved(self.run)
        recorded = [] if any(map(is_sure_source, found)) else _recorded(self.question)  # it takes a run of the tests
        found += [fix for fix in recorded if fix.texts]
        found = self._ordered(found)
        known = [fix for fix in recorded if not fix.texts]
        joint = list(names.joint(self.lost))
        return [*known, *(with_pin(with_proof(fix, self.run), self.run) for fix in (*joint, *found))]

    def _ordered(self, found: Sequence[LibraryFix]) -> list[LibraryFix]:
        whole = without_parts(agreed(found), self.program)
        named = [with_library(fix, self.question.failures) for fix in whole]
        if any(fix.texts and not fix.updates for fix in named) and (used := used_update(self.question)) is not None:
            named = [fix if fix.updates or not fix.texts else replace(fix, updates=(used,)) for fix in named]
        return sorted(named, key=lambda fix: sort_key(fix, [*self.signs.relevant, *self.signs.refused]))

    def _of_names(self, names: NameFixes) -> Iterator[LibraryFix]:
        """Of what modules lack."""
        yield from names.single(self.lost)
        for one in self.lost:
            yield from _of_tests(one, self.program)

    def _of_uses(self) -> Iterator[LibraryFix]:
        """Of what texts and definitions say of lost names, of what objects lack, and of what is called or used in
        another way."""
        program, own, lost = self.program, self.signs.own, [*self.lost, *self.attributes]
        yield from stated_by_errors(lost, program.files)
        yield from stated_by_old(lost, self.signs.relevant, self.signs.releases, program.files)
        yield from attribute_fixes(self.attributes, program, own)
        yield from call_fixes(self.calls, program)
        yield from changed_use_fixes(self.usages, program, own)


def _of_tests(lost: LostName, program: LibraryProgram) -> Iterator[LibraryFix]:
    """What to say where a test uses a lost name itself: it is for a person to change."""
    places = [f"{one.file}:{one.position[0]}" for one in lost.sites if one.file not in program.files]
    if places:
        new = f", {place_text(lost.substitutes[0].place)} may stand for it" if lost.substitutes else ""
        library = f"{lost.library} {lost.version}".strip()
        said = f"the test itself uses {place_text(lost.place)}, which {library} has not{new}; tests are not edited"
        note = f"{', '.join(dict.fromkeys(places))}: {said}"
        yield LibraryFix({}, "library.tests", note, 0.0, lost.place.full)
