"""One project of the registry: the keys of its entry and their checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from testfix_pipeline.core.configuration.presets import PRESETS
from testfix_pipeline.core.configuration.setting_sources import CycleConfig, read_config
from testfix_pipeline.core.configuration.settings import unknown_setting
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.cron_schedule import check_cron
from testfix_pipeline.workspace.delivery.handover import MODES
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.shared.remote import check_remote

FIX = "fix"
NIGHTLY = "0 2 * * *"
WINDOW = "window"
"""The `schedule` of a project without its own schedule, which the nightly window starts."""
MISSED = ("run", "skip")
EXECUTORS = ("in_process", "multiprocess", "celery", "k8s", "docker")
WHEN = ("always", "red", "changed")
_PLACE = ("name", "path", "git", "branch")
_OWN = (
    *(*_PLACE, "input", "schedule", "timezone", "enabled", "missed", "on_session"),
    *("trusted", "publish", "notify", "preset", "pool", "executor", "remote"),
)
# Keys of a launch that a project can't have.
_NOT_HERE = ("project", "session_id", "only_tests", "ignored_failures", "yes")
_KNOWN = [*_OWN, *(name for name in CycleConfig.model_fields if name not in (*_NOT_HERE, *_OWN))]
KEYS = tuple(_KNOWN)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_GIT = re.compile(r"(https?|ssh|git|file)://[^\s\x00]+|[\w.-]+@[\w.-]+:[^\s\x00]+")
_PASSWORD = re.compile(r"//[^/@\s]*:[^/@\s]*@")
_VARIABLE = re.compile(r"env:[A-Za-z_][A-Za-z0-9_]*")
_TARGET = re.compile(r"[a-z][a-z0-9+.-]*://\S+")


@dataclass(frozen=True)
class Notify:
    """The receivers of messages, and about which nights: addresses for apprise, or `env:NAME` of one."""

    to: tuple[str, ...] = ()
    when: str = "changed"


@dataclass(frozen=True)
class Entry:
    """One registered project. Exactly one of `path` and `git` is given; `settings` are those of a launch, checked."""

    name: str
    path: Path | None = None
    git: str = ""
    branch: str = ""
    input: str = ""
    schedule: str = NIGHTLY
    timezone: str = "UTC"
    enabled: bool = True
    missed: str = "run"
    on_session: bool = False
    trusted: bool = False
    publish: str = "none"
    notify: Notify = Notify()
    in_window: bool = False
    pool: str = ""
    executor: str = "in_process"
    remote: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def slots(self) -> str:
        """The pool that limits its runs: the one it names, else its own."""
        return self.pool or self.name

    @property
    def is_fix(self) -> bool:
        """Whether its runs repair existing failures and generate no tests."""
        return not self.input

    def folder(self, clones: Path | None = None) -> Path:
        """Return the project's folder: its path, or for a git address its clone in `clones` (`<home>/clones`)."""
        return self.path if self.path is not None else (clones or home() / "clones") / self.name

    def problem(self) -> str:
        """Return why the project can't be worked on now, as a sentence; empty if nothing is known."""
        if self.path is not None and not self.path.is_dir():
            return f"The folder of the project {self.name!r} is gone: {self.path}."
        return ""

    def layer(self) -> dict[str, Any]:
        """Return the registry's settings for a launch on the project, whoever launches it."""
        return {**self.settings, **({"trusted": True} if self.trusted else {})}


@dataclass(frozen=True)
class BrokenEntry:
    """An invalid entry: its name, or its number if it has none, and the error."""

    name: str
    error: InvalidConfig


def read_entries(
    items: Sequence[Any], defaults: Mapping[Any, Any], file: Path
) -> tuple[list[Entry], list[BrokenEntry]]:
    """Return the valid and the invalid entries of a file. Raises InvalidConfig for invalid defaults.

    Names are not compared: `without_twins` does that for all files of a registry.
    """
    try:
        _known(defaults, [name for name in _KNOWN if name not in _PLACE])
        _checked({"name": "defaults", "path": ".", **defaults}, file)
    except InvalidConfig as error:
        raise within(f"`defaults` in {file}", error) from None
    entries: list[Entry] = []
    broken: list[BrokenEntry] = []
    for number, item in enumerate(items, 1):
        try:
            entries.append(_entry(item, number, defaults, file))
        except InvalidConfig as error:
            broken.append(BrokenEntry(_shown_name(item, number), error))
    return entries, broken


def without_twins(read: Iterable[tuple[Path, Entry]]) -> tuple[list[Entry], list[BrokenEntry]]:
    """Return the entries of several files in order; one that repeats an earlier name or schedule is invalid."""
    taken: dict[str, Entry] = {}
    entries: list[Entry] = []
    broken: list[BrokenEntry] = []
    for file, entry in read:
        name = schedule_name(entry.name)
        other = taken.setdefault(name, entry)
        if other is entry:
            entries.append(entry)
        elif other.name == entry.name:
            said = f"Two projects in {file} or before it have the name {entry.name!r}."
            broken.append(BrokenEntry(entry.name, InvalidConfig(said, "Rename one of them.")))
        else:
            said = f"Projects {other.name!r} and {entry.name!r} in {file} would share the schedule {name}."
            broken.append(BrokenEntry(entry.name, InvalidConfig(said, "Rename one of them.")))
    return entries, broken


def schedule_name(name: str) -> str:
    """Return the name of an entry's schedule in Dagster, of letters, digits and underscores."""
    return f"nightly_{re.sub(r'[^A-Za-z0-9_]', '_', name)}"


def within(where: str, error: InvalidConfig) -> InvalidConfig:
    """Return the error preceded by its place."""
    return InvalidConfig(f"{where}: {error.what}", error.next_step)


def expanded(path: str | Path) -> Path:
    """Return a path with `~` expanded; unchanged for an unknown user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _shown_name(item: Any, number: int) -> str:
    name = item.get("name") if isinstance(item, dict) else None
    return name if isinstance(name, str) and _NAME.fullmatch(name) else f"project-{number}"


def _entry(item: Any, number: int, defaults: Mapping[Any, Any], file: Path) -> Entry:
    if not isinstance(item, dict):
        raise InvalidConfig(f"Project {number} in {file} is no mapping.", "Give it `name` and `path`, or `git`.")
    where = f"Project {item.get('name')!r} in {file}" if item.get("name") else f"Project {number} in {file}"
    try:
        return _checked({**defaults, **item}, file)
    except InvalidConfig as error:
        raise within(where, error) from None


def _known(item: Mapping[Any, Any], names: list[str]) -> None:
    for key in item:
        if key not in names:
            raise unknown_setting(str(key), names, str(key))


def _checked(item: Mapping[Any, Any], file: Path) -> Entry:
    _known(item, _KNOWN)
    name, path, git = _text(item, "name"), _text(item, "path"), _text(item, "git")
    if not _NAME.fullmatch(name):
        raise InvalidConfig(
            f"name can't be {name!r}: it is no name.", "Use letters, digits, '.', '_', '-', at most 64."
        )
    if bool(path) == bool(git):
        given = "both `path` and `git`" if path else "neither `path` nor `git`"
        raise InvalidConfig(f"It has {given}.", "Give the one that says where the project is.")
    asked = _text(item, "input")
    preset = _one_of("preset", _text(item, "preset") or "standard", list(PRESETS))
    settings = {**PRESETS[preset], **{key: value for key, value in item.items() if key not in _OWN}}
    read_config({**settings, "input": asked})
    in_window = item.get("schedule") == WINDOW
    return Entry(
        name=name,
        path=(file.absolute().parent / expanded(path)).resolve() if path else None,
        git=check_address(git),
        branch=_branch(_text(item, "branch")),
        input="" if asked == FIX else asked,
        schedule="" if in_window else _schedule(item),
        in_window=in_window,
        executor=_one_of("executor", _text(item, "executor") or "in_process", EXECUTORS),
        remote=_remote(_text(item, "remote")),
        pool=_pool(_text(item, "pool")),
        timezone=check_timezone(_text(item, "timezone") or "UTC"),
        enabled=_flag(item, "enabled", default=True),
        missed=_one_of("missed", _text(item, "missed") or "run", MISSED),
        on_session=_flag(item, "on_session"),
        trusted=_flag(item, "trusted"),
        publish=_one_of("publish", _text(item, "publish") or "none", MODES),
        notify=check_notify(item.get("notify")),
        settings=settings,
    )


def _text(item: Mapping[Any, Any], key: str) -> str:
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or "\0" in value:
        raise InvalidConfig(f"{key} must be a text, not {str(value)[:60]!r}.", "Put it in quotes.")
    return value.strip()


def _flag(item: Mapping[Any, Any], key: str, default: bool = False) -> bool:
    value = item.get(key, default)
    if not isinstance(value, bool):
        raise InvalidConfig(f"{key} must be true or false, not {str(value)[:60]!r}.", "Correct it.")
    return value


def _schedule(item: Mapping[Any, Any]) -> str:
    """Return the cron text; empty for `off`, which YAML reads as false."""
    if item.get("schedule") is False:
        return ""
    text = _text(item, "schedule")
    return "" if text.lower() == "off" else check_cron(text or NIGHTLY)


def _pool(name: str) -> str:
    if name and not _NAME.fullmatch(name):
        raise InvalidConfig(
            f"pool can't be {name[:80]!r}: it is no name.", "Use letters, digits, '.', '_', '-', at most 64."
        )
    return name


def check_timezone(name: str) -> str:
    """Return the name if this machine knows the time zone. Raises InvalidConfig otherwise."""
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, LookupError):  # LookupError if unknown, others for a path
        raise InvalidConfig(f"timezone can't be {name[:60]!r}.", "Name one such as Europe/Berlin or UTC.") from None


def check_address(git: str) -> str:
    """Return the address if git only fetches from it: `ext::` would run commands, a dash would be an option.

    Raises InvalidConfig for another text, and for an address with a password.
    """
    if git and not _GIT.fullmatch(git):
        raise InvalidConfig(f"git: {git[:80]!r} is no git address.", "Write https://..., ssh://... or user@host:path.")
    if _PASSWORD.search(git):
        raise InvalidConfig("Its git address holds a password.", "Leave it to git's credential helper.")
    return git


def _remote(address: str) -> str:
    check_remote(address)
    return address


def _branch(name: str) -> str:
    if name and (name.startswith("-") or ".." in name or not re.fullmatch(r"[^\s~^:?*\[\\\x00-\x1f]+", name)):
        raise InvalidConfig(f"branch: {name[:80]!r} is no name of a branch.", "Name a branch, such as main.")
    return name


def _one_of(key: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise InvalidConfig(f"{key} can't be {value[:60]!r}.", f"Choose one of {', '.join(known)}.")
    return value


def check_notify(given: Any) -> Notify:
    """Return the receivers in `{to: [...], when: ...}`; none for None.

    Raises InvalidConfig, without the address in the message: it is as secret as a password.
    """
    if given is None:
        return Notify()
    if not isinstance(given, dict):
        raise InvalidConfig("notify is no mapping.", 'Write `notify: {to: ["env:TEAM_CHAT"], when: changed}`.')
    # YAML reads `on` as true
    given = {"when" if key in (True, "on") else key: value for key, value in given.items()}
    for key in given:
        if key not in ("to", "when"):
            raise unknown_setting(f"notify.{key}", ["to", "when"], str(key))
    to = given.get("to")
    to = [to] if isinstance(to, str) else to
    if not isinstance(to, list) or not to or not all(isinstance(one, str) for one in to):
        raise InvalidConfig("notify.to must be a list of addresses.", 'Write `to: ["env:TEAM_CHAT"]`.')
    for number, one in enumerate(to, 1):
        _check_target(one, number)
    return Notify(tuple(to), _one_of("notify.when", _text(given, "when") or "changed", WHEN))


def _check_target(target: str, number: int) -> None:
    if not (_VARIABLE.fullmatch(target) or _TARGET.fullmatch(target)):
        raise InvalidConfig(
            f"notify.to: address {number} is none.",
            "Write env:NAME, a variable that holds the address, or an address such as json://127.0.0.1:8000.",
        )
    if _PASSWORD.search(target):
        raise InvalidConfig(
            f"notify.to: address {number} holds a password.", "Put it into a variable and write env:NAME instead."
        )
