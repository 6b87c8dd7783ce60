"""The state of the project as parts of the analysis document: its type, coverage by layer, risks, test framework."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.plan_records import Analysis, FileCoverage, Layer, ProjectPart

LINE_TARGET, BRANCH_TARGET, FUNCTION_TARGET, INTERACTION_TARGET = 80, 70, 90, 70
_MOST_RISKS = 10
_MOST_PARTS = 20
_COMMON: _Concerns = (("L0", "every module compiles, imports and passes the project's own linter and type checker"),)
_CONCERNS: dict[str, _Concerns] = {
    "React": (
        ("L1", "what a component shows for its props: empty, loading, error and full"),
        ("L1", "hooks and reducers as functions, with every action"),
        ("L2", "a user's events (click, type, submit) through real components, found by role and text, not by state"),
        ("L2", "the server replaced at the network, with answers that are late, wrong and empty"),
        ("L3", "the main journeys in a browser, by keyboard too"),
    ),
    "Node API": (
        ("L1", "validation of bodies, parameters and headers: missing, wrong type, too long"),
        ("L1", "promises that are rejected, and errors thrown in middleware"),
        ("L2", "each route: status code, body, and the error's form; authorisation refused and granted"),
        ("L2", "the database and other services: slow, gone, answering with errors"),
        ("L3", "the server started on a free port, asked, and shut down with requests open"),
    ),
    "CLI": (
        ("L1", "arguments: missing, unknown, repeated, contradicting; defaults and environment variables"),
        ("L1", "errors as one clear sentence on standard error, never a traceback"),
        ("L2", "exit codes, and what goes to standard output and what to standard error"),
        ("L2", "files and pipes: empty, missing, unreadable, not UTF-8; standard input closed"),
        ("L3", "each command as a user types it, from its arguments to its output"),
    ),
    "library": (
        ("L1", "each public name: what it promises, its errors, and its edges"),
        ("L1", "examples of the documentation, run as written"),
        ("L1", "laws that hold for all inputs: round trips, invariants, order"),
        ("L2", "public names used together, as the documentation shows them"),
        ("L2", "optional dependencies absent; supported versions of the language"),
    ),
    "web app": (
        ("L1", "forms and models: required, too long, wrong type, duplicates"),
        ("L2", "each route: status, template, redirect; signed in, signed out, not allowed"),
        ("L2", "what a request changes in the database, and that a failed one changes nothing"),
        ("L2", "user input in pages is escaped; state changes need a token"),
        ("L3", "sign up, sign in, the main action, sign out"),
    ),
    "service": (
        ("L1", "handlers: bad requests, missing fields, limits"),
        ("L2", "each endpoint's contract: status, schema, errors; the same request twice"),
        ("L2", "others it calls: timeouts, retries, partial failure, malformed answers"),
        ("L2", "start, readiness and shutdown with work in progress; configuration missing or wrong"),
        ("L3", "a request's way through real parts, with its effects"),
    ),
    "data pipeline": (
        ("L1", "each transformation: empty input, one row, nulls, duplicates, wrong types, time zones"),
        ("L1", "row counts and sums kept where they should be"),
        ("L2", "schemas at the borders: a column missing, added, renamed"),
        ("L2", "running twice gives the same; stopping half way and going on loses and doubles nothing"),
        ("L3", "a small sample from source to result, compared as a whole"),
    ),
    "monorepo": (
        ("L1", "each package by its own type, below"),
        ("L2", "contracts between packages: what one exports and another uses, the real one"),
        ("L2", "shared configuration and versions that must agree"),
        ("L3", "journeys that cross packages"),
    ),
}


def opening_lines(analysis: Analysis) -> Iterator[str]:
    """Yield what a reader should know first: the risks, worst first, and the criteria that no test or no code meets."""
    risks = _risks(analysis)
    if risks:
        yield "\nRisks, worst first:\n"
        yield from (f"- `{file}`: {why}" for file, why in risks)
    if analysis.coverage.uncollected:
        shown = ", ".join(f"`{file}`" for file in analysis.coverage.uncollected[:_MOST_PARTS])
        yield f"\nTest files that can't be collected, so that what they test counts as untested: {shown}."
    asked = [one for one in analysis.criteria if one.words]
    met = {name for item in analysis.requirements if item.covered for name in item.criteria}
    open_ones = [one.id for one in asked if one.subjects and one.id not in met]
    if open_ones:
        yield f"\nRequired, and no test runs all of its code: {', '.join(open_ones)}."
    lost = [one.id for one in asked if not one.subjects]
    if lost:
        yield f"\nAsked for, and no code was found: {', '.join(lost)}."


def project_type(analysis: Analysis) -> Iterator[str]:
    """Yield the lines on the project's type: the evidence, its parts, and what tests of this type look at."""
    yield f"**{analysis.project_type}**, confidence {analysis.project_type_confidence:.0%}."
    evidence = [_evidence_text(each) for each in analysis.project_type_evidence]
    if evidence:
        yield f"\nBecause: {'; '.join(evidence[:6])}."
    if len(analysis.parts) > 1:
        yield "\nIt is made of:\n"
        yield from markdown_table(
            ("folder", "language", "type", "confidence", "test framework"), map(_part_row, analysis.parts[:_MOST_PARTS])
        )
        if len(analysis.parts) > _MOST_PARTS:
            yield f"\nand {len(analysis.parts) - _MOST_PARTS} more."
    yield "\nWhat tests of this type look at:\n"
    yield from (f"- {layer}: {concern}" for layer, concern in concerns(analysis.project_type))


def _evidence_text(each: Mapping[str, object]) -> str:
    return f"{each.get('why')} ({each.get('type')} +{each.get('points')})"


def _part_row(part: ProjectPart) -> tuple[str, ...]:
    return (f"`{part.folder}`", part.language or "-", part.type, f"{part.confidence:.0%}", part.framework)


def coverage(analysis: Analysis) -> Iterator[str]:
    """Yield the table of coverage by layer, with the source of the figures."""
    stats = analysis.coverage
    yield from markdown_table(("layer", "what", "current", "target"), _layer_rows(analysis))
    yield f"\nSource: {stats.source.replace('_', ' ')}. {stats.reason}".rstrip()


def _layer_rows(analysis: Analysis) -> Iterator[tuple[str, ...]]:
    stats = analysis.coverage
    counts = Counter(finding.severity for finding in analysis.findings)
    yield "L0", "AI-code and compile findings", f"{counts['critical']} critical, {counts['error']} errors", "0 critical"
    measured = stats.source == "measured"
    none = "not measured"
    yield "L1", "lines", f"{stats.line_rate:.1f} %" if measured else none, f"{LINE_TARGET} %"
    yield "L1", "branches", none if stats.branch_rate is None else f"{stats.branch_rate:.1f} %", f"{BRANCH_TARGET} %"
    yield "L1", "functions", f"{stats.function_rate:.1f} %" if measured else none, f"{FUNCTION_TARGET} %"
    joint = [item for item in analysis.requirements if item.layer == "L2"]
    met = sum(item.covered for item in joint)
    now = f"{met} of {len(joint)} run whole ({100 * met / len(joint):.0f} %)" if joint else "none found"
    yield "L2", "interactions of the files looked at", now if measured or not joint else none, f"{INTERACTION_TARGET} %"
    yield "L3", "journeys", f"{sum(item.layer == 'L3' for item in analysis.requirements)} found", "optional, listed"


def _risks(analysis: Analysis) -> list[tuple[str, str]]:
    """The ten riskiest files, each with its reasons.

    Critical findings come first, then by risk score and lines that never run.
    """
    ranked = {risk.file: risk for risk in analysis.risks[:_MOST_RISKS]}
    critical = {finding.file for finding in analysis.findings if finding.severity == "critical"}
    files = {*ranked, *critical, *(analysis.targets if not ranked else [])}

    def order(file: str) -> tuple[float, ...]:
        return (file not in critical, -ranked[file].score if file in ranked else 0, -priority(analysis, file))

    found = []
    for file in sorted(files, key=lambda file: (order(file), file))[:_MOST_RISKS]:
        score = f"risk {ranked[file].score:g} of 100" if file in ranked else ""
        own = ranked[file].why if file in ranked else ""
        why = "; ".join(filter(None, (score, own, _risk_reasons(analysis, file, bool(own)))))
        if why:
            found.append((file, why))
    return found


def priority(analysis: Analysis, file: str) -> int:
    """The priority of a file as a number: by critical findings, untested error paths and lines that never run."""
    critical = sum(finding.severity == "critical" for finding in analysis.findings if finding.file == file)
    errors = sum(item.part == "negative" and not item.covered for item in analysis.requirements if item.file == file)
    measured = analysis.coverage.files.get(file, FileCoverage())
    return 1000 * critical + 10 * errors + len(measured.missing_lines)


def _risk_reasons(analysis: Analysis, file: str, ranked: bool) -> str:
    own = [item for item in analysis.requirements if item.file == file and not item.covered]
    critical = sum(finding.severity == "critical" for finding in analysis.findings if finding.file == file)
    measured = analysis.coverage.files.get(file)
    untested = len({item.target for item in own if item.layer == "L1"})
    open_points = [f"{critical} critical findings"] if critical else []
    if analysis.coverage.source == "measured" and measured and measured.missing_lines and not ranked:
        open_points.append(f"{len(measured.missing_lines)} of {measured.executable_lines} lines never run")
    if untested:
        open_points.append(f"{untested} public functions with open requirements")
    errors = sum(len(item.cases) for item in own if item.part == "negative")
    if errors:
        open_points.append(f"{errors} error paths untried")
    return ", ".join(open_points)


def framework(analysis: Analysis) -> Iterator[str]:
    """Yield the table of the test framework and the conventions of the tests."""
    found, own = analysis.framework, analysis.framework.conventions
    rows = [
        ("framework", f"{found.framework} {found.version}".strip()),
        ("also", ", ".join(found.also)),
        ("test files", found.test_pattern),
        ("test folder", found.test_directory),
        ("file naming", own.file_naming),
        ("test structure", own.test_structure),
        ("test names", own.test_naming),
        ("assertions", ", ".join(filter(None, (found.assertion_library, own.assertion_style)))),
        ("mocking", found.mocking_framework),
        ("setup and teardown", own.setup_teardown),
        ("fixtures in use", own.fixtures),
        ("markers", own.markers),
    ]
    if own.test_structure not in ("", "no tests yet"):
        yield "Learned from the tests there are; new tests follow them.\n"
    elif found.framework in ("pytest", "unittest", "unknown"):
        yield "There are no tests to learn from.\n"
    else:
        yield f"By the configuration and the names of files: how tests of {found.framework} are written is not read.\n"
    yield from markdown_table(("what", "here"), [(name, value) for name, value in rows if value])


_Concerns = tuple[tuple[Layer, str], ...]


def concerns(project_type: str) -> _Concerns:
    """The concerns of a project type, L0 first; those of a library for an unknown type."""
    known = {name.lower(): each for name, each in _CONCERNS.items()}
    return (*_COMMON, *known.get(project_type.lower(), _CONCERNS["library"]))
