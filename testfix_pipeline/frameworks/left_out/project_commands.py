"""The commands by which a project's own files run its tests; nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_ini, read_text, read_toml, read_yaml
from testfix_pipeline.frameworks.manifest import manifests

_MAKEFILES = ("Makefile", "GNUmakefile", "makefile", "justfile", "Justfile")
_TARGET = re.compile(r"(?m)^(tests?|check)\b[^:=\n]*:(?!=)[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)")
_CALL = re.compile(r"session\.run\(([^)]*)\)", re.DOTALL)
_SPLIT = re.compile(r"&&|\|\||;|\n")
_TASKS = ("tool.hatch.envs", "tool.pdm.scripts", "tool.poe.tasks", "tool.taskipy.tasks", "tool.tox")


@dataclass(frozen=True)
class DeclaredCommand:
    """One command of a file. place: the file and what in it, as people name it. is_test: it is part of the command that
    people run as the project's tests, not of a CI job or another task."""

    place: str
    text: str
    is_test: bool = False


def project_commands(root: Path) -> list[DeclaredCommand]:
    """Return the commands that run or check a project, in the order in which its files are looked at."""
    return list(
        dict.fromkeys(
            DeclaredCommand(place, one, is_test)
            for place, text, is_test in (*_make(root), *_tox(root), *_nox(root), *_npm(root), *_tasks(root), *_ci(root))
            for part in _SPLIT.split(text.replace("\\\n", " "))
            if (one := " ".join(part.split()).lstrip("@-+ "))
        )
    )


Found = Iterator[tuple[str, str, bool]]


def _make(root: Path) -> Found:
    for name in _MAKEFILES:
        for found in _TARGET.finditer(read_text(root / name)):
            yield f"`{found[1]}` of the {name}", found[2], True


def _tox(root: Path) -> Found:
    for name in ("tox.ini", "setup.cfg"):
        for section, settings in read_ini(root / name).items():
            if section.partition(":")[0] == "testenv":
                is_test = section == "testenv" or re.search(r":(py|test|unit)", section) is not None
                yield f"[{section}] of {name}", settings.get("commands", ""), is_test


def _nox(root: Path) -> Found:
    for function in re.split(r"(?m)^(?=def )", read_text(root / "noxfile.py"))[1:]:
        name = function[4:].partition("(")[0]
        for found in _CALL.finditer(function):
            words = re.findall(r"""["']([^"'\n]*)["']""", found[1])
            yield f"the session {name} of noxfile.py", " ".join(words), name.startswith(("test", "unit"))


def _npm(root: Path) -> Found:
    for manifest in manifests(root):
        place = f"{manifest.folder}/package.json" if manifest.folder else "package.json"
        for name in ("pretest", "posttest"):
            yield f"`{name}` of {place}", manifest.scripts.get(name, ""), True
        yield f"`test` of {place}", manifest.test_script, True


def _tasks(root: Path) -> Found:
    data = read_toml(root / "pyproject.toml")
    for table in _TASKS:
        found: Any = data
        for key in table.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        yield from ((f"[{table}] of pyproject.toml", text, False) for text in _texts(found))
    yield from (("setup.py", f"python -m unittest {one}", False) for one in _test_suites(root))


def _test_suites(root: Path) -> list[str]:
    return re.findall(r"""\btest_suite\s*=\s*["']([\w.]+)["']""", read_text(root / "setup.py"))


def _ci(root: Path) -> Found:
    for path in (*sorted((root / ".github" / "workflows").glob("*.y*ml")), root / ".gitlab-ci.yml"):
        for text in _texts(read_yaml(path), ("run", "script")):
            yield path.relative_to(root).as_posix(), text, False


def _texts(value: object, keys: tuple[str, ...] = (), wanted: bool = False) -> Iterator[str]:
    """Yield the texts in nested tables: all of them, or those below one of the keys."""
    if isinstance(value, str):
        if wanted or not keys:
            yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _texts(one, keys, wanted or key in keys)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, keys, wanted)
