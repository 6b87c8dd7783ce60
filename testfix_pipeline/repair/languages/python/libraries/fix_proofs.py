"""What speaks for and against fixes: the releases that the project was written for, and what no test shows."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.fix_rivals import is_part
from testfix_pipeline.repair.language.library_fixes import NOT_AT_HAND, LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import quoted
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease, plain
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import SURE
from testfix_pipeline.repair.languages.python.overfitting.ignored_parameters import ignored_parameters
from testfix_pipeline.repair.languages.python.source import SourceFile

UNPROVED = 0.82
"""What is left of the confidence without the old release: of the development pairs 14 of 17 patches that landed were
right then, 27 of 27 with it; (14 + 1) / (17 + 2) over (27 + 1) / (27 + 2)."""

UNKNOWN_BEFORE = 0.45
"""The factor where nothing says that the library was older before: the failure may as well have another cause, so that
such a patch is shown and does not land."""
NEW_REQUIREMENT = 0.97
"""The factor for a package that the project does not require: of two fixes alike the one without it comes first."""
_REQUIREMENTS = ("*requirements*.txt", "requirements/*.txt", "setup.py", "setup.cfg", "pyproject.toml", "Pipfile*",
                 "environment*.y*ml", "*.lock")  # fmt: skip
MOST_SURE = 0.95


def with_proof(fix: LibraryFix, run: OldRun | None) -> LibraryFix:
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


def unproved(run: OldRun | None) -> Sequence[LibraryFix]:
    """What to say of libraries of which newer releases are installed, and the old ones can't be looked at."""
    releases = [one for one in (run.releases if run is not None else ()) if one.folder is None]
    if run is None or not releases:
        return ()
    others = ", ".join(f"{one.name} {one.version}" for one in releases[1:])
    more = f"; nor {others}" if others else ""
    note = f"What an update changed is unproved: {_absent(releases[0])}{more}"
    return (LibraryFix({}, NOT_AT_HAND, note, 0.0, releases[0].name, modules=run.absent),)


def client_remarks(run: OldRun | None, found: Sequence[LibraryFix]) -> Sequence[LibraryFix]:
    """What the package client said of releases that the project names: that one was yanked, or why it gave none, unless
    the fixes that were found tell that."""
    said = [one for one in (run.releases if run is not None else ()) if one.folder is not None and one.remark]
    notes = [(f"{one.name} {one.version}, which the project names: {one.remark}", one.name) for one in said]
    notes += [(one.note, one.symbol) for one in unproved(run) if one not in found]
    return [LibraryFix({}, "library.remark", note, 0.0, name) for note, name in notes]


def with_pin(fix: LibraryFix, run: OldRun | None) -> LibraryFix:
    """The fix, its updates saying which version the project names, where that is an older one."""
    pinned = {plain(one.name): one for one in (run.releases if run is not None else ())}
    installed = {plain(name): version for name, version in (run.versions if run is not None else {}).items()}
    found = []
    for update in fix.updates:
        old, now = pinned.get(plain(update.library)), update.version or installed.get(plain(update.library), "")
        own = update.evidence if update.evidence in fix.note else ""  # else it may say that nothing is known
        if old is not None and old.is_older_than(now):
            known = {"before": old.version, "source": f"the project names {old.version}", "certain": True}
            update = update.model_copy(update={**known, "evidence": own or fix.note})
        found.append(update)
    return replace(fix, updates=tuple(found))


def with_remarks(found: Sequence[LibraryFix], question: LibraryQuestion) -> Sequence[LibraryFix]:
    """The fixes, each saying what it brings besides."""
    if not any(fix.texts for fix in found):
        return found
    files = LibraryProgram.of(question).files
    imported = {one.top for source in files.values() for one in imported_names(source.nodes) if not one.level}
    return [_with_remarks(fix, files, imported, question) for fix in found]


def _with_remarks(
    fix: LibraryFix, files: Mapping[str, SourceFile], imported: Collection[str], question: LibraryQuestion
) -> LibraryFix:
    trees = [(files[path].tree, python_code.parse_or_empty(text)) for path, text in fix.texts.items()]
    names = {one.top for _, new in trees for one in imported_names(ast.walk(new)) if not one.level}
    fresh = [name for name in sorted(names.difference(imported)) if _is_unknown(name, question)]
    ignored = [one for old, new in trees for one in ignored_parameters(old, new)]
    remarks = [f"it imports {name}, which the project does not require" for name in fresh]
    remarks += [f"{function} no longer reads its parameter {name}" for function, name, _ in ignored]
    likelihood = fix.likelihood * NEW_REQUIREMENT ** len(fresh)
    if any(is_required for *_, is_required in ignored):
        likelihood *= UNKNOWN_BEFORE  # what each caller has to say has no effect
    return replace(fix, note="; ".join([fix.note, *remarks]), likelihood=likelihood) if remarks else fix


def _is_unknown(package: str, question: LibraryQuestion) -> bool:
    """Whether a package is none of Python, of the project, or of what it requires."""
    if package in sys.stdlib_module_names or OwnNames.of(question.files).has_module(package):
        return False
    required = (file for pattern in _REQUIREMENTS for file in question.files.glob(pattern))
    return not any(plain(package) in plain(read_text(file)) for file in required)


def is_sure_source(fix: LibraryFix) -> bool:
    """Whether a fix comes from a source that is seldom wrong; of arguments there are often several."""
    is_sure = fix.kind == "library.argument-name" or not fix.kind.startswith("library.argument")
    return bool(fix.texts) and fix.likelihood >= SURE and is_sure


def agreed(found: Sequence[LibraryFix]) -> list[LibraryFix]:
    """The fixes, those that lead to the same texts as one: what two sources say is likelier than what one says."""
    by_texts: dict[tuple[tuple[str, str], ...], LibraryFix] = {}
    for fix in found:
        key = tuple(sorted(fix.texts.items()))
        known = by_texts.get(key)
        if known is None:
            by_texts[key] = fix
        elif fix.note not in known.note:
            likelihood = _joint_likelihood(known, fix)
            note, updates = f"{known.note}; {fix.note}", known.updates or fix.updates
            by_texts[key] = replace(known, note=note, likelihood=min(MOST_SURE, likelihood), updates=updates)
    return list(by_texts.values())


def _joint_likelihood(known: LibraryFix, fix: LibraryFix) -> float:
    """How likely what two sources say is. That a keyword is gone several say, and none that its value may go: where one
    knows that the value was not the default, it counts."""
    both = known.likelihood, fix.likelihood
    if known.kind == fix.kind == "library.argument-drop" and is_doubtful(min(both)) and max(both) < SURE:
        return min(both)
    return 1 - (1 - known.likelihood) * (1 - fix.likelihood)


def without_parts(found: Sequence[LibraryFix], program: LibraryProgram) -> list[LibraryFix]:
    """The fixes without those that write lines of which a sure one, about the same symbol, writes all and more."""
    return [one for one in found if not any(_is_less(one, other, program) for other in found)]


def _is_less(fix: LibraryFix, other: LibraryFix, program: LibraryProgram) -> bool:
    is_rival = other.likelihood >= SURE and fix.symbol.rpartition(".")[2] == other.symbol.rpartition(".")[2]
    before = {file: program.files[file].text for file in {*fix.texts, *other.texts}} if is_rival else {}
    writes = any(not {*text.splitlines()} <= {*before[file].splitlines()} for file, text in fix.texts.items() if before)
    return writes and is_part(fix, other, before) and not is_part(other, fix, before)


def sort_key(fix: LibraryFix, failures: Sequence[Failure]) -> tuple[bool, int, float]:
    """The sort key: first what is sure and about any of the failures; a guess may mislead all that follows it."""
    number = _spoken_of(fix, failures)
    return not (is_sure_source(fix) and number < len(failures)), number, -fix.likelihood


def _spoken_of(fix: LibraryFix, failures: Sequence[Failure]) -> int:
    """Which failure is the first that speaks of what a fix is about, or that its note quotes; their number where none
    does."""
    names = (re.escape(one.partition("(")[0].rpartition(".")[2]) for one in fix.symbol.split(", "))
    name = re.compile(rf"\b(?:{'|'.join(names)})\b")
    said = [quoted(one) for one in failures]
    pairs = zip(failures, said, strict=True)
    speaks = [bool(name.search(one.error) or (text and text in fix.note)) for one, text in pairs]
    return speaks.index(True) if any(speaks) else len(failures)
