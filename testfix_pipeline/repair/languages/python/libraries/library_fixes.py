"""Fixes for what a library's change broke: asks the interpreter, and applies each answer to the whole program."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.annotated_fields import annotated_fields
from testfix_pipeline.repair.languages.python.libraries.answer import (
    ChangedUsage,
    LostName,
    NameUse,
    UnfitCall,
    changed_usages,
    lost_attributes,
    lost_names,
    unfit_calls,
    warnings_of,
)
from testfix_pipeline.repair.languages.python.libraries.argument_changes import DROPPED
from testfix_pipeline.repair.languages.python.libraries.assigned_results import assigned_results
from testfix_pipeline.repair.languages.python.libraries.call_rules import (
    RECEIVERS,
    change_text,
    fitted_calls,
    joint_renames,
    passes_default,
    renamed_attributes,
)
from testfix_pipeline.repair.languages.python.libraries.callback_rules import callback_fixes
from testfix_pipeline.repair.languages.python.libraries.caught_errors import caught_failures, hides_error
from testfix_pipeline.repair.languages.python.libraries.codemod_names import with_codemods
from testfix_pipeline.repair.languages.python.libraries.copied_names import copied_names
from testfix_pipeline.repair.languages.python.libraries.coroutine_rules import coroutine_fixes
from testfix_pipeline.repair.languages.python.libraries.expression_rules import covered, expression_fixes, is_ruled
from testfix_pipeline.repair.languages.python.libraries.hidden_defaults import hidden_defaults
from testfix_pipeline.repair.languages.python.libraries.importer_methods import importer_fixes, lacks_module
from testfix_pipeline.repair.languages.python.libraries.inquiry import ask, program_files
from testfix_pipeline.repair.languages.python.libraries.joined_fixes import joined
from testfix_pipeline.repair.languages.python.libraries.message_fixes import is_telling, message_fixes
from testfix_pipeline.repair.languages.python.libraries.name_fixes import (
    SURE,
    NameFixes,
    likelihood_of_change,
    lost_name_fix,
)
from testfix_pipeline.repair.languages.python.libraries.name_rules import place_text
from testfix_pipeline.repair.languages.python.libraries.named_libraries import with_library
from testfix_pipeline.repair.languages.python.libraries.old_definitions import definition_fixes
from testfix_pipeline.repair.languages.python.libraries.old_releases import OldRelease, plain
from testfix_pipeline.repair.languages.python.libraries.optional_defaults import optional_defaults
from testfix_pipeline.repair.languages.python.libraries.plain_results import is_plain_result, plain_results
from testfix_pipeline.repair.languages.python.libraries.recognition import (
    OwnNames,
    is_library_error,
    library_failures,
    names_wrong_type,
    python_files,
)
from testfix_pipeline.repair.languages.python.libraries.recorded_fixes import recorded_fixes, update_of
from testfix_pipeline.repair.languages.python.libraries.recorded_releases import (
    OldRun,
    begun_old_run,
    found_out,
    has_recording,
    record_old,
    recorded_under_both,
)
from testfix_pipeline.repair.languages.python.libraries.refused_definitions import is_refused, refused_definitions
from testfix_pipeline.repair.languages.python.libraries.refused_values import offers_values, refused_values
from testfix_pipeline.repair.languages.python.libraries.ruff_fixes import ruff_fixes
from testfix_pipeline.repair.languages.python.libraries.said_expressions import said_expressions
from testfix_pipeline.repair.languages.python.libraries.said_replacements import said_replacements, tells_replacement
from testfix_pipeline.repair.languages.python.libraries.swallowed_errors import swallowed_lines
from testfix_pipeline.repair.languages.python.libraries.unwrapped_results import unwrapped_results
from testfix_pipeline.repair.languages.python.libraries.usage_rules import usage_fixes
from testfix_pipeline.repair.languages.python.libraries.warned_arguments import warned_arguments
from testfix_pipeline.repair.languages.python.libraries.warned_expressions import member_expressions, warned_expressions
from testfix_pipeline.repair.languages.python.libraries.warned_names import renamed_by_old, warned_names
from testfix_pipeline.repair.languages.python.libraries.wrapped_integers import is_wrapped_integer, wrapped_integers
from testfix_pipeline.repair.languages.python.source import SourceFile

MOST_SURE = 0.95
UNPROVED = 0.82
"""What is left of the confidence without the old release: of the development pairs 14 of 17 patches that landed were
right then, 27 of 27 with it; (14 + 1) / (17 + 2) over (27 + 1) / (27 + 2)."""
NO_OTHER_PLACE = 0.8
"""Of a keyword for the one argument that has no place any more: of several, the order may have changed, too."""
LESS_LIKELY = 0.95
"""The factor for each further form of a call: tests tell which one holds."""
_OF_PYTHON = (list, dict, set, tuple, str, bytes)
_RECORDED = "recorded for"


def library_fixes(question: LibraryQuestion) -> Sequence[LibraryFix]:
    """What could fix the failures that a library may have caused, the likeliest first; starts no process without any.

    First what is about the names that the failures speak of. Releases that the project names and that are at hand are
    tried in place of the installed ones.
    """
    own = OwnNames.of(question.files)
    relevant = library_failures(question.failures, own)
    run = begun_old_run(question)
    releases = run.releases if run is not None else ()
    has_newer = bool(releases)
    refused = [one for one in question.failures if one not in relevant and _is_refused(one, own, has_newer)]
    hiding = [one for one in question.failures if hides_error(one)]
    swallowed = [] if relevant or refused or hiding else swallowed_lines(question)
    if not (relevant or refused or hiding or swallowed) and (run is None or not run.at_hand):
        return _of_messages(question, own, has_newer) or _unproved(run)
    if question.is_thorough:
        return _recorded(question)
    with ThreadPoolExecutor(1) as beside:
        recording = beside.submit(record_old, question)
        answer = ask(question, [*relevant, *refused, *hiding] or question.failures, releases, swallowed)
        recording.result()
    caught = caught_failures(answer, hiding)
    question = replace(question, failures=[*caught, *question.failures])
    relevant += library_failures(caught, own)
    program = _Program.of(question)
    is_lost = bool(relevant or swallowed) or has_recording(question)
    lost = with_codemods(question, lost_names(answer)) if is_lost else []
    attributes = _at_failures(lost_attributes(answer), relevant)
    ruled = list(expression_fixes(question.failures, [*lost, *attributes], program.files))
    copies = copied_names(lost, releases)
    lost = [one for one in lost if not any(covered(fix, one) for fix in ruled)]
    name_fixes = NameFixes(program.files, program.exported, copies)
    found = [
        *ruled,
        *_of_names(lost, program, name_fixes),
        *definition_fixes(lost, releases, program.files),
        *coroutine_fixes(lost, program.files),
        *said_expressions([*lost, *attributes], program.files),
        *member_expressions(attributes, relevant, releases, program.files),
        *_of_attributes(attributes, program, own),
        *_of_calls(unfit_calls(answer), program),
        *_of_usages(changed_usages(answer), program, own),
        *message_fixes(question.failures, program.files),
        *optional_defaults(question.failures, program.files),
        *annotated_fields(question.failures, program.files),
        *refused_definitions(question.failures, program.files),
        *importer_fixes(question.failures, program.files),
        *said_replacements([one for one in question.failures if not (ruled and is_ruled(one))], program.files),
        *refused_values(question.failures, program.files, has_newer),
        *wrapped_integers(question.failures, program.files),
        *plain_results(question.failures, program.files, own.defines, has_newer),
        *warned_names(warnings_of(answer), program.files),
        *(callback_fixes(question.failures, program.files, run.releases, run.versions) if run is not None else ()),
    ]
    if not relevant and not has_recording(question) and not found:
        return _unproved(run)
    recorded = [] if any(map(_is_sure, found)) else _recorded(question)  # it takes a run of the tests
    found += [fix for fix in recorded if fix.texts]
    found = _whole(_agreed([*found, *_of_ruff(question, program, lost, relevant)]), program)
    found = [with_library(fix, lost, unfit_calls(answer), question.failures) for fix in found]
    found.sort(key=lambda fix: _order(fix, [*relevant, *refused]))
    known = [fix for fix in recorded if not fix.texts]
    joint = list(name_fixes.joint(lost))
    whole = joined(joint[:1], [fix for fix in found if _is_sure(fix)], program.files)
    return [*known, *(_with_pin(_with_proof(fix, run), run) for fix in (*whole, *joint, *found))]


def _of_ruff(
    question: LibraryQuestion, program: _Program, lost: Sequence[LostName], relevant: Sequence[Failure]
) -> Sequence[LibraryFix]:
    """The fixes of ruff at the lines that the failures end at, and at those of names that are lost."""
    lines = {(frame.file, frame.line) for failure in relevant for frame in failure.frames[-1:]}
    names = {(site.file, site.position[0]): one.place.full for one in lost for site in one.sites if not site.exempt}
    return ruff_fixes(question, program.files, names, lines)


def _is_sure(fix: LibraryFix) -> bool:
    """Whether a fix comes from a source that is seldom wrong; of arguments there are often several."""
    is_sure = fix.kind == "library.argument-name" or not fix.kind.startswith("library.argument")
    return bool(fix.texts) and fix.likelihood >= SURE and is_sure


def _of_messages(question: LibraryQuestion, own: OwnNames, has_newer: bool) -> list[LibraryFix]:
    """The fixes that the texts of errors name by themselves; no file is read where none may name any."""
    signs = (is_telling, is_plain_result, is_ruled, is_wrapped_integer, lacks_module, offers_values)
    if not any(is_sign(one) for one in question.failures for is_sign in signs):
        return []
    files = _Program.of(question).files
    return [
        *expression_fixes(question.failures, (), files),
        *importer_fixes(question.failures, files),
        *message_fixes(question.failures, files),
        *plain_results(question.failures, files, own.defines, has_newer),
        *refused_values(question.failures, files, has_newer),
        *wrapped_integers(question.failures, files),
    ]


def _is_refused(failure: Failure, own: OwnNames, has_newer: bool) -> bool:
    """Whether a library, or Python, seems to refuse what it got, though everything that is asked for is there.

    has_newer: whether a library is newer than what the project names: then any error may be its own.
    """
    is_error = failure.error_type.rpartition(".")[2] not in ("AssertionError", "Failed", "")
    has_update = is_error and (has_newer or failure.update is not None)
    is_said = is_refused(failure) or tells_replacement(failure) or names_wrong_type(failure)
    return has_update or is_said or is_library_error(failure, own)


def _recorded(question: LibraryQuestion) -> list[LibraryFix]:
    """What the recordings under old and installed releases tell, once for one tree: first the cause, then fixes."""
    if question.memory.get(_RECORDED) == question.files:
        return []
    question.memory[_RECORDED] = question.files
    recorded = recorded_under_both(question)
    if recorded is None:
        return []
    cause, run = found_out(question, recorded), begun_old_run(question)
    files = _Program.of(question).files
    sources = (
        recorded_fixes, warned_arguments, warned_expressions, renamed_by_old, unwrapped_results, hidden_defaults,
        assigned_results,
    )  # fmt: skip
    found = sorted((fix for source in sources for fix in source(recorded, files)), key=lambda fix: -fix.likelihood)
    return [*([cause] if cause is not None else []), *(_with_pin(fix, run) for fix in found)]


def _with_proof(fix: LibraryFix, run: OldRun | None) -> LibraryFix:
    """The fix; where the release that the project was written for could not be looked at, that is said, and the fix
    is believed less."""
    old = run.releases if run is not None else ()
    absent = [one for one in old if one.folder is None and f"{one.name} " in fix.note.lower()]
    likelihood = fix.likelihood * (UNPROVED if absent else 1.0)
    note = fix.note + "".join(f"; unproved: {_absent(one)}" for one in absent)
    return replace(fix, note=note, likelihood=likelihood)


def _absent(release: OldRelease) -> str:
    why = f" ({release.remark})" if release.remark else ""
    return f"{release.name} {release.version}, which the project names, is not at hand{why}"


def _unproved(run: OldRun | None) -> Sequence[LibraryFix]:
    """What to say of libraries of which newer releases are installed, and the old ones can't be looked at."""
    releases = run.releases if run is not None else ()
    if not releases:
        return ()
    more = f"; so it is of {len(releases) - 1} others" if len(releases) > 1 else ""
    note = f"Whether an update is the cause is unproved: {_absent(releases[0])}{more}"
    return (LibraryFix({}, "library.unproved", note, 0.0, releases[0].name),)


def _with_pin(fix: LibraryFix, run: OldRun | None) -> LibraryFix:
    """The fix, its updates saying which version the project names, where that is another one."""
    pinned = {plain(one.name): one.version for one in (run.releases if run is not None else ())}
    found = []
    for update in fix.updates:
        before = pinned.get(plain(update.library), "")
        known = {"before": before, "source": f"the project names {before}", "certain": True, "evidence": fix.note}
        found.append(update if before in ("", update.version) else update.model_copy(update=known))
    return replace(fix, updates=tuple(found))


def _order(fix: LibraryFix, failures: Sequence[Failure]) -> tuple[bool, int, float]:
    """The sort key: first what is sure and about any of the failures; a guess may mislead all that follows it."""
    number = _spoken_of(fix, failures)
    return not (_is_sure(fix) and number < len(failures)), number, -fix.likelihood


def _spoken_of(fix: LibraryFix, failures: Sequence[Failure]) -> int:
    """Which failure is the first that speaks of what a fix is about; their number where none does."""
    name = re.compile(rf"\b{re.escape(fix.symbol.rpartition('.')[2])}\b")
    return next((number for number, one in enumerate(failures) if name.search(one.error)), len(failures))


def _agreed(found: Sequence[LibraryFix]) -> list[LibraryFix]:
    """The fixes, those that lead to the same texts as one: what two sources say is likelier than what one says."""
    by_texts: dict[tuple[tuple[str, str], ...], LibraryFix] = {}
    for fix in found:
        key = tuple(sorted(fix.texts.items()))
        known = by_texts.get(key)
        if known is None:
            by_texts[key] = fix
        elif fix.note not in known.note and not ("(ruff " in fix.note and "(ruff " in known.note):
            likelihood = 1 - (1 - known.likelihood) * (1 - fix.likelihood)
            note, updates = f"{known.note}; {fix.note}", known.updates or fix.updates
            by_texts[key] = replace(known, note=note, likelihood=min(MOST_SURE, likelihood), updates=updates)
    return list(by_texts.values())


def _whole(found: Sequence[LibraryFix], program: _Program) -> list[LibraryFix]:
    """The fixes without those of which another one, about the same symbol, makes all edits and more."""
    changes = [_changed_lines(fix, program) for fix in found]
    kept = []
    for fix, own in zip(found, changes, strict=True):
        last = fix.symbol.rpartition(".")[2]
        larger = [
            other
            for other, more in zip(found, changes, strict=True)
            if own and own < more and other.symbol.rpartition(".")[2] == last and other.likelihood >= SURE
        ]
        if not larger:
            kept.append(fix)
    return kept


def _changed_lines(fix: LibraryFix, program: _Program) -> set[tuple[str, int, str]]:
    """File, number and text of the lines that a fix changes; empty where it adds or drops lines."""
    found = set()
    for file, text in fix.texts.items():
        before, after = program.files[file].text.splitlines(), text.splitlines()
        if len(before) != len(after):
            return set()
        pairs = enumerate(zip(before, after, strict=True))
        found |= {(file, number, new) for number, (old, new) in pairs if old != new}
    return found


@dataclass(frozen=True)
class _Program:
    """The files that may be edited, and the names that any file of the project imports from another."""

    files: dict[str, SourceFile]
    exported: frozenset[str]

    @classmethod
    def of(cls, question: LibraryQuestion) -> _Program:
        root = question.files
        every = {path: SourceFile.load(root, path) for path in python_files(root)}
        own = OwnNames.of(root)
        exported = {
            alias.name
            for source in every.values()
            if source is not None
            for node in ast.walk(source.tree)
            if isinstance(node, ast.ImportFrom) and (node.level or own.has_module(node.module or ""))
            for alias in node.names
        }
        allowed = program_files(question)
        return cls({path: one for path in allowed if (one := every[path]) is not None}, frozenset(exported))


def _of_names(lost: Sequence[LostName], program: _Program, name_fixes: NameFixes) -> Iterator[LibraryFix]:
    yield from name_fixes.single(lost)
    for one in lost:
        yield from _of_tests(one, program)


def _of_tests(lost: LostName, program: _Program) -> Iterator[LibraryFix]:
    """What to say where a test uses a lost name itself: it is for a person to change."""
    places = [f"{one.file}:{one.position[0]}" for one in lost.sites if one.file not in program.files]
    if places:
        new = f", {place_text(lost.substitutes[0].place)} may stand for it" if lost.substitutes else ""
        library = f"{lost.library} {lost.version}".strip()
        said = f"the test itself uses {place_text(lost.place)}, which {library} has not{new}; tests are not edited"
        note = f"{', '.join(dict.fromkeys(places))}: {said}"
        yield LibraryFix({}, "library.tests", note, 0.0, lost.place.full)


def _at_failures(lost: Sequence[LostName], failures: Sequence[Failure]) -> list[LostName]:
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


def _of_attributes(lost: Sequence[LostName], program: _Program, own: OwnNames) -> Iterator[LibraryFix]:
    for one in lost:
        if _is_set_by(program, one.place.name) or own.defines(one.place.name):
            continue
        for new in one.substitutes:
            for number, receiver in enumerate(RECEIVERS[:1] if new.place.owner else RECEIVERS):
                if texts := renamed_attributes(one, new, program.files, receiver):
                    fix = lost_name_fix(texts, "library.attribute", one, new)
                    yield replace(fix, likelihood=fix.likelihood * LESS_LIKELY**number)


def _of_usages(changes: Sequence[ChangedUsage], program: _Program, own: OwnNames) -> Iterator[LibraryFix]:
    clear = [one for one in changes if not (_is_set_by(program, one.name) or own.defines(one.name))]
    yield from (fix for fix in usage_fixes(clear, program.files) if fix.texts)


def _is_set_by(program: _Program, name: str) -> bool:
    """Whether the program itself gives any object an attribute of this name."""
    wanted = re.compile(rf"\.{re.escape(name)}\s*(?::[^=\n]+)?=(?!=)")
    return any(wanted.search(source.text) for source in program.files.values())


def _of_calls(calls: Sequence[UnfitCall], program: _Program) -> Iterator[LibraryFix]:
    for call in calls:
        library = f"{call.library} {call.version}".strip()
        joint = joint_renames(call.changes)
        alone = [[one] for one in call.changes if one not in joint[1:]]
        for first, *more in [joint, *alone] if joint else alone:
            texts = fitted_calls(first, program.files, *more)
            if not texts:
                continue
            said = ", ".join(map(change_text, (first, *more)))
            note = f"{call.name}: {said}: {library}; {first.evidence}"
            likelihood = likelihood_of_change(first)
            if first.what == "drop" and not passes_default(first, program.files):
                likelihood = min(likelihood, DROPPED)
            if first.what == "name" and len(first.new) == 1 and not more:
                likelihood = max(likelihood, NO_OTHER_PLACE)
            names = [f"{call.name}({change.parameter}=)" for change in (first, *more)]
            about = tuple(update_of(call.library, call.version, name, note) for name in names)
            yield LibraryFix(texts, f"library.argument-{first.what}", note, likelihood, call.name, about)
