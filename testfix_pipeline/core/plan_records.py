"""Records of phases 1 to 4: the context package, the test analysis, and the reports of the gates.

As in records of the cycle, unknown fields are kept, and only the current form is written.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from testfix_pipeline.core.record_base import GrowingRecord, Later, Record
from testfix_pipeline.core.records import utc_now
from testfix_pipeline.core.test_ids import SessionId, TestId

Layer = Literal["L0", "L1", "L2", "L3"]
Severity = Literal["critical", "error", "warning"]
Part = Literal["happy", "negative", "boundary", "state", "async", "integration", "journey", "static"]
GateVerdict = Literal["PASS", "SOFT_FAIL", "HARD_FAIL"]
Origin = Literal["requirement", "example", "docstring", "type", "current behaviour"]
TestStatus = Literal["passed", "failed", "error", "skipped", "not run"]
CriterionVerdict = Literal["passed", "failed", "exercised, not checked", "not run", "not covered"]


class FileCoverage(Record):
    """Measured coverage of a source file; rates in percent, lines sorted. `functions`: qualified name to covered."""

    line_rate: float = 0.0
    branch_rate: float | None = None
    executable_lines: int = 0
    missing_lines: list[int] = Field(default_factory=list)
    functions: dict[str, bool] = Field(default_factory=dict)


class CoverageStats(Record):
    """`source` says whether this was measured or guessed from file names, and why. uncollected: test files that can't
    be collected."""

    source: Literal["measured", "name_matching", "none"] = "none"
    reason: str = ""
    line_rate: float = 0.0
    branch_rate: float | None = None
    function_rate: float = 0.0
    uncollected: list[str] = Field(default_factory=list)
    files: dict[str, FileCoverage] = Field(default_factory=dict)


class MissingTest(Record):
    """A file without tests, where its test file would be, and why it is needed."""

    implementation_file: str
    suggested_test_file: str
    priority: Literal["high", "medium", "low"] = "medium"
    reason: str = ""


class CoverageAssessment(Record):
    """Which tests there are, which are missing, and what was measured."""

    existing_tests: list[str] = Field(default_factory=list)
    missing_tests: list[MissingTest] = Field(default_factory=list)
    coverage_stats: CoverageStats = Field(default_factory=CoverageStats)


class Conventions(Record):
    """How the project's tests are written, each in words with the numbers behind them; "" if nothing tells."""

    file_naming: str = ""
    test_structure: str = ""
    setup_teardown: str = ""
    test_naming: str = ""


class FrameworkInfo(Record):
    """`also` names further frameworks whose tests the project has."""

    framework: str = "unknown"
    version: str = ""
    test_pattern: str = ""
    test_directory: str = ""
    assertion_library: str = ""
    mocking_framework: str = ""
    conventions: Conventions = Field(default_factory=Conventions)
    also: list[str] = Field(default_factory=list)


class Criterion(Record):
    """One thing that the input asks for. `line` is its line in the input, 0 where unknown.

    words: what it is about; none means that it speaks of the whole project. subjects: the code that it speaks of, as
    `path::qualified.name`, or `path` for a whole file; none if nothing in the code answers to it. wants_tests: it
    asks for tests of that code and says nothing of what the code has to do. own_id: the input itself gave the id.
    without_code: parts of a request for tests that nothing in the code answers to, though other parts have code.
    """

    id: str
    text: str
    line: int = 0
    words: list[str] = Field(default_factory=list)
    subjects: list[str] = Field(default_factory=list)
    wants_tests: bool = False
    own_id: bool = False
    without_code: list[str] = Field(default_factory=list)


class FileRisk(Record):
    """The importance and likelihood of a bug in a file: `score` from 0 to 100, `why` in words.

    complexity: decisions in the file (McCabe, summed over its functions), most in `worst`. churn: recent commits that
    touched it. dependents: files that import it. untested: the share of its lines that no test runs, 1 if unknown.
    """

    file: str
    score: float = 0.0
    complexity: int = 0
    worst: str = ""
    churn: int = 0
    dependents: int = 0
    untested: float = 1.0
    why: str = ""


class LeftOut(Record):
    """A file (or folder) that the plan leaves out, and why.

    language: the language that is not read. parses: False for a file with a syntax error.
    """

    file: str
    reason: str = ""
    language: str = ""
    parses: bool = True

    @property
    def unread(self) -> str:
        """The language or file of which nobody knows what is missing, "" if it is read."""
        return self.language or ("" if self.parses else self.file)


class ProjectPart(Record):
    """One project of a repository: its folder ("." for the whole), language, type and test framework."""

    folder: str = "."
    language: str = ""
    type: str = ""
    confidence: float = 0.0
    framework: str = "unknown"
    evidence: list[str] = Field(default_factory=list)


class ContextPackage(GrowingRecord):
    """`test-context-package.json` (session mode) or `context-package.json` (prompt mode).

    criteria: those of the input. risks: source files, riskiest first. left_out: files outside the plan. lessons: those
    of the project's earlier sessions, a sentence each. The sections at the end are of prompt mode.
    """

    metadata: dict[str, Any] = Field(default_factory=dict)
    test_coverage: CoverageAssessment = Field(default_factory=CoverageAssessment)
    test_framework: FrameworkInfo = Field(default_factory=FrameworkInfo)
    project_type: dict[str, Any] = Field(default_factory=dict)
    source_context: dict[str, Any] = Field(default_factory=dict)
    assets: Any = None
    focus_areas: list[str] = Field(default_factory=list)
    criteria: list[Criterion] = Field(default_factory=list)
    risks: list[FileRisk] = Field(default_factory=list)
    left_out: list[LeftOut] = Field(default_factory=list)
    parts: list[ProjectPart] = Field(default_factory=list)
    lessons: list[str] = Field(default_factory=list)
    project_context: Later[dict[str, Any]] = Field(default_factory=dict)
    project_guidelines: Later[dict[str, Any]] = Field(default_factory=dict)
    dependencies: Later[dict[str, Any]] = Field(default_factory=dict)
    conflict_detection: Later[dict[str, Any]] = Field(default_factory=dict)
    exploration_results: Later[dict[str, Any]] = Field(default_factory=dict)
    prioritized_context: Later[dict[str, Any]] = Field(default_factory=dict)


class Finding(Record):
    """One AI-code issue or test-quality problem. `new` is False for what is older than the base commit."""

    category: str
    pattern: str
    severity: Severity
    file: str
    line: int = 0
    message: str = ""
    test: str = ""
    new: bool = True
    fixable: bool = False


def _as_case(value: object) -> object:
    return {"given": value} if isinstance(value, str) else value


class Case(Record):
    """One case to test: `given` (inputs, state or event), what is `expected` then, and the expectation's origin.

    `origin` says how reliable the expectation is; `source` quotes it or names its place. A case that is only a text, as
    in older analyses and some models' answers, is read as its `given`. Of functions together (L2): the qualified
    `caller`, the `callee` as the caller spells it, and the exception that the callee `raises`, "" if it works. Of a
    command (L3): its name as `caller`, and as `callee` the started `module:function`, or a module.
    """

    given: str
    expected: str = ""
    origin: Origin = "current behaviour"
    source: str = ""
    caller: str = ""
    callee: str = ""
    raises: str = ""

    def __str__(self) -> str:
        return f"{self.given} {self.expected}".strip()


class Requirement(Record):
    """What to test, where, in which layer, and the origin of the expectation.

    `criteria`: ids of the input's criteria; empty if the requirement only closes a gap.
    """

    id: str
    file: str
    layer: Layer
    part: Part
    target: str = ""
    title: str = ""
    cases: list[Annotated[Case, BeforeValidator(_as_case)]] = Field(default_factory=list)
    expectation: str = ""
    covered: bool = False
    criteria: list[str] = Field(default_factory=list)


def _as_left_out(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


class Analysis(Record):
    """The raw analysis beside TEST_ANALYSIS_RESULTS.md, with the same content, whoever wrote it.

    report: a model's remarks. refusals: why others did not make it. scanned, project_tools: what `findings` are of.
    """

    session_id: SessionId
    analysis_quality: Literal["normal", "degraded"] = "normal"
    tool: str = "builtin"
    project_type: str = ""
    project_type_confidence: float = 0.0
    project_type_evidence: list[dict[str, Any]] = Field(default_factory=list)
    scale: Literal["simple", "comprehensive", "modular"] = "simple"
    coverage: CoverageStats = Field(default_factory=CoverageStats)
    framework: FrameworkInfo = Field(default_factory=FrameworkInfo)
    requirements: list[Requirement] = Field(default_factory=list)
    findings: list[Finding] = Field(default_factory=list)
    scanned: list[str] = Field(default_factory=list)
    project_tools: list[str] = Field(default_factory=list)
    targets: list[str] = Field(default_factory=list)
    left_out: list[Annotated[LeftOut, BeforeValidator(_as_left_out)]] = Field(default_factory=list)
    criteria: list[Criterion] = Field(default_factory=list)
    risks: list[FileRisk] = Field(default_factory=list)
    parts: list[ProjectPart] = Field(default_factory=list)
    no_gap: bool = False
    report: str = ""
    refusals: list[str] = Field(default_factory=list)


class Enrichment(Record):
    """Additions to the notes by layer in phase 4; `tool` is empty if none was asked, or all were refused."""

    tool: str = ""
    layers: dict[Layer, str] = Field(default_factory=dict)
    refusals: list[str] = Field(default_factory=list)


class GeneratedTest(Record):
    """One generated test: admitted or dropped, and why. `source` is its text, `label` says where its values come from.

    layer: L1 for one function, L2 for functions together, L3 for a command. requirements: ids of those it was written
    for, where they are more than its target's. criteria: ids of the criteria whose expectations it states.
    """

    name: str
    file: str
    target: str
    source: str = ""
    kept: bool = False
    reason: str = ""
    label: str = "pins current behaviour, not correctness"
    layer: Layer = "L1"
    requirements: list[str] = Field(default_factory=list)
    criteria: list[str] = Field(default_factory=list)
    expected_failure: bool = False
    kills: list[str] = Field(default_factory=list)
    new_lines: int = 0


class Generation(Record):
    """The result of IMPL-001. `files`: the test files of the admitted tests by path, relative to the project.

    tool: their author. refused: a tool's changes besides new test files, which were undone. refusals: why wanted tools
    wrote none. quality: "degraded" if the built-in generation had to replace them. left_out: each function without a
    test from the built-in generation, and why.
    """

    tool: str = "builtin"
    quality: Literal["normal", "degraded"] = "normal"
    refused: list[str] = Field(default_factory=list)
    refusals: list[str] = Field(default_factory=list)
    files: dict[str, str] = Field(default_factory=dict)
    tests: list[GeneratedTest] = Field(default_factory=list)
    dropped: dict[str, int] = Field(default_factory=dict)
    left_out: dict[str, str] = Field(default_factory=dict)
    seconds: float = 0.0


ANALYSIS, DOCUMENT = ".process/test-analysis.json", ".process/TEST_ANALYSIS_RESULTS.md"
COVERAGE_REPORT = ".process/coverage-report.json"
CODE_REPORT, QUALITY_REPORT = ".process/code-validation-report", ".process/test-quality-report"
"""The files of the two gates' reports, without their suffix."""
REDUNDANT = "kills no mutant and covers no line that another does not"
"""The reason of a test that was dropped because others show the same."""


class GateReport(Record):
    """`code-validation-report.json` or `test-quality-report.json`.

    failed_by: the failed conditions, in a few words; reason: the whole reason in a sentence. Only of IMPL-001.5, as is
    `failed_by`: orders_tried, the shuffled runs of the new tests; test_seconds, the new tests' own time.
    """

    gate: Literal["IMPL-001.3", "IMPL-001.5"]
    verdict: GateVerdict = "PASS"
    findings: list[Finding] = Field(default_factory=list)
    rounds: int = 0
    fixed: list[str] = Field(default_factory=list)
    withdrawn: list[str] = Field(default_factory=list)
    requirements: list[str] = Field(default_factory=list)
    coverage_before: float | None = None
    coverage_after: float | None = None
    orders_tried: int = 0
    test_seconds: float | None = None
    failed_by: str = ""
    reason: str = ""
    checked_at: str = Field(default_factory=utc_now)


class TracedTest(Record):
    """A test that is tied to a criterion, and its last status. `how`: why it is tied.

    checks: it names the criterion, or asserts its expectation; else it only runs the code.
    """

    test: TestId
    status: TestStatus = "not run"
    how: str = ""
    checks: bool = False


class TracedCriterion(Record):
    """One row of the matrix criterion -> requirements -> tests -> verdict. `note`: why it is not `passed`."""

    id: str
    text: str
    requirements: list[str] = Field(default_factory=list)
    tests: list[TracedTest] = Field(default_factory=list)
    verdict: CriterionVerdict = "not covered"
    note: str = ""
