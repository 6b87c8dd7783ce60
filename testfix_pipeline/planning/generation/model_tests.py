"""Tests that a model wrote: which of its files are accepted, and their admission by the same filter as our tests.

A test is about the function that it runs most of, one that the analysis asks for before others. What it adds to the
tests there are is measured: lines that no test ran, else faults put into the function, one after another, which it must
notice.
"""

from __future__ import annotations

import ast
import re
import tempfile
import textwrap
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.protected_paths import (
    is_session_path,
    is_test_side,
    leaves_worktree,
    shadows_runner,
)
from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, GeneratedTest, Generation
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId, last_title, name_in_file
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.admission import (
    AdmissionVerdict,
    admit,
    lines_of,
    replaced_text,
    temporary_files,
)
from testfix_pipeline.planning.generation.mutants import Mutant, mutants_of, with_function
from testfix_pipeline.planning.generation.rendering import Draft
from testfix_pipeline.planning.generation.subjects.subject import FailingCode, Subject, functions_of
from testfix_pipeline.planning.generation.withdrawal import source_of_test_file, spans_of_tests, withdraw
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline.planning.python_code.words import target_name

MOST_FILES, MOST_BYTES = 30, 200_000
_MUTANTS_EACH, _MOST_MUTANTS = 8, 40
_LEAST_SECONDS = 30.0


def refused_path(path: str, framework: FrameworkInfo, *, is_new: bool) -> str:
    """Why a model's file is refused, as a phrase; "" for a new test file of the project."""
    name = PurePosixPath(path).name
    patterns = ["test_*.py", "*_test.py", *re.findall(r"[\w*]+\.py", framework.test_pattern)]
    if leaves_worktree(path) or is_session_path(path) or not path.isprintable():
        return "lies where no tests belong"
    if not name.endswith(".py") or name == "conftest.py" or not any(fnmatch(name, one) for one in patterns):
        return "is no test file"
    if not is_test_side(path, patterns) or shadows_runner(path):
        return "does not lie with the tests"
    return "" if is_new else "is there already and was not written for this session"


def problems_with(files: Mapping[str, str]) -> list[str]:
    """The problems in test files that the model can correct when asked again, in sentences."""
    if not files:
        return ["There is no new test file in it."]
    found = [f"There are {len(files)} files, more than {MOST_FILES}."] if len(files) > MOST_FILES else []
    for path, text in files.items():
        source = source_of_test_file(path, text)
        if len(text.encode()) > MOST_BYTES:
            found.append(f"{path} is larger than {MOST_BYTES} bytes.")
        elif source.tree is None:
            found.append(f"{path} does not parse.")
        elif not spans_of_tests(source):
            found.append(f"{path} has no test.")
    return found


def admit_model_tests(
    target: TargetProject,
    tree: Path,
    files: Mapping[str, str],
    analysis: Analysis,
    *,
    tool: str,
    coverage: CoverageMap | None,
    failing: Collection[TestId],
    seconds: float,
) -> Generation:
    """The generation of `tool` with those tests of `files` that are admitted; the others have reasons.

    Otherwise as `characterise_functions`: the tree is a checkout in which tests run, and is left as it was. `files`
    parse (see `problems_with`).
    """
    began = time.monotonic()
    work = _Work(target, tree, dict(files), analysis, coverage, failing, began + max(seconds, _LEAST_SECONDS))
    drafts, reasons = work.tests_to_judge()
    verdicts, fault = (
        admit(target, tree, files, drafts, covered=work.covered, timeout=work.left()) if drafts else ([], "")
    )
    admitted = {one.draft.node_id: one for one in verdicts if one.is_admitted}
    reasons |= {one.draft.node_id: one.reason for one in verdicts if not one.is_admitted}
    reasons |= {draft.node_id: f"can't run: {fault}" for draft in drafts} if fault else {}
    tests = _generated_tests(files, drafts, admitted, tool)
    made = withdraw(Generation(files=dict(files), tests=tests, tool=tool), reasons)
    return made.model_copy(update={"seconds": round(time.monotonic() - began, 3)})


def _generated_tests(
    files: Mapping[str, str], drafts: Sequence[Draft], admitted: Mapping[TestId, AdmissionVerdict], tool: str
) -> list[GeneratedTest]:
    targets = {draft.node_id: draft.subject.target for draft in drafts}
    label = f"written by {tool}; {GeneratedTest.model_fields['label'].default}"
    return [
        GeneratedTest(
            name=name_in_file(test),
            file=path,
            target=targets.get(test, ""),
            source=source,
            kept=True,
            label=label,
            kills=admitted[test].kills if test in admitted else [],
            new_lines=admitted[test].new_lines if test in admitted else 0,
        )
        for path, text in files.items()
        for test, source in _sources(path, text)
    ]


def _sources(path: str, text: str) -> Iterator[tuple[TestId, str]]:
    lines = text.splitlines(keepends=True)
    for test, span in spans_of_tests(source_of_test_file(path, text)).items():
        yield TestId(test), textwrap.dedent("".join(lines[span.start - 1 : span.stop - 1]))


@dataclass
class _Work:
    """One admission: its inputs, and the results of the first run."""

    target: TargetProject
    tree: Path
    files: dict[str, str]
    analysis: Analysis
    coverage: CoverageMap | None
    failing: Collection[TestId]
    deadline: float
    lines: CoverageMap = field(default_factory=lambda: CoverageMap({}, {}))
    subjects: list[Subject] = field(default_factory=list)

    @property
    def root(self) -> Path:
        return self.target.root(self.tree)

    def left(self) -> float:
        return max(_LEAST_SECONDS / 2, self.deadline - time.monotonic())

    def covered(self, file: str) -> frozenset[int]:
        """The lines of a file that the project's own tests run."""
        known = CoverageMap({}, {}) if self.coverage is None else self.coverage
        return lines_of(known, list(map(TestId, known.tests)), file)

    def tests_to_judge(self) -> tuple[list[Draft], dict[str, str]]:
        """The tests for the filter, each with its subject and the faults it notices; why others are rejected."""
        with temporary_files(self.root, self.files):
            run = self._first_run()
            drafts, reasons = self._drafts(run)
            self._try_faults(drafts)
        return drafts, reasons

    def _first_run(self) -> SuiteRun:
        with tempfile.TemporaryDirectory(prefix="testfix-written-") as folder:
            recorded = Path(folder) / "coverage.json"
            run = run_suite(self.target, self.tree, extra_args=sorted(self.files), record_coverage=recorded,
                            timeout=self.left() / 3)  # fmt: skip
            self.lines = CoverageMap.load(recorded)
        wanted = [one.file for one in self.analysis.requirements if one.layer != "L0"]
        ran = [file for files in self.lines.tests.values() for file in files if not is_test_side(file)]
        modules = (read_module(self.root, file) for file in dict.fromkeys([*wanted, *sorted(ran)]))
        self.subjects = [subject for module in modules if module is not None for subject in functions_of(module)]
        return run

    def _drafts(self, run: SuiteRun) -> tuple[list[Draft], dict[str, str]]:
        blocked = FailingCode(self.root, self.coverage, self.failing, sorted({s.module.file for s in self.subjects}))
        drafts: list[Draft] = []
        reasons: dict[str, str] = {}
        for path, text in self.files.items():
            for test, source in _sources(path, text):
                cases = tuple(sorted(one for one in run.outcomes if one == test or one.startswith(f"{test}[")))
                hit = [subject for subject in self.subjects if self._body_lines_run(cases, subject)]
                reason = _why_unfit(run, path, cases) or next(filter(None, map(blocked.why_blocked, hit)), "")
                if reason or not hit:
                    reasons[test] = reason or "does not exercise its subject"
                else:
                    subject = max(hit, key=lambda one: self._relevance(one, source, cases))
                    drafts.append(Draft(subject, last_title(test), [], set(), [], node_id=test, cases=cases))
        return drafts, reasons

    def _body_lines_run(self, tests: Sequence[TestId], subject: Subject) -> frozenset[int]:
        return lines_of(self.lines, tests, subject.module.file) & subject.body_lines

    def _relevance(self, subject: Subject, source: str, tests: Sequence[TestId]) -> tuple[bool, bool, int]:
        """The sort key of a subject: whether the analysis asks for it, the test names it, how many lines run."""
        asked = any(one.file == subject.module.file and target_name(one.target) == subject.name
                    for one in self.analysis.requirements)  # fmt: skip
        named = re.search(rf"\b{re.escape(subject.name.rpartition('.')[2])}\b", source) is not None
        return asked, named, len(self._body_lines_run(tests, subject))

    # --- faults, for tests that bring no new line

    def _try_faults(self, drafts: Sequence[Draft]) -> None:
        """Try the tests of a subject on its mutants where one of them runs no new line."""
        seen: dict[str, set[int]] = {}
        needing: dict[str, Subject] = {}
        for draft in drafts:
            file = draft.subject.module.file
            fresh = lines_of(self.lines, draft.node_ids, file) - self.covered(file) - seen.setdefault(file, set())
            seen[file] |= fresh
            if not fresh:
                needing[draft.subject.target] = draft.subject
        each = max(2, min(_MUTANTS_EACH, _MOST_MUTANTS // max(1, len(needing))))
        for subject in list(needing.values())[: _MOST_MUTANTS // 2]:
            self._try_mutants(subject, [one for one in drafts if one.subject.target == subject.target], each)

    def _try_mutants(self, subject: Subject, drafts: Sequence[Draft], most: int) -> None:
        for mutant in mutants_of(subject, most=most):
            if time.monotonic() > self.deadline:
                return
            failed = self._failing_with(subject, mutant, [name for draft in drafts for name in draft.node_ids])
            for draft in drafts:
                if failed & set(draft.node_ids):
                    draft.more_kills |= {mutant.name}

    def _failing_with(self, subject: Subject, mutant: Mutant, tests: Sequence[TestId]) -> set[TestId]:
        text = _with_mutant(subject, mutant)
        if text is None:
            return set()
        with replaced_text(self.root / subject.module.file, text):
            run = run_suite(self.target, self.tree, tests=tests, extra_args=sorted(self.files),
                            timeout=min(60.0, self.left()))  # fmt: skip
        return set(run.failing) & set(tests)


def _why_unfit(run: SuiteRun, path: str, cases: Iterable[TestId]) -> str:
    """Why a test did not pass its first run, "" if it did."""
    ends = [run.outcomes[one] for one in cases]
    if not ends:
        broken = run.outcomes.get(TestId(path))
        return f"does not run: {_one_line(broken.message)}" if broken else "does not run"
    failed = next((one for one in ends if one.status in ("failed", "error")), None)
    if failed is not None:
        return f"fails on the code as it is: {_one_line(failed.message)}"
    return "does not run" if any(one.status != "passed" for one in ends) else ""


def _one_line(text: str) -> str:
    return textwrap.shorten(" ".join(text.split()), 160)


def _with_mutant(subject: Subject, mutant: Mutant) -> str | None:
    """The module's text with the mutated function; None if it can't be put in."""
    body: ast.AST = python_code.parse(mutant.source).body[-1]
    function = body.body[0] if isinstance(body, ast.ClassDef) else body
    return with_function(subject, function) if isinstance(function, FunctionNode) else None
