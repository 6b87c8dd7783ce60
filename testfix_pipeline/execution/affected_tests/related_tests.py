"""Selects the part of a large suite that a search runs: the failing tests, and the passing ones related to them.

Running everything for each candidate, or tracing it, costs a large suite many times its length. The passing tests that
say something about a fault are those that use what the failing tests use: the tests beside them, and those of files
that mention the same functions and classes of the project, rare names counting more (inverse document frequency).
Deterministic: the same files and outcomes give the same tests.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.execution.project_files import read_text

LARGE_SECONDS = 5.0
"""A suite that takes longer is not run, nor traced, as a whole for the sake of a search."""
RELATED_SECONDS, MOST_RELATED = 2.0, 400
"""How long the related passing tests take together, as they were measured, and how many there are."""
_DEFINED = re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_WORD = re.compile(r"\b[A-Za-z_]\w{2,}\b")


def is_large(outcomes: Mapping[TestId, Outcome]) -> bool:
    """Whether a suite takes so long that a search should run only a part of it."""
    return sum(outcome.duration for outcome in outcomes.values()) > LARGE_SECONDS


def related_tests(root: Path, outcomes: Mapping[TestId, Outcome], failing: Collection[TestId]) -> list[TestId]:
    """The failing tests and the related passing ones, in the order of `outcomes`. `root`: the project's folder."""
    by_file: dict[str, list[TestId]] = {}
    for test, outcome in outcomes.items():
        if outcome.status == "passed":
            by_file.setdefault(TestId(test).file, []).append(test)
    chosen, left = set(failing), RELATED_SECONDS
    for file in _rank_related_files(root, by_file, failing):
        some = _sample(by_file[file], outcomes, left, MOST_RELATED - len(chosen))
        chosen.update(some)
        left -= sum(outcomes[test].duration for test in some)
    return [test for test in outcomes if test in chosen] + [test for test in failing if test not in outcomes]


def _sample(tests: Sequence[TestId], outcomes: Mapping[TestId, Outcome], seconds: float, most: int) -> list[TestId]:
    """An evenly spaced sample of the tests that takes at most `seconds` and has at most `most` tests."""
    seconds += 1e-9  # of rounding
    needed = sum(outcomes[test].duration for test in tests)
    if seconds <= 0 or most <= 0:
        return []
    step = max(1, -(-len(tests) // most), int(needed / seconds) + (needed > seconds))
    some = list(tests[::step])
    ends = itertools.accumulate(outcomes[test].duration for test in some)
    return [test for test, end in zip(some, ends, strict=True) if end <= seconds]


def _rank_related_files(root: Path, files: Iterable[str], failing: Collection[TestId]) -> list[str]:
    """The files of passing tests that are related to the failing ones, the most related first."""
    own = {TestId(test).file for test in failing}
    files = list(files)
    tests = own.union(files)
    sources = [path for path in python_files(root) if path not in tests]
    defined = {name for path in sources for name in _DEFINED.findall(read_text(root / path))}
    mentioned = {file: set(_WORD.findall(read_text(root / file))) & defined for file in tests}
    used = set[str]().union(*(_words_of_failing_tests(root, file, failing) for file in own)) & defined
    often = Counter(name for names in mentioned.values() for name in names)
    weight = {file: sum(1 / often[name] for name in names & used) for file, names in mentioned.items()}
    near = [file for file in files if file in own or weight[file]]
    return sorted(near, key=lambda file: (file not in own, -weight[file], file))


def _words_of_failing_tests(root: Path, file: str, failing: Collection[TestId]) -> set[str]:
    """The words in a file's failing tests; in the whole file if they are not found."""
    text = read_text(root / file)
    names = {TestId(test).function for test in failing if TestId(test).file == file}
    tree = python_code.parse_or_none(text)
    if tree is None:
        return set(_WORD.findall(text))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in names]
    lines = text.split("\n")
    parts = [line for node in found for line in lines[node.lineno - 1 : node.end_lineno]]
    return set(_WORD.findall("\n".join(parts) or text))
