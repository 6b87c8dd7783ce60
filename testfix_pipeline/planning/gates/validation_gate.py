"""IMPL-001.3, the code validation gate: L0 and AI-code issues in generated tests and the source session's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from testfix_pipeline.core.plan_records import Finding, GateReport, GateVerdict, Generation
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning.generation.withdrawal import (
    concerned_tests,
    node_id,
    source_of_test_file,
    with_file_texts,
    withdraw,
)
from testfix_pipeline.planning.scanner import scan
from testfix_pipeline.planning.scanner.linter import apply_fixes

_MOST_ERRORS, _MOST_WARNINGS = 3, 10
_ROUNDS = 2
_WANT_ANNOTATIONS = frozenset({"mypy:no-untyped-def", "ruff:ANN201", "flake8:ANN201"})


class ProjectTools(Protocol):
    """The linters and type checkers that the project itself configures."""

    def of_generated(self, texts: Mapping[str, str]) -> list[Finding]:
        """The findings of the tools in generated test files, by path and text."""
        ...

    def of_sources(self, files: Sequence[str]) -> list[Finding]:
        """The findings of the tools in files of the project."""
        ...


@dataclass(frozen=True)
class _State:
    generation: Generation
    findings: list[Finding]

    @property
    def verdict(self) -> GateVerdict:
        return verdict_of(self.findings)


_Checked = Callable[[Generation], _State]


def verdict_of(findings: Iterable[Finding]) -> GateVerdict:
    """Return PASS without a critical finding or compile error, and with at most 3 errors and 10 warnings.

    HARD_FAIL with a critical one. Findings older than the base commit do not count.
    """
    counted = [finding for finding in findings if finding.new]
    severities = Counter(finding.severity for finding in counted)
    if severities["critical"]:
        return "HARD_FAIL"
    compiles = all(finding.category != "compile" for finding in counted)
    few = severities["error"] <= _MOST_ERRORS and severities["warning"] <= _MOST_WARNINGS
    return "PASS" if compiles and few else "SOFT_FAIL"


def validate_code(
    target: TargetProject,
    tree: Path,
    generation: Generation,
    *,
    source_files: Sequence[str] = (),
    changed_lines: Mapping[str, set[int]] | None = None,
    project_tools: ProjectTools | None = None,
) -> tuple[GateReport, Generation]:
    """Check the generated tests and `source_files`; return the report and the tests that are left.

    The tests are read from the generation, not from `tree`, and nothing is written: the caller writes what comes back.
    `project_tools` adds what the project's own linters and type checkers find.
    On a soft fail, or where annotations are missing, the generated files are repaired at most twice. On a hard fail the
    tests that caused it are withdrawn, and the report's reason says what is left. `source_failures` gives what the
    source session has to fix.
    """
    root = target.root(tree)
    written: list[Finding] = []
    if source_files:
        written = scan(root, source_files, interpreter=target.interpreter, changed_lines=changed_lines, checkout=tree)
        written += project_tools.of_sources(source_files) if project_tools else []

    def checked(generation: Generation) -> _State:
        """The generation with its findings, each with the test that it concerns, and those in the source files."""
        files = generation.files
        found = scan(root, list(files), interpreter=target.interpreter, tests=True, texts=files) if files else []
        found += project_tools.of_generated(files) if project_tools and files else []
        sources = {file: source_of_test_file(file, text) for file, text in files.items()}
        placed = [(one, concerned_tests(sources[one.file], one.line)) for one in found]
        named = [one.model_copy(update={"test": tests[0]}) if len(tests) == 1 else one for one, tests in placed]
        return _State(generation, [*named, *written])

    first = checked(generation)
    state, rounds = _repaired(root, checked, first)
    verdict: GateVerdict = "PASS" if state.verdict == "PASS" else "HARD_FAIL"
    fixed = _fixed_messages(first, state)
    findings = state.findings
    if verdict == "HARD_FAIL":
        state = _without_failing_tests(root, checked, state)
    report = GateReport(
        gate="IMPL-001.3",
        verdict=verdict,
        findings=findings,
        rounds=rounds,
        fixed=fixed,
        withdrawn=_withdrawn_tests(generation, state.generation),
        requirements=_requirements(findings) if verdict == "HARD_FAIL" else [],
        reason=_reason(verdict, findings, state, rounds),
    )
    return report, state.generation


def _repaired(root: Path, checked: _Checked, state: _State) -> tuple[_State, int]:
    """Return the state after repairs of the generated files, and how often they were tried."""
    rounds = 0
    while (state.verdict == "SOFT_FAIL" or _lacks_annotations(state)) and rounds < _ROUNDS:
        rounds += 1
        texts = apply_fixes(root, state.generation.files, annotate=_lacks_annotations(state))
        if texts == state.generation.files:
            break
        state = checked(with_file_texts(state.generation, texts))
    return state, rounds


def _lacks_annotations(state: _State) -> bool:
    """Whether the project's tools report missing annotations, which can be added where nothing is returned."""
    return any(finding.new and finding.pattern in _WANT_ANNOTATIONS for finding in state.findings)


def _without_failing_tests(root: Path, checked: _Checked, state: _State) -> _State:
    """The state without the tests that cause the failure.

    Tests with fatal findings go first, then those with errors, then those with warnings, until the rest passes.
    """
    for blamed in (_is_fatal_finding, _is_error_finding, lambda finding: finding.new):
        own = [finding for finding in state.findings if finding.file in state.generation.files]
        if verdict_of(own) == "PASS":
            break
        left = _without_blamed(state, [finding for finding in own if blamed(finding)])
        if left != state.generation:
            state = checked(with_file_texts(left, apply_fixes(root, left.files)))
    return state


def _is_fatal_finding(finding: Finding) -> bool:
    return finding.new and (finding.severity == "critical" or finding.category == "compile")


def _is_error_finding(finding: Finding) -> bool:
    return finding.new and finding.severity != "warning"


def _without_blamed(state: _State, blamed: Iterable[Finding]) -> Generation:
    """The generation without the tests that the findings concern; a whole file where no single test can be found."""
    reasons: dict[str, str] = {}
    for finding in blamed:
        reason = f"IMPL-001.3: {finding.pattern}"
        of_file = [node_id(test) for test in state.generation.tests if test.file == finding.file]
        for test in (
            concerned_tests(source_of_test_file(finding.file, state.generation.files[finding.file]), finding.line)
            or of_file
        ):
            reasons.setdefault(test, reason)
    return withdraw(state.generation, reasons)


def _fixed_messages(before: _State, after: _State) -> list[str]:
    """The findings that the automatic fixes removed."""

    def findings(state: _State) -> Counter[str]:
        files = state.generation.files
        return Counter(f"{f.file}: {f.message}" for f in state.findings if f.file in files)

    return sorted((findings(before) - findings(after)).elements())


def _withdrawn_tests(before: Generation, after: Generation) -> list[str]:
    left = {node_id(test) for test in after.tests if test.kept}
    return [node_id(test) for test in before.tests if test.kept and node_id(test) not in left]


def _requirements(findings: Iterable[Finding]) -> list[str]:
    bad = [finding for finding in findings if finding.new and finding.severity != "warning"]
    return list(
        dict.fromkeys(f"{finding.test or finding.file}: avoid {finding.pattern} ({finding.message})" for finding in bad)
    )


def _reason(verdict: GateVerdict, findings: Sequence[Finding], left: _State, rounds: int) -> str:
    counts = Counter(finding.severity for finding in findings if finding.new)
    compiles = sum(finding.new and finding.category == "compile" for finding in findings)
    summary = f"{counts['critical']} critical, {counts['error']} errors ({compiles} of them from compiling), "
    summary += f"{counts['warning']} warnings"
    if verdict == "PASS":
        return f"{summary}{f', after {rounds} rounds of fixes' if rounds else ''}."
    own = [finding for finding in left.findings if finding.file in left.generation.files]
    written = [finding for finding in left.findings if finding.file not in left.generation.files]
    parts = [f"{summary}."]
    if verdict_of(own) == "PASS":
        parts.append(
            "What is left of the generated tests passes." if left.generation.files else "No generated test is left."
        )
    else:
        parts.append("The generated tests that are left still fail.")
    if verdict_of(written) != "PASS":
        parts.append("The source session's own code is to be fixed.")
    return " ".join(parts)


def source_failures(report: GateReport, source_files: Iterable[str]) -> list[Failure]:
    """The new critical findings in the source session's own files, as L0 failures of high criticality for the loop."""
    own = set(source_files)
    wanted = [each for each in report.findings if each.file in own and each.new and each.severity == "critical"]
    return [
        Failure(
            test=f"{finding.file}::L0::{finding.pattern}:{finding.line}",
            error=finding.message,
            file=finding.file,
            line=finding.line or None,
            criticality="high",
            test_type="L0",
            error_type=finding.pattern,
            signature=f"L0:{finding.category}:{finding.pattern}:{finding.file}",
            evidence=f"IMPL-001.3: {finding.category}",
        )
        for finding in wanted
    ]
