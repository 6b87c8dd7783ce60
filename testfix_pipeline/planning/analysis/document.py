"""TEST_ANALYSIS_RESULTS.md: the analysis for people to read, and the check that refuses an incomplete one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.plan_records import Analysis, Case, Layer, Requirement, Severity
from testfix_pipeline.planning.analysis.project_state import (
    BRANCH_TARGET,
    FUNCTION_TARGET,
    LINE_TARGET,
    coverage,
    framework,
    opening_lines,
    priority,
    project_type,
)
from testfix_pipeline.planning.scanner.table import CATEGORIES

SECTIONS: dict[str, str] = {
    "Project Type": r"confidence\D*\d",
    "Coverage Assessment": r"(?is)current.*target|target.*current",
    "Test Framework & Conventions": r"(?i)framework",
    "Multi-Layered Test Plan": r"(?s)L0.*L1.*L2.*L3",
    "AI Issue Scan": r"(?i)critical|no finding|not scanned",
    "Test Requirements by File": r"\bL[0-3]\b|(?i:nothing is missing|no gap was found)",
    "Quality Assurance Criteria": r"\S",
    "Success Criteria": r"\d",
    "Implementation Targets": r"\S",
}
"""Heading -> what its text must hold."""

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
_SHOWN_CASES = {"simple": 6, "comprehensive": 6, "modular": 3}
_SHOWN_OF_A_FILE = 80
"""Requirements; nobody reads more of one file."""
_EMPTY = re.compile(r"(?i)^\W*(todo|tbd|fixme|n/?a|to be (done|written)|\.\.\.)?\W*$")


def missing_sections(markdown: str) -> list[str]:
    """The required sections that are absent, empty, or lack their required content.

    None if the document is complete.
    """
    found = _sections(markdown)
    return [name for name, needed in SECTIONS.items() if not _has_content(found.get(_heading_key(name), ""), needed)]


def _has_content(text: str, needed: str) -> bool:
    return not _EMPTY.match(text.strip()) and re.search(needed, text) is not None


def _heading_key(heading: str) -> str:
    return re.sub(r"[^a-z]+", " ", heading.lower().replace("&", "and")).strip()


def _sections(markdown: str) -> dict[str, str]:
    """The text below each heading by its key, without the numbers of headings and without headings in code blocks."""
    parts: dict[str, list[str]] = {}
    current, fenced = "", False
    for line in markdown.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else re.match(r"##\s+(?:\d+[.)]?\s*)?(.*?)\s*#*$", line)
        if heading:
            current = _heading_key(heading[1])
        else:
            parts.setdefault(current, []).append(line)
    return {name: "\n".join(lines) for name, lines in parts.items()}


def render(analysis: Analysis) -> str:
    """The document with every required section, the riskiest files first in each."""
    bodies = {
        "Project Type": project_type(analysis),
        "Coverage Assessment": coverage(analysis),
        "Test Framework & Conventions": framework(analysis),
        "Multi-Layered Test Plan": _layer_plan(analysis),
        "AI Issue Scan": _scan_results(analysis),
        "Test Requirements by File": _requirements(analysis),
        **({"Requirements Traceability": _traceability(analysis)} if analysis.criteria else {}),
        "Quality Assurance Criteria": _quality_criteria(analysis),
        "Success Criteria": _success_criteria(analysis),
        "Implementation Targets": _target_table(analysis),
    }
    head = "\n".join(
        [f"# Test analysis of {analysis.session_id}", "", _summary(analysis), *opening_lines(analysis), ""]
    )
    parts = (f"## {name}\n\n" + "\n".join(body) + "\n" for name, body in bodies.items())
    return "\n".join([head, *parts, *_model_report(analysis)])


def _model_report(analysis: Analysis) -> Iterator[str]:
    """Yield the section with the remarks that a model wrote."""
    if analysis.report:
        yield f"## Remarks of {analysis.tool}\n\n" + quote_markdown(analysis.report) + "\n"


def quote_markdown(text: str) -> str:
    """A text of another author as a quotation in Markdown, so that its headings are not the document's."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _summary(analysis: Analysis) -> str:
    lacking = [item for item in analysis.requirements if not item.covered and item.layer in ("L1", "L2")]
    made = f"scale {analysis.scale}, made by {analysis.tool}, analysis_quality: {analysis.analysis_quality}"
    made += f"; {' '.join(analysis.refusals)}" if analysis.refusals else ""
    if analysis.no_gap:
        return f"{_no_gap_sentence(analysis)} No test is generated ({made})."
    cases = sum(len(item.cases) for item in lacking)
    return f"{len(lacking)} requirements with {cases} cases in {len(analysis.targets)} files ({made})."


def _no_gap_sentence(analysis: Analysis) -> str:
    """The sentence that no gap was found, restricted to what is read."""
    unread = [one.unread for one in analysis.left_out if one.unread]
    if not unread:
        return "Nothing is missing."
    return f"No gap was found in what is read. Not read: {', '.join(unread)}."


def _layer_plan(analysis: Analysis) -> Iterator[str]:
    rows = []
    for layer, (parts, aim) in _AIMS.items():
        own = [item for item in analysis.requirements if item.layer == layer]
        lacking = [item for item in own if not item.covered]
        rows.append((layer, parts, aim, str(len(lacking)), str(sum(len(item.cases) for item in lacking))))
    yield from markdown_table(("layer", "parts", "aim", "open requirements", "cases"), rows)
    unit = Counter(item.part for item in analysis.requirements if item.layer == "L1" and not item.covered)
    if unit:
        yield "\nUnit layer by part: " + ", ".join(f"{part} {count}" for part, count in unit.items()) + "."
    found = [item for item in analysis.requirements if item.layer == "L2"]
    if found:
        covered = sum(item.covered for item in found)
        yield f"\nInteractions found: {len(found)}, covered: {covered} ({100 * covered / len(found):.0f} %)."
    yield "\nPercentages of scenarios are estimates; only coverage is measured."


def _scan_results(analysis: Analysis) -> Iterator[str]:
    findings, files = analysis.findings, analysis.scanned
    shown = first_names([f"`{file}`" for file in files], 6)
    if shown:
        yield f"Looked at (what tests are wanted for, and what is new since the base commit): {shown}.\n"
    if not findings:
        unread = ", ".join(dict.fromkeys(one.language for one in analysis.left_out if one.language))
        nothing = f"Not scanned: {unread}. Not known: {', '.join(CATEGORIES)}."
        yield nothing if unread and not files else f"No findings: {', '.join(CATEGORIES)}."
        return
    counts = Counter((finding.category, finding.severity) for finding in findings)
    extra = sorted({finding.category for finding in findings} - set(CATEGORIES))
    severities: tuple[Severity, ...] = ("critical", "error", "warning")
    found = [name for name in [*CATEGORIES, *extra] if any(counts[name, severity] for severity in severities)]
    yield from markdown_table(
        ("category", *severities), [(name, *(str(counts[name, severity]) for severity in severities)) for name in found]
    )
    yield f"\nNothing of: {', '.join(name for name in CATEGORIES if name not in found)}.\n"
    for finding in sorted(findings, key=lambda each: severities.index(each.severity))[:40]:
        age = "" if finding.new else ", older than the base commit"
        yield f"- {finding.severity}: `{finding.file}:{finding.line}` {finding.message} ({finding.pattern}{age})"
    if len(findings) > 40:
        yield f"- and {len(findings) - 40} more in the raw analysis"


def _requirements(analysis: Analysis) -> Iterator[str]:
    open_ones = [item for item in analysis.requirements if not item.covered]
    if not open_ones:
        yield _no_gap_sentence(analysis)
    folder = None
    everything = {one.id for one in analysis.criteria if not one.words and not one.subjects}
    if len(everything) < len(analysis.criteria):
        yield "In brackets: what the input asks for. After the arrow: what is expected, and who says so.\n"
    for file in _riskiest_first(analysis, {item.file for item in open_ones}):
        own_folder = str(PurePosixPath(file).parent)
        if analysis.scale == "modular" and own_folder != folder:
            folder = own_folder
            yield f"### Module {folder}\n"
        yield f"{'####' if analysis.scale == 'modular' else '###'} {file}\n"
        own = [item for item in open_ones if item.file == file]
        for item in sorted(own, key=lambda item: (item.layer, not item.criteria))[:_SHOWN_OF_A_FILE]:
            yield from _requirement_lines(item, _SHOWN_CASES[analysis.scale], everything)
        if len(own) > _SHOWN_OF_A_FILE:
            yield f"- and {len(own) - _SHOWN_OF_A_FILE} more requirements of this file in test-analysis.json"
        yield ""
    yield from _left_out(analysis)


def _left_out(analysis: Analysis) -> Iterator[str]:
    """Yield what is not planned for, each reason once with its files."""
    if not analysis.left_out:
        return
    yield "Left out, or to be taken with care:\n"
    reasons: dict[str, list[str]] = {}
    for each in analysis.left_out:
        reasons.setdefault(each.reason or "left to another session", []).append(f"`{each.file}`")
    for reason, files in reasons.items():
        yield f"- {first_names(files)}: {reason}"


def _requirement_lines(item: Requirement, shown: int, everything: Collection[str]) -> Iterator[str]:
    served = [one for one in item.criteria if one not in everything]
    serves = f" [{', '.join(served)}]" if served else ""
    yield f"- **{item.id}** ({item.layer} {item.part}) {item.title}{serves}"
    yield from (f"  - {_one_line(_case_line(case))}" for case in item.cases[:shown])
    if len(item.cases) > shown:
        yield f"  - and {len(item.cases) - shown} more"


def _case_line(case: Case) -> str:
    """`given → expected (origin: source)`"""
    where = f"{case.origin}: {case.source}" if case.source else case.origin
    return f"{case.given} → {case.expected} ({where})" if case.expected else f"{case.given} ({where})"


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else f"{text[:197]}..."


def _riskiest_first(analysis: Analysis, files: Iterable[str]) -> list[str]:
    """The files, riskiest first; in a modular plan by folder, the riskiest folder first."""
    modular = analysis.scale == "modular"
    heaviest: Counter[str] = Counter()
    for file in files:
        heaviest[str(PurePosixPath(file).parent)] += priority(analysis, file)

    def order(file: str) -> tuple[int, str, int, str]:
        folder = str(PurePosixPath(file).parent)
        return (-heaviest[folder] if modular else 0, folder if modular else "", -priority(analysis, file), file)

    return sorted(files, key=order)


def _traceability(analysis: Analysis) -> Iterator[str]:
    """Yield each criterion of the input with the code that it speaks of and the requirements planned for it."""
    rows = []
    for one in analysis.criteria:
        own = [item for item in analysis.requirements if one.id in item.criteria]
        open_ones = [item.id for item in own if not item.covered]
        met = f"{len(own) - len(open_ones)} run by tests there are" if len(own) > len(open_ones) else ""
        shown = first_names(open_ones, 6)
        code = ", ".join(f"`{subject}`" for subject in one.subjects[:3]) or ("-" if one.words else "the whole project")
        rows.append((one.id, one.text, code, "; ".join(filter(None, (shown, met))) or "nothing"))
    yield from markdown_table(("id", "criterion", "code it speaks of", "requirements"), rows)
    if any("run by tests" in row[3] for row in rows):
        yield "\nRun by tests: their code is run. Whether a test checks what is asked for, only its reader can say."
    lost = [one.id for one in analysis.criteria if one.words and not one.subjects]
    if lost:
        yield f"\nNo code was found for {', '.join(lost)}: name its files or functions, or check whether it is built."


def _quality_criteria(analysis: Analysis) -> Iterator[str]:
    own = analysis.framework.conventions
    if own.test_structure or own.test_naming:
        yield f"- new tests look like those there are: {', '.join(filter(None, (own.test_structure, own.test_naming)))}"
    yield "- every test asserts; at least two assertions where the behaviour has two sides"
    yield "- each generated test runs, is stable over three runs and two hash seeds, and exercises its subject"
    yield "- it kills a mutant or covers a line that none did before; otherwise it is dropped and counted"
    yield "- no empty test, tautology, assertion on a mock alone, focused test, skip without a reason, order dependence"
    yield "- IMPL-001.3: no critical finding, no compile error, at most 3 errors and 10 warnings"
    yield "- characterisation tests say that they pin current behaviour"


def _success_criteria(analysis: Analysis) -> Iterator[str]:
    stats = analysis.coverage
    measured = stats.source == "measured"
    line = _coverage_target("line", LINE_TARGET, stats.line_rate if measured else None)
    branch = _coverage_target("branch", BRANCH_TARGET, stats.branch_rate if measured else None)
    yield f"- {line}, {branch}, or raised where it starts below"
    yield f"- aimed at: {_coverage_target('function', FUNCTION_TARGET, stats.function_rate if measured else None)}"
    yield "- the whole suite passes: pass rate 100 %, or at least 95 % with nothing but low failures"
    yield "- both gates passed, or their findings withdrawn and the session marked for review"
    yield "- no test that passed before fails, is skipped or gone"


def _coverage_target(what: str, target: int, now: float | None) -> str:
    stands = "" if now is None else f" (now {now:.1f} %{', reached' if now >= target else ''})"
    return f"{what} coverage {target} %{stands}"


def _target_table(analysis: Analysis) -> Iterator[str]:
    if not analysis.targets:
        yield "None: generation is skipped, execution goes on."
        return
    rows = []
    for place, file in enumerate(_riskiest_first(analysis, analysis.targets), 1):
        own = [item for item in analysis.requirements if item.file == file and not item.covered]
        functions = len({item.target for item in own if item.layer == "L1"})
        rows.append((str(place), f"`{file}`", str(functions), str(sum(len(item.cases) for item in own))))
    yield from markdown_table(("", "file", "functions", "cases"), rows)
