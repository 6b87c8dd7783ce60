"""The projects that the nightly schedule walks, and by whose name a launch may call them (SPEC 1, 9).

    projects:
      - name: shop
        path: ~/shop                 # or git: https://example.org/shop.git
        branch: main                 # nothing: the one that is checked out
        input: fix                   # fix, or what `testfix run` takes
        test_command: pytest -q
        agents: [builtin]
        budget_seconds: 1800
        schedule: "30 2 * * *"       # nothing: only when the whole registry is walked
        publish: none                # or patch (a file in the session), or push (a branch, never by force)
        trusted: false               # whether the project's own .workflow/testfix.yaml may open what is closed

Every other setting of a launch may be given too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from testfix_pipeline.core.config import CycleConfig, read_config
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.settings import unknown_setting
from testfix_pipeline.planning.schedule import check_cron
from testfix_pipeline.workspace.handover import MODES
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.yaml_files import load_yaml

FILE = "projects.yaml"
_OWN = ("name", "path", "git", "branch", "input", "schedule", "trusted", "publish")
# What belongs to one launch and not to a project.
_NOT_HERE = ("project", "session_id", "yes")
_KNOWN = [*_OWN, *(name for name in CycleConfig.model_fields if name not in (*_NOT_HERE, *_OWN))]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_GIT = re.compile(r"(https?|ssh|git|file)://[^\s\x00]+|[\w.-]+@[\w.-]+:[^\s\x00]+")
_PASSWORD = re.compile(r"//[^/@\s]*:[^/@\s]*@")
FIX = "fix"


@dataclass(frozen=True)
class Entry:
    """One registered project. Exactly one of `path` and `git` is given; `settings` are those of a launch, checked."""

    name: str
    path: Path | None = None
    git: str = ""
    branch: str = ""
    input: str = ""
    schedule: str = ""
    trusted: bool = False
    publish: str = "none"
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_fix(self) -> bool:
        """Whether the failures that are there are to be repaired, and nothing is generated."""
        return not self.input

    def folder(self, clones: Path | None = None) -> Path:
        """Where the project lies: its path, or for a git address its clone under `clones` (`<home>/clones`)."""
        return self.path if self.path is not None else (clones or home() / "clones") / self.name

    def problem(self) -> str:
        """Why it can't be worked on now, in a sentence; empty where nothing is known to be wrong."""
        if self.path is not None and not self.path.is_dir():
            return f"The folder of the project {self.name!r} is gone: {self.path}."
        return ""

    def launch(self) -> dict[str, Any]:
        """The flat settings of a run on it."""
        trust = {"trusted": True} if self.trusted else {}
        return {**self.settings, **trust, "project": str(self.folder()), "input": self.input}


@dataclass(frozen=True)
class Registry:
    """The registered projects, in the order of the file."""

    entries: tuple[Entry, ...] = ()

    @classmethod
    def load(cls, path: Path | None = None) -> Registry:
        """Read the file, `<home>/projects.yaml` by default; no file is an empty registry.

        InvalidConfig for the first thing that is wrong in it. A folder that is gone is a problem of its entry alone
        (`Entry.problem`, `problems`): the other projects have their night.
        """
        file = path or home() / FILE
        try:
            content = load_yaml(file, _Strict)
        except FileNotFoundError:
            return cls()
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise InvalidConfig(f"{file} can't be read: {_one_line(error)}.", "Correct the file.") from error
        entries = tuple(_entry(item, number, file) for number, item in enumerate(_items(content, file), 1))
        _refuse_twins(entries, file)
        return cls(entries)

    def resolve(self, name_or_path: str | Path) -> Entry | None:
        """The entry of that name, else of that folder; None where there is none.

        Raises InvalidConfig where it is called by its name and its folder is gone.
        """
        for entry in self.entries:
            if entry.name == str(name_or_path):
                if entry.problem():
                    raise InvalidConfig(entry.problem(), "Correct its path in the registry, or take it out.")
                return entry
        wanted = _expanded(name_or_path).resolve()
        return next((entry for entry in self.entries if entry.folder().resolve() == wanted), None)

    def problems(self) -> list[str]:
        """A sentence for each project that can't be worked on now."""
        return [entry.problem() for entry in self.entries if entry.problem()]


def should_run(
    entry: Entry,
    head_commit: str,
    last_session: Mapping[str, Any] | None,
    running: bool | Collection[str],
    *,
    changed: bool = False,
) -> tuple[bool, str]:
    """Whether tonight's walk starts a run on the project, and why or why not, in a sentence (SPEC 9).

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
    if outcome != "success":
        return True, f"Its last session {session} ended {outcome or str(last_session['status'])}."
    if changed:
        return True, f"It has uncommitted work, and its last session {session} was green."
    if str(last_session["base_commit"]) != head_commit:
        return True, f"It has new commits since its last session {session} was green."
    return False, f"It is green and unchanged since {session} (commit {head_commit[:12]})."


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


def _items(content: Any, file: Path) -> list[Any]:
    if content is None:
        return []
    if not isinstance(content, dict):
        raise InvalidConfig(f"{file} is no mapping.", "Write `projects:` and a list of projects below it.")
    for key in content:
        if key != "projects":
            raise _within(str(file), unknown_setting(str(key), ["projects"], str(key)))
    items = content.get("projects") or []
    if not isinstance(items, list):
        raise InvalidConfig(f"`projects` in {file} is no list.", "Begin each project with `- name: ...`.")
    return items


def _entry(item: Any, number: int, file: Path) -> Entry:
    if not isinstance(item, dict):
        raise InvalidConfig(f"Project {number} in {file} is no mapping.", "Give it `name` and `path`, or `git`.")
    where = f"Project {item.get('name')!r} in {file}" if item.get("name") else f"Project {number} in {file}"
    try:
        return _checked(item, file)
    except InvalidConfig as error:
        raise _within(where, error) from None


def _within(where: str, error: InvalidConfig) -> InvalidConfig:
    return InvalidConfig(f"{where}: {error.what}", error.next_step)


def _checked(item: Mapping[Any, Any], file: Path) -> Entry:
    for key in item:
        if key not in _KNOWN:
            raise unknown_setting(str(key), _KNOWN, str(key))
    name, path, git = _text(item, "name"), _text(item, "path"), _text(item, "git")
    if not _NAME.fullmatch(name):
        raise InvalidConfig(f"{name!r} is no name.", "Use letters, digits, '.', '_' and '-', at most 64.")
    if bool(path) == bool(git):
        given = "both `path` and `git`" if path else "neither `path` nor `git`"
        raise InvalidConfig(f"It has {given}.", "Give the one that says where the project is.")
    asked = _text(item, "input")
    settings = {key: value for key, value in item.items() if key not in _OWN}
    read_config({**settings, "input": asked})
    return Entry(
        name=name,
        path=_folder(path, file) if path else None,
        git=_address(git),
        branch=_branch(_text(item, "branch")),
        input="" if asked == FIX else asked,
        schedule=check_cron(_text(item, "schedule")) if item.get("schedule") else "",
        trusted=_flag(item, "trusted"),
        publish=_publish(_text(item, "publish") or "none"),
        settings=settings,
    )


def _text(item: Mapping[Any, Any], key: str) -> str:
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or "\0" in value:
        raise InvalidConfig(f"{key} must be a text, not {str(value)[:60]!r}.", "Put it in quotes.")
    return value.strip()


def _flag(item: Mapping[Any, Any], key: str) -> bool:
    value = item.get(key, False)
    if not isinstance(value, bool):
        raise InvalidConfig(f"{key} must be true or false, not {str(value)[:60]!r}.", "Correct it.")
    return value


def _folder(path: str, file: Path) -> Path:
    """An absolute folder; a relative path starts where the registry lies."""
    return (file.absolute().parent / _expanded(path)).resolve()


def _expanded(path: str | Path) -> Path:
    """`~` is the home; of a user that there is not, it is a name like any other."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _address(git: str) -> str:
    """Only addresses that fetch: git would also run commands for `ext::`, and read options from a leading dash."""
    if git and not _GIT.fullmatch(git):
        raise InvalidConfig(f"{git[:80]!r} is no git address.", "Write https://..., ssh://... or user@host:path.")
    if _PASSWORD.search(git):
        raise InvalidConfig("Its git address holds a password.", "Leave it to git's credential helper.")
    return git


def _branch(name: str) -> str:
    if name and (name.startswith("-") or ".." in name or not re.fullmatch(r"[^\s~^:?*\[\\\x00-\x1f]+", name)):
        raise InvalidConfig(f"{name[:80]!r} is no name of a branch.", "Name a branch, such as main.")
    return name


def _publish(mode: str) -> str:
    if mode not in MODES:
        raise InvalidConfig(f"publish can't be {mode[:60]!r}.", f"Choose one of {', '.join(MODES)}.")
    return mode


def _refuse_twins(entries: Collection[Entry], file: Path) -> None:
    seen: dict[str, Entry] = {}
    for entry in entries:
        if entry.name in seen:
            raise InvalidConfig(f"Two projects in {file} have the name {entry.name!r}.", "Rename one of them.")
        seen[entry.name] = entry
