"""TEST_ANALYSIS_RESULTS.md: the analysis for people to read, and the check that refuses an incomplete one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.plan_records import Analysis
from testfix_pipeline.planning.documents import count_cases, render_document, unread_sentence
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

_SHOWN_CASES = {"simple": 6, "comprehensive": 6, "modular": 3}
_MOST_RISKS = 10
_MOST_PARTS = 20
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
    values = {**_code_values(analysis), **_requirement_values(analysis), **_criteria_values(analysis)}
    return render_document("analysis", {"a": analysis, "nothing": unread_sentence(analysis), **values})


def _code_values(analysis: Analysis) -> dict[str, Any]:
    """The values of the document on the project and its code."""
    counts = Counter((finding.category, finding.severity) for finding in analysis.findings)
    seen = {category for category, _ in counts}
    found = [name for name in [*CATEGORIES, *sorted(seen - set(CATEGORIES))] if name in seen]
    return {
        "risks": _risks(analysis),
        "parts": [
            (f"`{part.folder}`", part.language or "-", part.type, f"{part.confidence:.0%}", part.framework)
            for part in analysis.parts[:_MOST_PARTS]
        ],
        "categories": CATEGORIES,
        "scanned": [f"`{file}`" for file in analysis.scanned],
        "unscanned": list(dict.fromkeys(one.language for one in analysis.left_out if one.language)),
        "found": [(name, *(str(counts[name, each]) for each in ("critical", "error", "warning"))) for name in found],
        "clean": [name for name in CATEGORIES if name not in seen],
    }


def _requirement_values(analysis: Analysis) -> dict[str, Any]:
    """The values of the document on what is to be tested, by layer and by file."""
    open_ones = [item for item in analysis.requirements if not item.covered]
    files, folder = [], ""
    for file in _riskiest_first(analysis, {item.file for item in open_ones}):
        own = sorted((item for item in open_ones if item.file == file), key=lambda one: (one.layer, not one.criteria))
        parent = str(PurePosixPath(file).parent) if analysis.scale == "modular" else ""
        files.append((parent if parent != folder else "", file, own))
        folder = parent
    left_out: dict[str, list[str]] = {}
    for each in analysis.left_out:
        left_out.setdefault(each.reason or "left to another session", []).append(f"`{each.file}`")
    return {
        "unit_parts": Counter(item.part for item in open_ones if item.layer == "L1"),
        "everything": {one.id for one in analysis.criteria if not one.words and not one.subjects},
        "files": files,
        "shown": _SHOWN_CASES[analysis.scale],
        "left_out": left_out,
        "targets": list(_target_rows(analysis)) if analysis.targets else [],
    }


def _target_rows(analysis: Analysis) -> Iterator[tuple[str, ...]]:
    for place, file in enumerate(_riskiest_first(analysis, analysis.targets), 1):
        own = [item for item in analysis.requirements if item.file == file and not item.covered]
        functions = len({item.target for item in own if item.layer == "L1"})
        yield str(place), f"`{file}`", str(functions), str(count_cases(own))


def _criteria_values(analysis: Analysis) -> dict[str, Any]:
    """Each criterion of the input with its code and its requirements, and those that no test or no code meets."""
    rows, run_by_tests = [], False
    for one in analysis.criteria:
        own = [item for item in analysis.requirements if one.id in item.criteria]
        open_ones = [item.id for item in own if not item.covered]
        met = f"{len(own) - len(open_ones)} run by tests there are" if len(own) > len(open_ones) else ""
        run_by_tests = run_by_tests or bool(met)
        code = ", ".join(f"`{subject}`" for subject in one.subjects[:3]) or ("-" if one.words else "the whole project")
        said = "; ".join(filter(None, (first_names(open_ones, 6), met))) or "nothing"
        rows.append((one.id, one.text, code, said))
    met_ones = {name for item in analysis.requirements if item.covered for name in item.criteria}
    asked = [one for one in analysis.criteria if one.words]
    return {
        "traced": rows,
        "run_by_tests": run_by_tests,
        "unmet": [one.id for one in asked if one.subjects and one.id not in met_ones],
        "lost": [one.id for one in asked if not one.subjects],
    }


def _risks(analysis: Analysis) -> list[tuple[str, str]]:
    """The ten riskiest files, each with its reasons."""
    ranked, critical, order = {risk.file: risk for risk in analysis.risks}, _critical_files(analysis), _order(analysis)
    files = {*ranked, *critical, *(analysis.targets if not ranked else ())}
    open_ones = Counter(item.file for item in analysis.requirements if item.layer != "L0" and not item.covered)
    found = []
    for file in sorted(files, key=order)[:_MOST_RISKS]:
        risk = ranked.get(file)
        reasons = (
            counted(critical[file], "critical finding") if critical[file] else "",
            f"risk {risk.score:g} of 100" if risk else "",
            risk.why if risk else "",
            counted(open_ones[file], "open requirement") if open_ones[file] else "",
        )
        found.append((file, "; ".join(filter(None, reasons))))
    return found


def _critical_files(analysis: Analysis) -> Counter[str]:
    return Counter(finding.file for finding in analysis.findings if finding.severity == "critical")


def _order(analysis: Analysis) -> Callable[[str], tuple[float, float, str]]:
    """The sort key of files: those with critical findings first, then by risk."""
    critical, scores = _critical_files(analysis), {risk.file: risk.score for risk in reversed(analysis.risks)}
    return lambda file: (-critical[file], -scores.get(file, 0.0), file)


def _riskiest_first(analysis: Analysis, files: Iterable[str]) -> list[str]:
    """The files, riskiest first; in a modular plan by folder, that of the riskiest file first."""
    ordered = sorted(files, key=_order(analysis))
    by_folder: dict[str, list[str]] = {}
    for file in ordered:
        by_folder.setdefault(str(PurePosixPath(file).parent), []).append(file)
    return [file for some in by_folder.values() for file in some] if analysis.scale == "modular" else ordered
