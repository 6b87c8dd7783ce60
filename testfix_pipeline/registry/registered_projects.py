"""The registry: the projects with nightly runs, which a launch may also call by name.

    defaults:                        # what an entry is silent about; any key of an entry but its name and place
      schedule: "0 2 * * *"
      timezone: Europe/Berlin
    retention:                       # how long what sessions leave is kept; see core/configuration/retention.py
      session_days: 60
    projects:
      - name: shop
        path: ~/shop                 # or git: https://example.org/shop.git
        branch: main                 # nothing: the one that is checked out, or the remote's own
        input: fix                   # fix, or what `testfix run` takes
        test_command: pytest -q
        agents: [builtin]
        budget_seconds: 1800
        schedule: "30 2 * * *"       # off: only when somebody launches it
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

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from testfix_pipeline.core.configuration.retention import Policy, read_policy
from testfix_pipeline.core.configuration.settings import unknown_setting
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.project_entry import Broken, Entry, expanded, read_entries, within
from testfix_pipeline.workspace.files.yaml_files import load_yaml
from testfix_pipeline.workspace.home import home

__all__ = ["FILE", "Broken", "Entry", "Registry", "should_run"]

FILE = "projects.yaml"
_SECTIONS = ("projects", "defaults", "retention")


@dataclass(frozen=True)
class Registry:
    """The registered projects, in the order of the file; those that are wrong with their error; and the retention."""

    entries: tuple[Entry, ...] = ()
    broken: tuple[Broken, ...] = ()
    retention: Policy = field(default_factory=Policy)
    retention_given: bool = False

    @classmethod
    def load(cls, path: Path | None = None) -> Registry:
        """Read the file, `<home>/projects.yaml` by default; no file is an empty registry.

        An entry that is wrong is `broken`, and the others have their night. Raises InvalidConfig where the file as a
        whole, its defaults or its retention are wrong. A folder that is gone is a problem of its entry
        (`Entry.problem`).
        """
        file = path or home() / FILE
        try:
            content = load_yaml(file, _Strict)
        except FileNotFoundError:
            return cls()
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise InvalidConfig(f"{file} can't be read: {_one_line(error)}.", "Correct the file.") from error
        sections = _sections(content, file)
        entries, broken = read_entries(sections["projects"] or [], _table(sections, "defaults", file), file)
        given = sections["retention"]
        try:
            policy = read_policy(given)
        except InvalidConfig as error:
            raise within(f"`retention` in {file}", error) from None
        return cls(tuple(entries), tuple(broken), policy, given is not None)

    def named(self, name: str) -> Entry | None:
        """The entry of that name; None where there is none. InvalidConfig where it is wrong, or its folder is gone."""
        for one in self.broken:
            if one.name == name:
                raise one.error
        entry = next((entry for entry in self.entries if entry.name == name), None)
        if entry is not None and entry.problem():
            raise InvalidConfig(entry.problem(), "Correct its path in the registry, or take it out.")
        return entry

    def resolve(self, name_or_path: str | Path) -> Entry | None:
        """The entry of that name, else of that folder; None where there is none. InvalidConfig as `named`."""
        entry = self.named(str(name_or_path))
        if entry is not None:
            return entry
        wanted = expanded(name_or_path).resolve()
        return next((entry for entry in self.entries if entry.folder().resolve() == wanted), None)

    def problems(self) -> list[str]:
        """A sentence for each project that can't be worked on now."""
        return [str(one.error) for one in self.broken] + [one.problem() for one in self.entries if one.problem()]


def should_run(
    entry: Entry,
    head_commit: str,
    last_session: Mapping[str, Any] | None,
    running: bool | Collection[str],
    *,
    changed: bool = False,
) -> tuple[bool, str]:
    """Whether tonight's walk starts a run on the project, and why or why not, in a sentence.

    `last_session` is its newest row of the history's `sessions`, `running` the runs in progress on it, `changed`
    whether its checkout has uncommitted work.
    """
    if running:
        named = "" if isinstance(running, bool) else f" ({', '.join(sorted(running))})"
        return False, f"A run on it is in progress{named}."
    if entry.problem():
        return False, entry.problem()
    if last_session is None:
        return True, "It has no session yet."
    session, outcome = str(last_session["session_id"]), str(last_session["outcome"])
    # A plan that is not fulfilled on a green suite stays so as long as nothing changes.
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


class _Strict(yaml.SafeLoader):
    """Refuses a key that is given twice, of which YAML would silently take the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _value in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.YAMLError(f"{twice!r} is given twice in line {node.start_mark.line + 1} and what follows")
        return super().construct_mapping(node, deep)


def _one_line(error: Exception) -> str:
    """What YAML says without the lines it quotes: they may hold what is nobody's business."""
    mark = getattr(error, "problem_mark", None)
    text = f"{getattr(error, 'problem', '')} in line {mark.line + 1}" if mark is not None else str(error)
    return " ".join(text.split()).rstrip(".")


def _sections(content: Any, file: Path) -> dict[str, Any]:
    """The file's sections; None for one that is not there."""
    content = {} if content is None else content
    if not isinstance(content, dict):
        raise InvalidConfig(f"{file} is no mapping.", "Write `projects:` and a list of projects below it.")
    for key in content:
        if key not in _SECTIONS:
            raise within(str(file), unknown_setting(str(key), list(_SECTIONS), str(key)))
    if not isinstance(content.get("projects") or [], list):
        raise InvalidConfig(f"`projects` in {file} is no list.", "Begin each project with `- name: ...`.")
    return {name: content.get(name) for name in _SECTIONS}


def _table(sections: Mapping[str, Any], name: str, file: Path) -> dict[Any, Any]:
    found = sections[name] or {}
    if not isinstance(found, dict):
        raise InvalidConfig(f"`{name}` in {file} is no mapping.", f"Write `{name}:` and below it `key: value`.")
    return found
