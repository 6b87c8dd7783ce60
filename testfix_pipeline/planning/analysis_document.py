"""TEST_ANALYSIS_RESULTS.md: the analysis for people to read, and the check that refuses an incomplete one (SPEC 4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core.plan_records import Analysis, Case, FileCoverage, Finding, Layer, Requirement, Severity
from testfix_pipeline.planning.scanner.table import CATEGORIES

SECTIONS: dict[str, str] = {
    "Project Type": r"confidence\D*\d",
    "Coverage Assessment": r"(?is)current.*target|target.*current",
    "Test Framework & Conventions": r"(?i)framework",
    "Multi-Layered Test Plan": r"(?s)L0.*L1.*L2.*L3",
    "AI Issue Scan": r"(?i)critical|no finding|not scanned",
    "Test Requirements by File": r"\bL[0-3]\b|(?i:nothing is missing)",
    "Quality Assurance Criteria": r"\S",
    "Success Criteria": r"\d",
    "Implementation Targets": r"\S",
}
"""Heading -> what its text must hold."""

_LINE_TARGET, _BRANCH_TARGET, _FUNCTION_TARGET = 80, 70, 90
_AIMS: dict[Layer, tuple[str, str]] = {
    "L0": ("static: compile, imports, types, lint, AI-code issues", "zero critical, zero compile errors"),
    "L1": (
        "unit: happy 100 %, negative 80 %, boundary 60 %, state 80 %, async 100 %",
        "line 80 %, branch 70 %, function 90 %",
    ),
    "L2": (
        "integration: modules together, API contracts, failure modes, services, data flow",
        "70 % of the interactions found",
    ),
    "L3": ("end to end: user journeys, critical paths", "optional, listed"),
}
_CONCERNS = {
    "cli": "arguments refused with a clear message, exit codes, output to standard output against standard error",
    "library": "the public names, their contracts and errors, what is promised in the documentation",
    "service": "timeouts, retries, bad requests, shutting down",
    "web app": "routes, authorisation, forms with bad input, sessions",
    "data pipeline": "empty and malformed input, running twice, schema changes, partial failure",
    "monorepo": "the contracts between packages first",
    "node api": "routes, status codes, validation of bodies",
    "react": "what the user sees and does, not the state inside",
}
_SHOWN_CASES = {"simple": 6, "comprehensive": 6, "modular": 3}
_EMPTY = re.compile(r"(?i)^\W*(todo|tbd|fixme|n/?a|to be (done|written)|\.\.\.)?\W*$")


def missing_sections(markdown: str) -> list[str]:
    """The required sections that are absent, empty, or without what they are for; none = the document is complete."""
    found = _sections(markdown)
    return [name for name, needed in SECTIONS.items() if not _holds(found.get(_key(name), ""), needed)]


def _holds(text: str, needed: str) -> bool:
    return not _EMPTY.match(text.strip()) and re.search(needed, text) is not None


def _key(heading: str) -> str:
    return re.sub(r"[^a-z]+", " ", heading.lower().replace("&", "and")).strip()


def _sections(markdown: str) -> dict[str, str]:
    """Heading -> the text below it; numbers before headings don't matter, nor headings in code blocks."""
    parts: dict[str, list[str]] = {}
    current, fenced = "", False
    for line in markdown.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else re.match(r"##\s+(?:\d+[.)]?\s*)?(.*?)\s*#*$", line)
        if heading:
            current = _key(heading[1])
        else:
            parts.setdefault(current, []).append(line)
    return {name: "\n".join(lines) for name, lines in parts.items()}


def render(analysis: Analysis) -> str:
    """The document with every required section; what is risky comes first in each."""
    bodies = {
        "Project Type": _project_type(analysis),
        "Coverage Assessment": _coverage(analysis),
        "Test Framework & Conventions": _framework(analysis),
        "Multi-Layered Test Plan": _plan(analysis),
        "AI Issue Scan": _scan(analysis.findings),
        "Test Requirements by File": _requirements(analysis),
        "Quality Assurance Criteria": _quality(),
        "Success Criteria": _success(analysis),
        "Implementation Targets": _targets(analysis),
    }
    head = f"# Test analysis of {analysis.session_id}\n\n{_summary(analysis)}\n"
    parts = (f"## {name}\n\n" + "\n".join(body) + "\n" for name, body in bodies.items())
    return "\n".join([head, *parts, *_report(analysis)])


def _report(analysis: Analysis) -> Iterator[str]:
    """What a model says in its own words."""
    if analysis.report:
        yield f"## Remarks of {analysis.tool}\n\n" + quoted(analysis.report) + "\n"


def quoted(text: str) -> str:
    """A text of somebody else in a document of ours, as a quotation in Markdown: its headings are none of ours."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _summary(analysis: Analysis) -> str:
    lacking = [item for item in analysis.requirements if not item.covered and item.layer in ("L1", "L2")]
    made = f"scale {analysis.scale}, made by {analysis.tool}, analysis_quality: {analysis.analysis_quality}"
    made += f"; {' '.join(analysis.refusals)}" if analysis.refusals else ""
    if analysis.no_gap:
        return f"Nothing is missing: no test needs to be generated ({made})."
    cases = sum(len(item.cases) for item in lacking)
    return f"{len(lacking)} requirements with {cases} cases in {len(analysis.targets)} files ({made})."


def _project_type(analysis: Analysis) -> Iterator[str]:
    yield f"**{analysis.project_type}**, confidence {analysis.project_type_confidence:.0%}."
    concern = _CONCERNS.get(analysis.project_type.lower())
    if concern:
        yield f"\nWhat tests of this type look at: {concern}."


def _coverage(analysis: Analysis) -> Iterator[str]:
    stats = analysis.coverage
    measured = stats.source == "measured"
    yield f"Source: {stats.source.replace('_', ' ')}{f' ({stats.reason})' if stats.reason else ''}.\n"
    rows = [
        ("line", f"{stats.line_rate:.1f} %" if measured else "not measured", f"{_LINE_TARGET} %"),
        (
            "branch",
            "not measured" if stats.branch_rate is None else f"{stats.branch_rate:.1f} %",
            f"{_BRANCH_TARGET} %",
        ),
        ("function", f"{stats.function_rate:.1f} %" if measured else "not measured", f"{_FUNCTION_TARGET} %"),
    ]
    yield from _table(("coverage", "current", "target"), rows)
    risks = _risks(analysis)
    if risks:
        yield "\nRisks, worst first:\n"
        yield from (f"- `{file}`: {why}" for file, why in risks)


def _risks(analysis: Analysis) -> list[tuple[str, str]]:
    """The ten files whose bugs tests would miss most: findings first, then lines that nothing runs."""
    files = {*analysis.targets, *(finding.file for finding in analysis.findings if finding.severity == "critical")}
    scored = sorted(files, key=lambda file: (-_weight(analysis, file), file))
    return [(file, why) for file in scored[:10] if (why := _why_risky(analysis, file))]


def _weight(analysis: Analysis, file: str) -> int:
    critical = sum(finding.severity == "critical" for finding in analysis.findings if finding.file == file)
    errors = sum(item.part == "negative" and not item.covered for item in analysis.requirements if item.file == file)
    measured = analysis.coverage.files.get(file, FileCoverage())
    return 1000 * critical + 10 * errors + len(measured.missing_lines)


def _why_risky(analysis: Analysis, file: str) -> str:
    own = [item for item in analysis.requirements if item.file == file and not item.covered]
    critical = sum(finding.severity == "critical" for finding in analysis.findings if finding.file == file)
    measured = analysis.coverage.files.get(file)
    untested = len({item.target for item in own if item.layer == "L1"})
    told = [f"{critical} critical findings"] if critical else []
    if analysis.coverage.source == "measured" and measured and measured.missing_lines:
        told.append(f"{len(measured.missing_lines)} of {measured.executable_lines} lines never run")
    if untested:
        told.append(f"{untested} public functions lack tests")
    errors = sum(len(item.cases) for item in own if item.part == "negative")
    if errors:
        told.append(f"{errors} error paths untried")
    return ", ".join(told)


def _framework(analysis: Analysis) -> Iterator[str]:
    found = analysis.framework
    rows = [
        ("framework", f"{found.framework} {found.version}".strip()),
        ("test files", found.test_pattern),
        ("test folder", found.test_directory),
        ("assertions", found.assertion_library),
        ("mocking", found.mocking_framework),
        ("file naming", found.conventions.file_naming),
        ("test structure", found.conventions.test_structure),
        ("setup and teardown", found.conventions.setup_teardown),
    ]
    yield from _table(("what", "here"), [(name, value or "-") for name, value in rows])


def _plan(analysis: Analysis) -> Iterator[str]:
    rows = []
    for layer, (parts, aim) in _AIMS.items():
        own = [item for item in analysis.requirements if item.layer == layer]
        lacking = [item for item in own if not item.covered]
        rows.append((layer, parts, aim, str(len(lacking)), str(sum(len(item.cases) for item in lacking))))
    yield from _table(("layer", "parts", "aim", "open requirements", "cases"), rows)
    unit = Counter(item.part for item in analysis.requirements if item.layer == "L1" and not item.covered)
    if unit:
        yield "\nUnit layer by part: " + ", ".join(f"{part} {count}" for part, count in unit.items()) + "."
    found = [item for item in analysis.requirements if item.layer == "L2"]
    if found:
        covered = sum(item.covered for item in found)
        yield f"\nInteractions found: {len(found)}, covered: {covered} ({100 * covered / len(found):.0f} %)."
    yield "\nPercentages of scenarios are estimates; only coverage is measured."


def _scan(findings: Sequence[Finding]) -> Iterator[str]:
    counts = Counter((finding.category, finding.severity) for finding in findings)
    extra = sorted({finding.category for finding in findings} - set(CATEGORIES))
    severities: tuple[Severity, ...] = ("critical", "error", "warning")
    rows = [(name, *(str(counts[name, severity]) for severity in severities)) for name in [*CATEGORIES, *extra]]
    yield from _table(("category", *severities), rows)
    if not findings:
        yield "\nNo findings."
    for finding in sorted(findings, key=lambda each: severities.index(each.severity))[:40]:
        age = "" if finding.new else ", older than the base commit"
        yield f"- {finding.severity}: `{finding.file}:{finding.line}` {finding.message} ({finding.pattern}{age})"
    if len(findings) > 40:
        yield f"- and {len(findings) - 40} more in the raw analysis"


def _requirements(analysis: Analysis) -> Iterator[str]:
    open_ones = [item for item in analysis.requirements if not item.covered]
    if not open_ones:
        yield "Nothing is missing."
    folder = None
    for file in _by_risk(analysis, {item.file for item in open_ones}):
        own_folder = str(PurePosixPath(file).parent)
        if analysis.scale == "modular" and own_folder != folder:
            folder = own_folder
            yield f"### Module {folder}\n"
        yield f"{'####' if analysis.scale == 'modular' else '###'} {file}\n"
        for item in (item for item in open_ones if item.file == file):
            yield from _requirement(item, _SHOWN_CASES[analysis.scale])
        yield ""
    if analysis.left_out:
        yield f"{len(analysis.left_out)} more files lack tests; they are left to another session."


def _requirement(item: Requirement, shown: int) -> Iterator[str]:
    serves = f" [{', '.join(item.criteria)}]" if item.criteria else ""
    yield f"- **{item.id}** ({item.layer} {item.part}) {item.title}{serves}"
    yield from (f"  - {_one_line(_case(case))}" for case in item.cases[:shown])
    if len(item.cases) > shown:
        yield f"  - and {len(item.cases) - shown} more"


def _case(case: Case) -> str:
    """`given → expected (origin: source)`"""
    where = f"{case.origin}: {case.source}" if case.source else case.origin
    return f"{case.given} → {case.expected} ({where})" if case.expected else f"{case.given} ({where})"


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else f"{text[:197]}..."


def _by_risk(analysis: Analysis, files: Iterable[str]) -> list[str]:
    """By folder in a modular plan, and the riskiest first."""
    modular = analysis.scale == "modular"
    heaviest: Counter[str] = Counter()
    for file in files:
        heaviest[str(PurePosixPath(file).parent)] += _weight(analysis, file)

    def order(file: str) -> tuple[int, str, int, str]:
        folder = str(PurePosixPath(file).parent)
        return (-heaviest[folder] if modular else 0, folder if modular else "", -_weight(analysis, file), file)

    return sorted(files, key=order)


def _quality() -> Iterator[str]:
    yield "- every test asserts; at least two assertions where the behaviour has two sides"
    yield "- each generated test runs, is stable over three runs and two hash seeds, and exercises its subject"
    yield "- it kills a mutant or covers a line that none did before; otherwise it is dropped and counted"
    yield "- no empty test, tautology, assertion on a mock alone, focused test, skip without a reason, order dependence"
    yield "- IMPL-001.3: no critical finding, no compile error, at most 3 errors and 10 warnings"
    yield "- characterisation tests say that they pin current behaviour"


def _success(analysis: Analysis) -> Iterator[str]:
    stats = analysis.coverage
    now = f" (now {stats.line_rate:.1f} %)" if stats.source == "measured" else ""
    yield f"- line coverage {_LINE_TARGET} %{now}, branch coverage {_BRANCH_TARGET} %, or raised where it starts below"
    yield "- the whole suite passes: pass rate 100 %, or at least 95 % with nothing but low failures"
    yield "- both gates passed, or their findings withdrawn and the session marked for review"
    yield "- no test that passed before fails, is skipped or gone"


def _targets(analysis: Analysis) -> Iterator[str]:
    if not analysis.targets:
        yield "None: generation is skipped, execution goes on."
        return
    rows = []
    for place, file in enumerate(_by_risk(analysis, analysis.targets), 1):
        own = [item for item in analysis.requirements if item.file == file and not item.covered]
        functions = len({item.target for item in own if item.layer == "L1"})
        rows.append((str(place), f"`{file}`", str(functions), str(sum(len(item.cases) for item in own))))
    yield from _table(("", "file", "functions", "cases"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
