"""How far fixes are proved: by releases that the project was written for, where those are at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, NOT_AT_HAND, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease, plain
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun

UNPROVED = 0.82
"""What is left of the confidence without the old release: of the development pairs 14 of 17 patches that landed were
right then, 27 of 27 with it; (14 + 1) / (17 + 2) over (27 + 1) / (27 + 2)."""

UNKNOWN_BEFORE = 0.45
"""The factor where nothing says that the library was older before: the failure may as well have another cause, so that
such a patch is shown and does not land."""


def weighed(
    found: Iterable[LibraryFix], failures: Sequence[Failure], releases: Sequence[OldRelease]
) -> list[LibraryFix]:
    """The fixes, those that suppose an older release less likely where neither a release that the project names nor a
    certain update of a failure speaks for one. releases: older ones than those installed, which the project names."""
    updates = (one.update for one in failures if one.update is not None)
    older = {*(plain(one.name) for one in releases), *(plain(one.library) for one in updates if one.certain)}
    known = {"", *older, *([ANY_LIBRARY] if older else ())}
    return [one if one.older in known else _supposed(one) for one in found]


def _supposed(fix: LibraryFix) -> LibraryFix:
    return replace(fix, likelihood=fix.likelihood * UNKNOWN_BEFORE, is_supposed=True)


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


def client_remarks(run: OldRun | None) -> Sequence[LibraryFix]:
    """What the package client said of releases that it gave all the same, such as that one was yanked."""
    said = [one for one in (run.releases if run is not None else ()) if one.folder is not None and one.remark]
    notes = [(f"{one.name} {one.version}, which the project names: {one.remark}", one.name) for one in said]
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
