"""The registry: the projects with nightly runs, which a launch may also call by name.

    defaults:                        # what an entry is silent about; any key of an entry but its name and place
      schedule: "0 2 * * *"
      timezone: Europe/Berlin
    retention:                       # how long what sessions leave is kept; see core/configuration/retention.py
      session_days: 60
    from:                            # more projects: a file, a folder of files, or a git address
      - teams/
      - {git: https://example.org/fleet.git, branch: main, path: projects}
    window: {schedule: "0 22 * * *", hours: 8, at_once: 4}     # starts projects that say `schedule: window`
    digest: {to: ["env:TEAM_CHAT"], schedule: "0 8 * * mon"}   # a weekly message about all projects
    projects:
      - name: shop
        path: ~/shop                 # or git: https://example.org/shop.git
        branch: main                 # nothing: the one that is checked out, or the remote's own
        input: fix                   # fix, or what `testfix run` takes
        test_command: pytest -q
        agents: [builtin]
        budget_seconds: 1800
        schedule: "30 2 * * *"       # window: in the nightly window; off: only when somebody launches it
        executor: in_process         # or multiprocess, celery, k8s, docker
        remote: https://example.org/testfix.git  # through which workers share a session; nothing: home and project
        pool: database               # runs of one pool wait for each other; nothing: a pool of its own
        timezone: Europe/Berlin      # nothing: UTC
        enabled: true                # whether its schedule is switched on from the beginning
        missed: run                  # or skip: what becomes of a night in which the machine was off
        on_session: false            # true: a finished session of the project starts a run on it
        publish: none                # or patch (a file in the session), or push (a branch, never by force)
        notify: {to: ["env:TEAM_CHAT"], when: changed}
        trusted: false               # whether the project's own .workflow/testfix.yaml may open what is closed

Every other setting of a launch may be given too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.configuration.retention import Policy
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.nightly_window import Digest, Window
from testfix_pipeline.registry.project_entry import BrokenEntry, Entry, expanded, without_twins
from testfix_pipeline.registry.registry_file import read_registry_file
from testfix_pipeline.registry.registry_sources import entries_of
from testfix_pipeline.workspace.home import home

__all__ = ["FILE", "BrokenEntry", "Entry", "Registry", "should_run"]

FILE = "projects.yaml"


@dataclass(frozen=True)
class Registry:
    """The registered projects, in the order of the file; the invalid ones with their errors; and the retention."""

    entries: tuple[Entry, ...] = ()
    broken: tuple[BrokenEntry, ...] = ()
    retention: Policy = field(default_factory=Policy)
    retention_given: bool = False
    window: Window = field(default_factory=Window)
    digest: Digest = field(default_factory=Digest)

    @classmethod
    def load(cls, path: Path | None = None) -> Registry:
        """Read the file, `<home>/projects.yaml` by default; no file is an empty registry.

        An entry that is wrong is `broken`, and the others have their night; so is a file or address that `from:` names
        and that can't be read. Raises InvalidConfig if the file as a whole or one of its sections is wrong. What a
        file holds is kept until its text changes: 5,000 projects are read once. A folder that is gone is a problem of
        its entry (`Entry.problem`).
        """
        file = path or home() / FILE
        content = read_registry_file(file)
        if content is None:
            return cls()
        read = [(file, entry) for entry in content.entries]
        wrong = [*content.broken]
        for source in content.sources:
            more, problems = entries_of(source)
            read += more
            wrong += problems
        entries, twins = without_twins(read)
        broken = (*wrong, *twins)
        return cls(tuple(entries), broken, content.retention, content.retention_given, content.window, content.digest)

    def named(self, name: str) -> Entry | None:
        """Return the entry of that name, else None. Raises InvalidConfig if it is invalid or has no folder."""
        for one in self.broken:
            if one.name == name:
                raise one.error
        entry = next((entry for entry in self.entries if entry.name == name), None)
        if entry is not None and entry.problem():
            raise InvalidConfig(entry.problem(), "Correct its path in the registry, or take it out.")
        return entry

    def resolve(self, name_or_path: str | Path) -> Entry | None:
        """Return the entry of that name, else of that folder, else None. Raises InvalidConfig as `named`."""
        entry = self.named(str(name_or_path))
        if entry is not None:
            return entry
        wanted = expanded(name_or_path).resolve()
        return next((entry for entry in self.entries if entry.folder().resolve() == wanted), None)

    def problems(self) -> list[str]:
        """Return a sentence for each project that can't be worked on now."""
        return [str(one.error) for one in self.broken] + [one.problem() for one in self.entries if one.problem()]


def should_run(
    entry: Entry,
    head_commit: str,
    last_session: Mapping[str, Any] | None,
    running: bool | Collection[str],
    *,
    changed: bool = False,
) -> tuple[bool, str]:
    """Return whether the night starts a run on the project, and the reason as a sentence.

    `last_session`: its newest row of the history's `sessions`; `running`: its runs in progress; `changed`: whether its
    checkout has uncommitted work.
    """
    if running:
        named = "" if isinstance(running, bool) else f" ({', '.join(sorted(running))})"
        return False, f"A run on it is in progress{named}."
    if entry.problem():
        return False, entry.problem()
    if last_session is None:
        return True, "It has no session yet."
    session, outcome = str(last_session["session_id"]), str(last_session["outcome"])
    # An unfulfilled plan with a green suite stays unfulfilled until something changes.
    green = outcome == "success" or (outcome == "partial" and _without_failures(last_session))
    if not green:
        return True, f"Its last session {session} ended {outcome or str(last_session['status'])}."
    if changed:
        return True, f"It has uncommitted work, and its last session {session} was green."
    if str(last_session["base_commit"]) != head_commit:
        return True, f"It has new commits since its last session {session} was green."
    return False, f"It is green and unchanged since {session} (commit {head_commit[:12]})."


def _without_failures(session: Mapping[str, Any]) -> bool:
    return session.get("failed") == 0 and session.get("errors") == 0
