"""Finds what the tests need but a fresh worktree lacks because git ignores it: dependencies and build output."""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.project_files import read_text

_FOLDERS = re.compile(r"\.?venv|env|\.virtualenv|node_modules|__pypackages__|\.eggs|.*\.egg-info|.*\.dist-info")
_FILES = re.compile(r".*\.(so|pyd|dylib)|_?version\.py|.*_pb2(_grpc)?\.py")
"""Built extension modules, and the modules that version and protocol generators write."""
_DEEPEST = 6
SCRIPTS = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx")
_IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"](\.{1,2}(?:/[^'"\n]*)?)['"]""")


class WorktreeNeeds(NamedTuple):
    """Ignored entries, relative to the repository's root: dependency folders and built files, the outermost only, and
    what a build has made that scripts in git import."""

    dependencies: tuple[str, ...]
    build_output: list[str]


def worktree_needs(repo_root: Path) -> WorktreeNeeds:
    """Find both in one listing of what git ignores."""
    ignored = _ignored_entries(repo_root)
    found = [entry for entry in ignored if _is_dependency(repo_root, entry)]
    made = [one for one in ignored if one not in found and not PurePosixPath(one).name.startswith((".", "__pycache__"))]
    scripts = _listed(repo_root, "--cached", *(f"*{suffix}" for suffix in SCRIPTS)) if made else None
    outermost = sorted(entry for entry in found if not any(entry.startswith(f"{other}/") for other in found))
    return WorktreeNeeds(tuple(outermost), imported_entries(repo_root, made, scripts or ()))


def large_ignored_folders(repo_root: Path, limit: int = 50_000_000) -> tuple[str, ...]:
    """The ignored folders without Python code over `limit` bytes, too large to copy; relative paths."""
    if not (repo_root / ".git").exists():
        return ()
    folders = [entry for entry in _ignored_entries(repo_root) if (repo_root / entry).is_dir()]
    found = [entry for entry in folders if not _is_dependency(repo_root, entry)]
    return tuple(sorted(entry for entry in found if _is_large_data(repo_root / entry, limit)))


def _is_large_data(folder: Path, limit: int) -> bool:
    size = 0
    for place, _, names in os.walk(folder):
        if any(name.endswith(".py") for name in names):
            return False
        size += sum(os.lstat(os.path.join(place, name)).st_size for name in names)  # noqa: PTH118  # many of them
    return size > limit


def _is_dependency(root: Path, entry: str) -> bool:
    path = PurePosixPath(entry)
    if len(path.parts) > _DEEPEST or any(_FOLDERS.fullmatch(part) for part in path.parts[:-1]):
        return False
    if (root / entry).is_dir():
        return _FOLDERS.fullmatch(path.name) is not None and (path.name != "env" or _is_environment(root / entry))
    return _FILES.fullmatch(path.name) is not None


def _is_environment(folder: Path) -> bool:
    return (folder / "pyvenv.cfg").is_file() or (folder / "conda-meta").is_dir()


def _ignored_entries(root: Path) -> list[str]:
    """The entries that git ignores, whole folders as one; without git, the entries in the root."""
    found = _listed(root, "--others", "--ignored", "--exclude-standard", "--directory")
    return found if found is not None else [path.name for path in root.iterdir()]


def _listed(root: Path, *words: str) -> list[str] | None:
    """What `git ls-files` lists; None where it can't."""
    try:
        completed = run(
            ["git", "-c", "core.fsmonitor=false", "ls-files", "-z", *words],
            cwd=root,
            env=clean_environment(extra={"GIT_OPTIONAL_LOCKS": "0", "GIT_CONFIG_COUNT": "1", **_TRUST}),
            limits=ProcessLimits(60, output_bytes=64 * 1024 * 1024),
            policy=SandboxPolicy(mode="off"),
            writable=[],
        )
    except MeasurementError:
        return None
    if completed.returncode != 0:
        return None
    return [entry.rstrip("/") for entry in completed.stdout.decode(errors="surrogateescape").split("\0") if entry]


_TRUST = {"GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
"""The clean environment has another HOME, so that the user's own `safe.directory` is not read."""


def imported_entries(root: Path, entries: Sequence[str], tracked: Iterable[str]) -> list[str]:
    """The entries, relative to `root`, that a script among the `tracked` files imports something of by its path."""
    left = list(entries)
    for file in tracked:
        places = set(_places(_imported_paths(root, file)))
        left = [entry for entry in left if entry not in places]
        if not left:
            break
    return [entry for entry in entries if entry not in left]


def _imported_paths(root: Path, file: str) -> Iterator[str]:
    """The paths that a script imports, without the suffix that it may leave out; of a package's folder, its `main`."""
    for name in _IMPORTED.findall(read_text(root / file)):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
        manifest = root / path / "package.json"
        yield posixpath.normpath(posixpath.join(path, _main(manifest))) if manifest.is_file() else path


def _main(manifest: Path) -> str:
    try:
        main = json.loads(read_text(manifest)).get("main")
    except (ValueError, AttributeError):
        return ""
    return main if isinstance(main, str) else ""


def _places(paths: Iterable[str]) -> Iterator[str]:
    """Files that paths may stand for, and the folders around them."""
    for path in paths:
        yield from (path, *map(str, PurePosixPath(path).parents))
        yield from (f"{path}{suffix}" for suffix in SCRIPTS)
