"""The packages of a project as their manifests declare them; nothing is run to find out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.execution.project_files import folders_up_to_repository, read_toml, read_yaml
from testfix_pipeline.frameworks.nested_projects import PACKAGE_MANIFESTS, nested_manifests
from testfix_pipeline.frameworks.workspaces import cargo_members, go_members

_LOCKS = {
    "pnpm-lock.yaml": "pnpm install --frozen-lockfile",
    "yarn.lock": "yarn install --frozen-lockfile",
    "bun.lockb": "bun install --frozen-lockfile",
    "package-lock.json": "npm ci",
    "npm-shrinkwrap.json": "npm ci",
}
_SKIPPED = frozenset({"node_modules", ".git", ".venv", "dist", "build", "coverage", "vendor", "target"})
_MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Manifest:
    """One package: its folder relative to the tree ("" = the root) and what its `package.json` says ({} = none).

    workspace: the folder whose manifests declare the package as a member, else the package's own. error: why its
    `package.json` can't be read; nothing is known of the package then.
    """

    folder: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    workspace: str = ""
    error: ProjectError | None = None

    @property
    def is_nested(self) -> bool:
        """Whether the package is of a project in a sub-folder that the root does not declare."""
        return self.workspace != ""

    @property
    def is_member(self) -> bool:
        """Whether another package's manifests declare this one."""
        return self.folder != self.workspace

    @property
    def scripts(self) -> Mapping[str, str]:
        """The scripts, by name."""
        found = self.data.get("scripts")
        return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}

    @property
    def test_script(self) -> str:
        """What `npm test` runs, with the scripts that it calls by `npm run` put in their place."""
        return _expanded(self.scripts.get("test", ""), self.scripts, 4)

    @property
    def dependencies(self) -> frozenset[str]:
        """The names of all packages that are declared."""
        tables = [self.data.get(name) for name in ("dependencies", "devDependencies", "peerDependencies")]
        return frozenset(str(name) for table in tables if isinstance(table, dict) for name in table)

    def path(self, tree: Path) -> Path:
        """The package's folder in `tree`."""
        return tree / self.folder

    def top(self, tree: Path) -> Path:
        """The folder in `tree` of the package's workspace, or its own."""
        return tree / self.workspace


_RUN = re.compile(r"\b(?:npm run|pnpm run|pnpm|yarn run|yarn|bun run)\s+([\w:.-]+)")
_RUN_SEVERAL = re.compile(r"\b(?:run-s|run-p|npm-run-all2?)((?:\s+[\w:.-]+)+)")


def _expanded(command: str, scripts: Mapping[str, str], depth: int) -> str:
    def one(name: str) -> str:
        return _expanded(scripts.get(name, ""), scripts, depth - 1)

    def several(match: re.Match[str]) -> str:
        return " && ".join(filter(None, map(one, match[1].split()))) or match[0]

    return _RUN.sub(lambda match: one(match[1]) or match[0], _RUN_SEVERAL.sub(several, command)) if depth else command


def manifests(tree: Path) -> Iterator[Manifest]:
    """The root of the project and its workspaces of npm, yarn, pnpm, Go or cargo, then other projects below it.

    These are found by `nested_manifests`, with workspaces of their own; not where a folder above declares its members.
    """
    members = _with_members(tree, "")
    yield from members
    known = {one.folder for one in members}
    declared = {"": _declaring(tree, members[0].data)}
    for folder, names in nested_manifests(tree, PACKAGE_MANIFESTS).items():
        above = [kinds for outer, kinds in declared.items() if not outer or folder.startswith(f"{outer}/")]
        if folder in known or not names.difference(*above):
            continue
        members = _with_members(tree, folder)
        yield from members
        known |= {one.folder for one in members}
        declared[folder] = _declaring(tree / folder, members[0].data)


def _with_members(tree: Path, folder: str) -> list[Manifest]:
    """The package in `folder` and its workspaces, by name of their folder."""
    top, first = tree / folder, _read(tree, folder, folder)
    members = sorted((_workspaces(top, first.data) | {*go_members(top), *cargo_members(top)}) - {""})
    return [first, *(_read(tree, f"{folder}/{name}" if folder else name, folder) for name in members)]


def _read(tree: Path, folder: str, workspace: str) -> Manifest:
    try:
        return Manifest(folder, _package(tree, folder), workspace)
    except ProjectError as error:
        return Manifest(folder, workspace=workspace, error=error)


def _declaring(folder: Path, data: Mapping[str, Any]) -> set[str]:
    """The names of the manifests whose members the folder declares."""
    declares = {
        "package.json": bool(data.get("workspaces")) or (folder / "pnpm-workspace.yaml").is_file(),
        "go.mod": (folder / "go.work").is_file(),
        "Cargo.toml": "workspace" in read_toml(folder / "Cargo.toml"),
    }
    return {name for name, is_declared in declares.items() if is_declared}


def _package(tree: Path, folder: str) -> Mapping[str, Any]:
    path = tree / folder / "package.json"
    try:
        if not path.is_file():
            return {}
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES >> 20} MiB")
        found = json.loads(path.read_text("utf-8-sig"))
        if not isinstance(found, dict):
            raise ValueError("it holds no object")
    except (OSError, ValueError, RecursionError) as problem:
        what = f"{folder or tree.name}/{path.name} can't be read: {problem}."
        raise ProjectError(what, "Correct the file.") from problem
    return found


def _workspaces(tree: Path, data: Mapping[str, Any]) -> set[str]:
    declared = data.get("workspaces")
    patterns = declared.get("packages", []) if isinstance(declared, dict) else declared
    patterns = [*(patterns if isinstance(patterns, list) else []), *_pnpm_patterns(tree)]
    wanted, refused = _split([str(one) for one in patterns])
    found = {folder for pattern in wanted for folder in _matching(tree, pattern)}
    return found - {folder for pattern in refused for folder in _matching(tree, pattern)}


def _pnpm_patterns(tree: Path) -> list[Any]:
    packages = read_yaml(tree / "pnpm-workspace.yaml").get("packages")
    return packages if isinstance(packages, list) else []


def _split(patterns: list[str]) -> tuple[list[str], list[str]]:
    return [one for one in patterns if not one.startswith("!")], [one[1:] for one in patterns if one.startswith("!")]


def _matching(tree: Path, pattern: str) -> set[str]:
    pattern = pattern.strip().removeprefix("./").rstrip("/")
    if not pattern or pattern.startswith("/") or ".." in pattern.split("/"):
        return set()
    found = (path.relative_to(tree) for path in tree.glob(f"{pattern}/package.json"))
    return {path.parent.as_posix() for path in found if not _SKIPPED.intersection(path.parts)} - {"."}


def installed_package(tree: Path, manifest: Manifest, package: str) -> Path | None:
    """The folder of an installed npm package as Node would find it from the manifest's folder, None if it is not."""
    folder = manifest.path(tree)
    while True:
        found = folder / "node_modules" / package
        if (found / "package.json").is_file():
            return found
        if folder == tree or folder == folder.parent:
            return None
        folder = folder.parent


def installed_version(folder: Path) -> str:
    """The version that an installed package says of itself, "" if none."""
    return str(_package(folder, "").get("version", ""))


def not_installed_error(tree: Path, manifest: Manifest, package: str) -> ProjectError:
    """The error for a framework that is declared but not installed in the project, with what to do.

    That is the command that installs it or, where workspaces share what is installed above the project, to start there.
    """
    shared = folders_up_to_repository(tree.absolute())[1:]
    above = next((one for one in shared if (one / "node_modules" / package).exists()), None)
    if above is not None:
        return ProjectError(
            f"The tests need {package}, which is installed outside of the project, in {above}.",
            f"Start with `{project_option(above)}`: its tests include those of its workspaces.",
        )
    top = manifest.top(tree)
    command = next((command for lock, command in _LOCKS.items() if (top / lock).is_file()), "npm install")
    where, place = f" in {manifest.folder}" if manifest.folder else "", manifest.workspace or "the project's folder"
    return ProjectError(
        f"The tests{where} need {package}, which is not installed: there is no node_modules/{package}.",
        f"Run `{command}` in {place}, then start again; nothing is installed without you.",
    )


def require_packages(manifest: Manifest, what: str, folder: str, missing: Sequence[str], install: str) -> None:
    """Raise ProjectError if packages are missing. what: "crates"; folder: where `install` is to be run."""
    if missing:
        where = f" in {manifest.folder}" if manifest.folder else ""
        named = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
        raise ProjectError(
            f"The tests{where} need {what} that are not on this machine: {named}.",
            f"Run `{install}` in {folder}, then start again; nothing is downloaded without you.",
        )
