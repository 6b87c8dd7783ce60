"""Go's modules and packages, as their files declare them; nothing is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.workspaces import go_members

_SKIPPED = frozenset({"vendor", "testdata", "node_modules"})


def module_path(folder: Path) -> str:
    """The path of the module whose `go.mod` lies in `folder`, "" where there is none."""
    found = re.search(r"(?m)^module\s+(\S+)", read_text(folder / "go.mod"))
    return found[1].strip('"`') if found else ""


def packages(folder: Path) -> dict[str, tuple[str, ...]]:
    """The test files of each package of the module in `folder`, by the package's folder; those of other modules not."""
    found: dict[str, tuple[str, ...]] = {}
    for root, folders, files in os.walk(folder):
        place = Path(root)
        if place != folder and "go.mod" in files:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and not name.startswith((".", "_")))
        tests = sorted(name for name in files if name.endswith("_test.go") and not name.startswith((".", "_")))
        if tests:
            here = place.relative_to(folder).as_posix()
            here = "" if here == "." else here
            found[here] = tuple(f"{here}/{name}" if here else name for name in tests)
    return found


def module_cache() -> Path:
    """Where downloaded modules lie: GOMODCACHE or GOPATH of the environment or of the user's `go env -w`."""
    settings = dict(re.findall(r"(?m)^(\w+)=(.*)$", read_text(_user_settings())))
    named = os.environ.get("GOMODCACHE") or settings.get("GOMODCACHE")
    if named:
        return Path(named)
    paths = os.environ.get("GOPATH") or settings.get("GOPATH") or str(Path.home() / "go")
    return Path(paths.split(os.pathsep)[0]) / "pkg" / "mod"


def missing_modules(folder: Path, workspace: Path | None) -> list[str]:
    """The modules that `go.mod` in `folder` needs itself and that are nowhere on this machine."""
    if any((place / "vendor" / "modules.txt").is_file() for place in (folder, workspace or folder)):
        return []
    cache, replaced = module_cache(), _replaced(folder) | (_replaced(workspace) if workspace else set())
    members = {module_path(workspace / name) for name in go_members(workspace)} if workspace else set()
    return [
        f"{name}@{version}"
        for name, version in _required(read_text(folder / "go.mod"))
        if name not in replaced | members and not (cache / f"{_escaped(name)}@{_escaped(version)}").is_dir()
    ]


def _required(text: str) -> Iterator[tuple[str, str]]:
    blocks = re.findall(r"(?ms)^require\s*\((.*?)^\)", text)
    for line in [
        *re.findall(r"(?m)^require\s+([^\s(].*)$", text),
        *(line for one in blocks for line in one.splitlines()),
    ]:
        words = line.partition("//")[0].split()
        if len(words) == 2 and "// indirect" not in line:
            yield words[0].strip('"`'), words[1]


def _replaced(folder: Path) -> set[str]:
    text = read_text(folder / "go.mod") + read_text(folder / "go.work")
    return {name.strip('"`') for name in re.findall(r"(?m)^(?:replace)?[ \t]*(\S+)(?:[ \t]+v\S+)?[ \t]+=>", text)}


def _escaped(name: str) -> str:
    return re.sub("[A-Z]", lambda found: "!" + found[0].lower(), name)


def _user_settings() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(os.environ.get("GOENV") or Path(base) / "go" / "env")
