"""The versions that a project's lock files, requirements and pyproject.toml allow: read, never asked of an index."""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from testfix_pipeline.execution.project_files import folders_up_to_repository, read_text, why_unread
from testfix_pipeline.execution.setup_requirements import setup_cfg_requirements, setup_py_requirements

_TOML_LOCKS = {"uv.lock": "package", "poetry.lock": "package", "pdm.lock": "package", "pylock.toml": "packages"}
_SETUP = {"setup.cfg": setup_cfg_requirements, "setup.py": setup_py_requirements}
FILES = (
    *(*_TOML_LOCKS, "Pipfile.lock", "requirements.lock", "requirements.txt", *_SETUP),
    *("pyproject.toml", ".python-version"),
)
"""Where pins are looked for; in a checkout also in every `*requirements*.txt` and `requirements/*.txt`."""
_INCLUDED = re.compile(r"^\s*(?:-[rc]|--requirement|--constraint)[ =]*([^\s#]+)", re.M)

PYTHON = "python"
ReadFile = Callable[[str], str | None]


@dataclass(frozen=True)
class Pin:
    """The versions of a library that a file allows. `library` is normalised, `python` stands for Python itself."""

    library: str
    specifier: SpecifierSet
    source: str


@dataclass
class Pins:
    """All pins in the order of their weight, locks first; `problems` says in sentences what could not be read."""

    found: list[Pin] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def of(self, library: str) -> list[Pin]:
        """Those of one library that say anything."""
        return [pin for pin in self.found if pin.library == library and len(pin.specifier)]


def pins_of(root: Path) -> Pins:
    """The pins of a project's folder, locks first."""
    more = [*root.glob("*requirements*.txt"), *root.glob("requirements/*.txt")]
    names = dict.fromkeys([*FILES[:-2], *sorted(one.relative_to(root).as_posix() for one in more), *FILES[-2:]])
    within = folders_up_to_repository(root)[-1]

    def read(name: str) -> str | None:
        if why := why_unread(root / name, within):
            raise ValueError(why)
        return read_text(root / name) or None

    return read_pins(names, read)


def read_pins(names: Iterable[str], read: ReadFile) -> Pins:
    """The pins of these files and of those that they include. `read` gives a file's text, None where there is none;
    it raises ValueError where that is not to be read.

    A damaged file is a problem.
    """
    pins, waiting = Pins(), list(names)
    for name in waiting:
        try:
            text = read(name)
            if text is None:
                continue
            if "\0" in text:
                raise ValueError("it is no text")
            waiting += [one for one in _included(name, text) if one not in waiting]
            pins.found += _pins_of(name, text, pins.problems)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
            said = (str(error).splitlines() or [""])[0]
            pins.problems.append(f"{name} can't be read ({said[:120]}): its versions are not known.")
    return pins


def _included(name: str, text: str) -> Iterator[str]:
    """The files inside of the project that a file of requirements includes."""
    if name not in FILES or name.startswith("requirements."):
        paths = (posixpath.normpath(posixpath.join(posixpath.dirname(name), one)) for one in _INCLUDED.findall(text))
        yield from (one for one in paths if not one.startswith(("/", "..")))


def _pins_of(name: str, text: str, problems: list[str]) -> list[Pin]:
    last = name.rpartition("/")[2]
    if last in _TOML_LOCKS:
        return list(_locked(tomllib.loads(text).get(_TOML_LOCKS[last]), name, problems))
    if last == "Pipfile.lock":
        return list(_pipfile(json.loads(text), name, problems))
    if last == "pyproject.toml":
        return list(_pyproject(tomllib.loads(text), name, problems))
    if last == ".python-version":
        return list(_python_version(text, name))
    if last in _SETUP:
        return list(_requirements(_SETUP[last](text), name, []))  # an argument may hold other texts, too
    return list(_requirements(text.splitlines(), name, problems))


def _locked(tables: Any, source: str, problems: list[str]) -> Iterator[Pin]:
    for one in tables if isinstance(tables, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("version"), str):
            yield from _pin(one["name"], f"=={one['version']}", source, problems)


def _pipfile(content: Any, source: str, problems: list[str]) -> Iterator[Pin]:
    for section in ("default", "develop"):
        packages = content.get(section) if isinstance(content, dict) else None
        for name, entry in packages.items() if isinstance(packages, dict) else ():
            if isinstance(entry, dict) and isinstance(entry.get("version"), str):
                yield from _pin(name, entry["version"], source, problems)


def _pyproject(settings: Mapping[str, Any], source: str, problems: list[str]) -> Iterator[Pin]:
    project, poetry = _table(settings.get("project")), _table(_table(settings.get("tool")).get("poetry"))
    lists = [project.get("dependencies"), *_table(project.get("optional-dependencies")).values()]
    lists += _table(settings.get("dependency-groups")).values()
    for entries in lists:
        lines = [one for one in entries if isinstance(one, str)] if isinstance(entries, list) else []
        yield from _requirements(lines, source, problems)
    if isinstance(project.get("requires-python"), str):
        yield from _pin(PYTHON, project["requires-python"], source, problems)
    groups = [poetry, *_table(poetry.get("group")).values()]
    for table in [_table(_table(one).get(key)) for one in groups for key in ("dependencies", "dev-dependencies")]:
        for name, value in table.items():
            spec = value if isinstance(value, str) else str(_table(value).get("version", ""))
            yield from _pin(name, _without_caret(spec), source, problems)


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _without_caret(spec: str) -> str:
    """Poetry's `^1.2.3` and `~1.2` as plain requirements; a bare version means exactly that one.

    Alternatives (`^1 || ^2`) are no one requirement: "".
    """
    spec = spec.strip()
    bare = re.fullmatch(r"([~^]?)(\d+)((?:\.\d+)*)", spec)
    if not bare:
        is_star = re.fullmatch(r"[\d.]+\*", spec)
        return "" if spec == "*" or "|" in spec else f"=={spec}" if is_star else spec
    mark, major, rest = bare.groups()
    if not mark:
        return f"=={major}{rest}"
    parts = [int(part) for part in f"{major}{rest}".split(".")]
    changed = 0 if mark == "^" else min(1, len(parts) - 1)
    if mark == "^":
        changed = next((place for place, part in enumerate(parts) if part), len(parts) - 1)
    end = [*parts[:changed], parts[changed] + 1]
    return f">={major}{rest},<{'.'.join(map(str, end))}"


def _python_version(text: str, source: str) -> Iterator[Pin]:
    found = re.match(r"\s*(?:cpython-|python-)?(\d+\.\d+(?:\.\d+)?)", text)
    if found:
        more = "" if found[1].count(".") == 2 else ".*"
        yield Pin(PYTHON, SpecifierSet(f"=={found[1]}{more}"), source)


def _requirements(lines: Iterable[str], source: str, problems: list[str]) -> Iterator[Pin]:
    for line in _joined(lines):
        text = re.split(r"(?:^|\s)#|\s--", line, maxsplit=1)[0].strip()
        if not text or text.startswith("-") or "://" in text or text.startswith((".", "/")):
            continue
        try:
            wanted = Requirement(text)
        except InvalidRequirement:
            said = f"{source} has a line that is no requirement: "
            if not any(one.startswith(said) for one in problems):  # a file of another kind has thousands
                problems.append(f"{said}{text[:80]}")
            continue
        if wanted.marker is None or wanted.marker.evaluate():
            yield Pin(canonicalize_name(wanted.name), wanted.specifier, source)


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines with those that a backslash continues."""
    kept = ""
    for line in lines:
        if line.rstrip().endswith("\\"):
            kept += line.rstrip()[:-1] + " "
        else:
            yield kept + line
            kept = ""
    if kept:
        yield kept


def _pin(name: str, spec: str, source: str, problems: list[str]) -> Iterator[Pin]:
    if not spec or "://" in spec:
        return
    try:
        yield Pin(canonicalize_name(name), SpecifierSet(spec), source)
    except InvalidSpecifier:
        problems.append(f"{source} asks for {name} {spec[:60]}, which is no version.")
