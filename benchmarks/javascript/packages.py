"""Small npm packages with tests of their own, at one commit each: fetched by git once, kept in the cache, never in git.

None of them is in a public benchmark of repair. The tests run with the frameworks of `tools/install`, so the test
script of each package is replaced by the bare framework.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.javascript.programs import NODE_MODULES
from benchmarks.repair import cache


class NotFetched(Exception):
    """A package can't be had; the text says why."""


@dataclass(frozen=True)
class NpmPackage:
    """A package: its repository, a commit, its framework, the files that are mutated and those that hold its tests."""

    name: str
    repository: str
    commit: str
    framework: str
    sources: tuple[str, ...]
    tests: str
    license: str = "MIT"

    @property
    def is_runnable(self) -> bool:
        """Whether its framework is installed."""
        return (NODE_MODULES / self.framework).is_dir()

    def fetched(self) -> Path:
        """The package's files in the cache, fetched first if need be. Raises NotFetched."""
        folder = cache.folder("npm") / f"{self.name}-{self.commit[:12]}"
        if not folder.is_dir():
            clone = folder.with_suffix(".git")
            shutil.rmtree(clone, ignore_errors=True)
            unfinished = folder.with_suffix(".new")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            _git("clone", "--quiet", "--bare", self.repository, str(clone))
            _git("--git-dir", str(clone), "--work-tree", str(unfinished), "checkout", "--quiet", self.commit, "--", ".")
            shutil.rmtree(clone)
            unfinished.rename(folder)
        return folder

    def write(self, tree: Path) -> None:
        """Write the package with its tests into a new folder. Raises NotFetched."""
        shutil.copytree(self.fetched(), tree, symlinks=True)
        known = json.loads((tree / "package.json").read_text())
        known["scripts"] = {"test": "vitest run" if self.framework == "vitest" else f"{self.framework} {self.tests}"}
        known.pop("devDependencies", None)
        (tree / "package.json").write_text(json.dumps(known, indent=2) + "\n")
        (tree / "node_modules").symlink_to(NODE_MODULES)

    def test_files(self, tree: Path) -> list[str]:
        """The files of its tests, relative to the tree."""
        place = tree / self.tests
        found = [place] if place.is_file() else [one for one in place.rglob("*") if one.suffix in (".js", ".ts")]
        return sorted(one.relative_to(tree).as_posix() for one in found)


def _git(*arguments: str) -> None:
    try:
        subprocess.run(["git", *arguments], check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or b""
        raise NotFetched(f"git {arguments[0]}: {said.decode(errors='replace').strip() or error}") from error


_ON = "https://github.com"
PACKAGES = (
    NpmPackage(
        "bytes",
        f"{_ON}/visionmedia/bytes.js",
        "9ddc13b6c66e0cb293616fba246e05db4b6cef4d",
        "mocha",
        ("index.js",),
        "test",
    ),
    NpmPackage(
        "cookie", f"{_ON}/jshttp/cookie", "38323bad3aa04bce840103ff6075bc05cc0bf884", "mocha", ("index.js",), "test"
    ),
    NpmPackage(
        "loader-utils",
        f"{_ON}/webpack/loader-utils",
        "06fcc0aac9928779d5e2e0fdc58dddd5d4c49ea3",
        "jest",
        ("lib/getHashDigest.js", "lib/interpolateName.js", "lib/isUrlRequest.js", "lib/urlToRequest.js"),
        "test",
    ),
    NpmPackage(
        "object-path",
        f"{_ON}/mariocasciaro/object-path",
        "e6bb638ffdd431176701b3e9024f80050d0ef0a6",
        "mocha",
        ("index.js",),
        "test.js",
    ),
    NpmPackage(
        "scule", f"{_ON}/unjs/scule", "8f56148d820ed5aa93ff71f33566fcae5edfef0e", "vitest", ("src/index.ts",), "test"
    ),
)
