"""Finds the failures that updated libraries may cause; stores the versions, the findings and a patch."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from pydantic import Field, ValidationError

from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Attempt, Failure, Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import InstalledVersions, Update
from testfix_pipeline.execution.pins import pins_of
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.updates.dated_releases import DatedReleases
from testfix_pipeline.updates.diagnosis import updates_in, with_repaired, with_updates
from testfix_pipeline.updates.earlier_pins import earlier_packages, earlier_pins
from testfix_pipeline.updates.green_sessions import VERSIONS, last_green
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.updates.known_versions import KnownVersions, earlier_requirements
from testfix_pipeline.updates.needed_test_changes import needed_test_changes

FINDINGS = ".process/updates.json"
PATCH = ".process/tests-need.patch"


class UpdateFindings(Record):
    """The findings of a session on updates.

    updates: the certain ones first. notices: a sentence for each thing that could not be read. tests_need: changes that
    test code needs and that are not evident; the evident ones are in `.process/tests-need.patch`.
    """

    updates: list[Update] = Field(default_factory=list)
    notices: list[str] = Field(default_factory=list)
    tests_need: list[str] = Field(default_factory=list)


def findings_of(wb: Workbench) -> UpdateFindings:
    """Return the findings so far."""
    found = read_stored(wb, FINDINGS, UpdateFindings) or UpdateFindings()
    landed = [update for one in wb.store.history().attempts if one.stands for update in _said(one)]
    return found.model_copy(update={"updates": sorted(with_repaired(found.updates, landed), key=_order)})


def _said(attempt: Attempt) -> Iterator[Update]:
    """Yield what an attempt says of updates; an agent may write anything there, of which what is no update is left."""
    said = attempt.details.get("updates")
    for row in said if isinstance(said, list) else ():
        with contextlib.suppress(ValidationError):
            yield Update.model_validate(row)


def keep_installed(wb: Workbench, found: InstalledVersions) -> InstalledVersions:
    """Store the packages installed for the project's interpreter, for this session and later ones."""
    wb.store.write_sealed(VERSIONS, found)
    return found


def _read_installed(wb: Workbench) -> InstalledVersions:
    known = read_stored(wb, VERSIONS, InstalledVersions)
    return known or keep_installed(wb, installed_versions(wb.target.interpreter, wb.project.root))


def diagnose_updates(
    wb: Workbench, tree: Path, failures: Sequence[Failure], outcomes: Mapping[TestId, Outcome]
) -> list[Failure]:
    """Return the failures with the updates that may cause them; new findings are stored for the session's reports."""
    if not failures or not wb.target.uses_interpreter:
        return list(failures)
    root = wb.root(tree)
    versions = _known_versions(wb, root)
    found = with_updates(failures, outcomes, versions, lambda file: is_test_side(wb, wb.in_repository(file)), root)
    _store_findings(wb, found, versions, root)
    return found


def required_before(wb: Workbench, root: Path) -> dict[str, str]:
    """Return by library what a project required before an update: by its pins, earlier pins, a green session."""
    libraries = earlier_requirements(_known_versions(wb, root)) if wb.target.uses_interpreter else {}
    commit = wb.session.base_commit or wb.baseline
    return {**libraries, **earlier_packages(wb.project.git, commit, root, wb.project.subdir)}


def _known_versions(wb: Workbench, root: Path) -> KnownVersions:
    commit, installed = wb.session.base_commit or wb.baseline, _read_installed(wb)
    return KnownVersions(
        installed=installed,
        pins=pins_of(root),
        green=last_green(wb.project.root, wb.session_id),
        look_back=partial(earlier_pins, wb.project.git, commit, wb.project.subdir),
        dated=DatedReleases.of_commit(wb.target, installed.python, wb.project.git, commit),
    )


def _store_findings(wb: Workbench, failures: Sequence[Failure], versions: KnownVersions, root: Path) -> None:
    """Add to the session's findings; a problem is only mentioned if it may have hidden one."""
    if not (fresh := updates_in(failures)):
        return
    known = read_stored(wb, FINDINGS, UpdateFindings) or UpdateFindings()
    needs = needed_test_changes(failures, root)
    problems = [*versions.pins.problems, *filter(None, [versions.installed.problem])]
    found = UpdateFindings(
        updates=sorted({one.model_dump_json(): one for one in [*known.updates, *fresh]}.values(), key=_order),
        notices=list(dict.fromkeys([*known.notices, *problems])),
        tests_need=list(dict.fromkeys([*known.tests_need, *needs.named])),
    )
    if found != known:
        wb.store.write_sealed(FINDINGS, found)
    if len(needs.patch) > len(_patch(wb)):  # keep the longer patch: tests still need it after repairs
        wb.store.write_text(PATCH, needs.patch)


def _patch(wb: Workbench) -> str:
    path = wb.store.path(PATCH)
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def tests_need_patch(wb: Workbench) -> str:
    """Return the path of the patch that test files need, "" if there is none."""
    return str(wb.store.path(PATCH)) if _patch(wb) else ""


def _order(update: Update) -> tuple[bool, str, str]:
    return not update.certain, update.library, update.symbol
