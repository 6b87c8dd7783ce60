"""Compares the test files of a project with those that its measurement collected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import ProjectSuite
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.left_out.javascript_tests import uncollected_javascript
from testfix_pipeline.frameworks.left_out.project_commands import project_commands
from testfix_pipeline.frameworks.left_out.python_tests import uncollected_python
from testfix_pipeline.frameworks.left_out.rust_tests import uncollected_rust
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


_NAMED = 3


def left_out_files(root: Path, suites: Sequence[ProjectSuite], run: SuiteRun) -> list[LeftOutFile]:
    """Return the test files below `root` that another runner would collect and a run of all `suites` did not.

    Empty where the user said how the tests run: nothing else was asked for.
    """
    if any(isinstance(suite, FrameworkSuite) and suite.is_configured for suite in suites):
        return []
    collected = _files_of([*run.collected, *run.outcomes])
    found = chain(
        uncollected_python(root, project_commands(root)),
        uncollected_javascript(root),
        uncollected_go(root),
        uncollected_rust(root),
    )
    left = {one.file: one for one in found if one.beside or one.file not in collected}
    return [one for file, one in sorted(left.items()) if not (one.beside and _has_doctests(file, run))]


def left_out_sentence(left: Sequence[LeftOutFile]) -> str:
    """Return a sentence that names files with tests that were not measured; "" for none."""
    if not left:
        return ""
    names = first_names([f"{one.file} ({one.why})" for one in left], _NAMED)
    return f"Not measured: {counted(len(left), 'file')} with tests: {names}."


def _files_of(tests: Iterable[TestId]) -> set[str]:
    return {TestId(test).file for test in tests}


def _has_doctests(file: str, run: SuiteRun) -> bool:
    """Whether the run collected doctests of a file, which pytest names by the module or by the file."""
    module = file.rpartition("/")[2].partition(".")[0]
    names = [TestId(test).titles[-1] for test in run.collected if TestId(test).file == file and TestId(test).titles]
    return any(name == file.rpartition("/")[2] or module in name.split(".") for name in names)
