"""Test files in Go that `go test` leaves out: those behind build tags, and those of modules that are not measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.project_walk import is_data, project_files

_TEST = re.compile(
    r"(?m)^func (?:(?!TestMain\b)Test|Fuzz)\w*\(\w+ \*testing\.[TF]\)|^\s*// (?:Unordered output|Output):"
)
_CONSTRAINT = re.compile(r"(?m)^//(?:go:build| \+build) (.+)$")
_SYSTEMS = frozenset(
    {"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9",
     "solaris", "wasip1", "windows", "unix", "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le",
     "mipsle", "ppc64", "ppc64le", "riscv64", "s390x", "wasm", "cgo", "gc", "gccgo", "race"}
)  # fmt: skip
"""The words of build constraints that Go itself knows, but for its versions."""


def uncollected_go(root: Path) -> Iterator[LeftOutFile]:
    """Yield the files with tests that a tag of the project's own keeps out, or that no constraint explains.

    Files for other systems can't be run here by anybody, and those marked `ignore` by nobody.
    """
    for path in project_files(root):
        if not path.endswith("_test.go") or is_data(path) or PurePosixPath(path).name.startswith(("_", ".")):
            continue
        text = read_text(root / path)
        head = text.partition("\npackage ")[0] if not text.startswith("package ") else ""
        constraint = " && ".join(_CONSTRAINT.findall(head))
        words = set(re.findall(r"[\w.]+", constraint))
        own = sorted(word for word in words - _SYSTEMS if not re.fullmatch(r"go1\.\d+", word))
        if not _TEST.search(text) or "ignore" in own or (not own and (words or _is_for_a_system(path))):
            continue
        why = f"tests behind the build constraint `{constraint}`" if own else "tests in no module that is measured"
        yield LeftOutFile(file=path, why=why)


def _is_for_a_system(path: str) -> bool:
    words = PurePosixPath(path).name.removesuffix("_test.go").split("_")[1:]
    return not _SYSTEMS.isdisjoint(words[-2:])
