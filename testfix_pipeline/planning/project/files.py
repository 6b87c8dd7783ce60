"""The project's files as git knows them, sorted into source, tests, documentation and configuration."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from testfix_pipeline.frameworks.builtin.python.detection import DEFAULT_PATTERNS
from testfix_pipeline.frameworks.folder_names import DEPENDENCY_FOLDERS, TEST_FOLDERS
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.known_caches import is_cache
from testfix_pipeline.workspace.git.repository import Project

FileRole = Literal["source", "tests", "documentation", "config", "other"]
MOST_BYTES = 1 << 20
_CODE = {".py", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".go", ".rs", ".java", ".kt", ".vue", ".svelte"}
_DOCUMENTS = {".md", ".rst", ".adoc", ".txt"}
_CONFIG = {".toml", ".ini", ".cfg", ".yaml", ".yml", ".json", ".properties", ".gradle", ".kts"}
_CONFIG_NAMES = {"setup.py", "noxfile.py", "fabfile.py", "tasks.py", "conf.py", "go.mod", "Makefile", "Dockerfile",
                 "Procfile", "pom.xml", "MANIFEST.in"}  # fmt: skip
_LOCKS = {"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "uv.lock", "Cargo.lock", "go.sum"}
_GENERATED_NAMES = ("_pb2.py", "_pb2_grpc.py", ".pb.go", "_pb.js", ".g.dart")
_SAYS_GENERATED = re.compile(
    rb"(?i)@generated\b|\bautomatically generated\b|\bauto-?generated\b|\bgenerated (?:by|from|with)\b.*\n?.*"
    rb"\bdo not (?:edit|modify|change)|code generated .* do not edit|\bthis (?:file|code|parser) (?:is|was) generated\b"
)
_HEAD = 600
_ASIDE = {"docs", "doc", "examples", "example", "benchmarks", "bench", "scripts", "tools"}
_NOT_PYTHON_TESTS = re.compile(r".+\.(test|spec)\.[cm]?[jt]sx?|.+_test\.go|.+(Test|Tests|IT)\.(java|kt)")
_NOT_READ = re.compile(
    r"\.env(\..*)?|.*\.(pem|key|p12|pfx|jks|keystore)|id_(rsa|dsa|ecdsa|ed25519)|\.netrc|\.pypirc|\.npmrc"
)


@dataclass(frozen=True)
class ProjectFiles:
    """The project's files: paths relative to `root`, sorted. `patterns` are the names by which pytest finds test files.

    foreign: folders of other people's code that lie in the project -> how many files. links: symbolic links to folders,
    into a circle or to nothing. None of either is in `paths`.
    """

    root: Path
    paths: tuple[str, ...]
    patterns: Sequence[str] = DEFAULT_PATTERNS
    foreign: Mapping[str, int] = field(default_factory=dict)
    links: Sequence[str] = ()

    def kind(self, path: str) -> FileRole:
        """The role of a file by its name and place; generated source is "other"."""
        if path not in self._kinds:
            named = self._named_kind(path)
            self._kinds[path] = "other" if named == "source" and self._is_generated(path) else named
        return self._kinds[path]

    @cached_property
    def _kinds(self) -> dict[str, FileRole]:
        return {}

    def _named_kind(self, path: str) -> FileRole:
        place = PurePosixPath(path)
        if self.is_test(path) or (place.suffix in _CODE and self._on_test_side(place)):
            return "tests"
        if place.name in _LOCKS or place.name.endswith((".min.js", *_GENERATED_NAMES)):
            return "other"
        if place.name in _CONFIG_NAMES or place.suffix in _CONFIG or _is_requirements(place):
            return "config"
        if place.suffix in _DOCUMENTS:
            return "documentation"
        return "source" if place.suffix in _CODE else "other"

    def is_test(self, path: str) -> bool:
        """Whether the file holds tests; helpers of tests do not count."""
        name = PurePosixPath(path).name
        if name.endswith(".py"):
            return any(fnmatchcase(name, pattern) for pattern in self.patterns) and name != "conftest.py"
        return _NOT_PYTHON_TESTS.fullmatch(name) is not None

    def _on_test_side(self, place: PurePosixPath) -> bool:
        return place.name == "conftest.py" or not TEST_FOLDERS.isdisjoint(place.parts[:-1])

    @cached_property
    def generated(self) -> list[str]:
        """The source files that a tool wrote, by their names or first lines."""
        return [
            path for path in self.by_kind["other"] if PurePosixPath(path).suffix in _CODE and self._is_generated(path)
        ]

    def _is_generated(self, path: str) -> bool:
        if path.endswith(_GENERATED_NAMES):
            return True
        try:
            with (self.root / path).open("rb") as stream:
                return _SAYS_GENERATED.search(stream.read(_HEAD)) is not None
        except OSError:
            return False

    @cached_property
    def by_kind(self) -> dict[FileRole, list[str]]:
        """The paths by role."""
        found: dict[FileRole, list[str]] = {"source": [], "tests": [], "documentation": [], "config": [], "other": []}
        for path in self.paths:
            found[self.kind(path)].append(path)
        return found

    @cached_property
    def test_files(self) -> list[str]:
        """The files that hold tests."""
        return [path for path in self.by_kind["tests"] if self.is_test(path)]

    def text(self, path: str) -> str:
        """The file's text; "" if it is binary, over 1 MiB, a symlink, or usually holds secrets."""
        file = self.root / path
        try:
            if _NOT_READ.fullmatch(file.name) or file.is_symlink() or file.stat().st_size > MOST_BYTES:
                return ""
            content = file.read_bytes()
        except OSError:
            return ""
        return "" if b"\0" in content[:8000] else content.decode("utf-8", "replace").replace("\r\n", "\n")


def is_outside_product(path: str) -> bool:
    """Whether a source file is in a folder for examples, documentation or tools."""
    return PurePosixPath(path).parts[0] in _ASIDE


def git_files(project: Project, root: Path, patterns: Sequence[str] = DEFAULT_PATTERNS) -> ProjectFiles:
    """The project's files that git tracks or would track in the user's checkout and that exist in `root`.

    One call of git and one look at each file, so that 5,000 files take a fraction of a second.
    """
    listed = project.git.names(
        "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", project.subdir or "."
    )
    start = f"{project.subdir}/" if project.subdir else ""
    names = {path.removeprefix(start) for path in listed if path.startswith(start) and not path.endswith("/")}
    foreign = Counter(filter(None, map(_foreign_folder, names)))
    present = sorted(_present_files(root, names))
    links = sorted(name for name in names - set(present) if _encodable(name) and (root / name).is_symlink())
    return ProjectFiles(root, tuple(present), tuple(patterns), foreign, links)


def walked_files(root: Path, patterns: Sequence[str] = DEFAULT_PATTERNS) -> ProjectFiles:
    """The files below a folder outside of git; hidden and dependency folders are left out."""
    found = []
    for folder, below, files in os.walk(root):
        below[:] = [name for name in below if not name.startswith(".") and name not in DEPENDENCY_FOLDERS]
        found += [Path(folder, name).relative_to(root).as_posix() for name in files]
    return ProjectFiles(root, tuple(sorted(_present_files(root, found))), tuple(patterns))


def changed_since(git: GitClient, first: str, last: str, subdir: str) -> list[str]:
    """The project's files that differ between two commits; empty where git does not know these."""
    known = all(git.resolve(f"{commit}^{{commit}}") for commit in (first, last))
    if not known:
        return []
    names = git.names("diff-tree", "-r", "-z", "--name-only", "--no-renames", first, last, "--", subdir or ".")
    start = f"{subdir}/" if subdir else ""
    return [name.removeprefix(start) for name in names if name.startswith(start)]


def _present_files(root: Path, names: Iterable[str]) -> Iterable[str]:
    aside_folders: dict[str, bool] = {}
    for name in names:
        folder, _, last = name.rpartition("/")
        if folder not in aside_folders:
            aside_folders[folder] = bool(folder) and (is_cache(folder) or bool(_foreign_folder(f"{folder}/")))
        if aside_folders[folder] or is_cache(last) or not _encodable(name):
            continue
        if (root / name).is_file():
            yield name


def _foreign_folder(path: str) -> str:
    """The dependency folder that a path is in, "" if it is in none."""
    parts = path.split("/")[:-1]
    place = next((place for place, part in enumerate(parts) if part in DEPENDENCY_FOLDERS), None)
    return "" if place is None else "/".join(parts[: place + 1])


def _encodable(name: str) -> bool:
    """Whether the name can be written in JSON; names in git may have any bytes."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _is_requirements(place: PurePosixPath) -> bool:
    return place.suffix == ".txt" and (
        place.name.startswith(("requirements", "constraints")) or "requirements" in place.parts
    )
