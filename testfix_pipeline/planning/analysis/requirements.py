"""Phase 3: what the tests lack, layer by layer, as requirements with concrete cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.core.code_names import code_name, split_code_name
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.plan_records import (
    Analysis,
    Case,
    ContextPackage,
    CoverageStats,
    Criterion,
    Finding,
    Layer,
    LeftOut,
    Part,
    Requirement,
)
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.analysis.document import missing_sections, render
from testfix_pipeline.planning.analysis.interactions import failure_cases, interactions, journeys
from testfix_pipeline.planning.analysis.routine_cases import origins, unit_cases
from testfix_pipeline.planning.code_readers import is_read, read_code, surface_of
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.python_code.public_surface import Routine
from testfix_pipeline.planning.python_code.source_file import Source


def with_required_cases(
    criteria: Sequence[Criterion], sources: Sequence[Source], unit: Iterable[Requirement]
) -> Iterator[Requirement]:
    """Yield the unit requirements; those of normal use begin with the cases that the input asks of their routine.

    A routine that the input speaks of and that tests run already gets a requirement that is covered, so that every
    criterion with code has one.
    """
    open_ones = list(unit)
    demanded = {subject: _required_cases(criteria, subject) for one in criteria for subject in one.subjects}
    for item in open_ones:
        cases = demanded.get(_code_name_of(item), []) if item.part == "happy" else []
        yield item.model_copy(update={"cases": [*cases, *item.cases]}) if cases else item
    known = {_code_name_of(item) for item in open_ones}
    happy = {_code_name_of(item) for item in open_ones if item.part == "happy"}
    for source in sources:
        for routine in surface_of(source.path, source.text):
            subject = code_name(source.path, routine.name)
            if subject in demanded and subject not in happy:
                yield Requirement(
                    id="", file=source.path, layer="L1", part="happy", target=routine.name,
                    title=f"{routine.call}: what is asked for", cases=demanded[subject],
                    expectation="requirement", covered=subject not in known and not _show_calls(demanded[subject]),
                )  # fmt: skip


def _show_calls(cases: Sequence[Case]) -> bool:
    """Whether the input shows calls with their results: a test may run the routine without asserting these."""
    return any(one.call for case in cases for one in expectations(case.expected))


def _code_name_of(item: Requirement) -> str:
    return code_name(item.file, item.target)


def _required_cases(criteria: Sequence[Criterion], subject: str) -> list[Case]:
    """What the input asks of a routine, as cases; only the first three routines of each criterion count."""
    return [
        Case(given=f"as {one.id} asks", expected=one.text, origin="requirement", source=one.id)
        for one in criteria
        if subject in one.subjects[:3]
    ]


def with_criteria(criteria: Sequence[Criterion], requirements: Iterable[Requirement]) -> list[Requirement]:
    """The requirements, each with the ids of the criteria that it serves."""
    return [
        item.model_copy(update={"criteria": [one.id for one in criteria if _serves(item, one)]})
        for item in requirements
    ]


def _serves(item: Requirement, one: Criterion) -> bool:
    """Whether a requirement serves a criterion.

    One without words is served by all, a file by all of its requirements, a routine by its own and by those of its
    interactions.
    """
    if not one.words and not one.subjects:
        return True
    if item.file in one.subjects:
        return True
    names = [name for file, name in map(split_code_name, one.subjects) if file == item.file and name]
    if item.layer == "L2":
        return any(f"`{name}`" in case.given for name in names for case in item.cases)
    return item.target in names


__all__ = ["analyse", "files_to_test", "missing_sections", "render", "scale_of", "targets_of", "with_ids"]

_MOST_TARGETS = 60
"""Files whose requirements are spelt out; a plan for more is a plan for several sessions."""
_MOST_ROUTINES = 200
"""Functions of one file whose requirements are spelt out."""
_PARTS: dict[Part, str] = {
    "happy": "normal use",
    "negative": "errors",
    "boundary": "edges and branches",
    "state": "change of state",
    "async": "asynchronous use",
}


def analyse(
    session_id: SessionId,
    context: ContextPackage,
    root: Path,
    *,
    findings: Sequence[Finding] = (),
    scanned: Sequence[str] = (),
    project_tools: Sequence[str] = (),
    tool: str = "builtin",
    analysis_quality: Literal["normal", "degraded"] = "normal",
) -> Analysis:
    """The analysis of the project at `root`: requirements of all layers for the files that lack tests.

    `findings` are the scanner's and those of `project_tools`, of the files `scanned`. `no_gap` says that there is
    nothing to generate: every public function of the files looked at is covered, and so is every interaction found.
    """
    every = targets_of(context, root)
    sources = list(read_code(root, every[:_MOST_TARGETS]))
    requirements, lacking = _all_requirements(context, root, sources, findings)
    targets = files_to_test(requirements)
    return Analysis(
        session_id=session_id,
        analysis_quality=analysis_quality,
        tool=tool,
        scale=scale_of(targets),
        requirements=with_ids(requirements),
        findings=list(findings),
        scanned=list(scanned),
        project_tools=list(project_tools),
        targets=targets,
        **_fields_of_context(context),
        left_out=[
            *context.left_out,
            *_files_over_limit(every),
            *_functions_over_limit(lacking),
            *_files_not_asked_for(context, root, every),
        ],
        no_gap=not targets,
    )


Lacking = dict[str, tuple[list[Routine], int]]
"""File -> its routines that lack tests and are planned for, and how many more there are."""


def _all_requirements(
    context: ContextPackage, root: Path, sources: Sequence[Source], findings: Sequence[Finding]
) -> tuple[list[Requirement], Lacking]:
    """The requirements of all layers, each with the criteria that ask for it, and the routines that they are about."""
    coverage = context.test_coverage.coverage_stats
    spoken_of = {subject for one in context.criteria for subject in one.subjects}
    lacking = {source.path: _untested_routines(source, coverage, spoken_of) for source in sources}
    python = [source for source in sources if source.path.endswith(".py")]
    unit = (item for source in sources for item in _unit_requirements(source, lacking[source.path][0], coverage))
    requirements = [
        *_static_requirements(findings),
        *with_required_cases(context.criteria, sources, unit),
        *_integration_requirements(root, python, coverage),
        *_journey_requirements(root, python),
    ]
    return with_criteria(context.criteria, requirements), lacking


def _files_over_limit(files: Sequence[str]) -> Iterator[LeftOut]:
    """Yield the files whose requirements the plan does not list."""
    for file in files[_MOST_TARGETS:]:
        yield LeftOut(file=file, reason=f"more than {_MOST_TARGETS} files lack tests")


def _files_not_asked_for(context: ContextPackage, root: Path, looked_at: Sequence[str]) -> Iterator[LeftOut]:
    """Yield files that lack tests but that the input does not speak of."""
    lacking = [one.implementation_file for one in context.test_coverage.missing_tests]
    others = [file for file in dict.fromkeys(lacking) if file not in looked_at and _is_source(root, file)]
    for file in others[:_MOST_TARGETS]:
        yield LeftOut(file=file, reason="lacks tests, too, but the input speaks of other files")


def _functions_over_limit(lacking: Lacking) -> Iterator[LeftOut]:
    """Yield the large files of which only some functions have their requirements listed."""
    for file, (routines, more) in lacking.items():
        if more:
            yield LeftOut(file=file, reason=f"of its functions that lack tests, the {len(routines)} with the most "
                          f"decisions are planned for; {more} more are left to other sessions")  # fmt: skip


def _fields_of_context(context: ContextPackage) -> dict[str, Any]:
    """The fields of an analysis that are copied from its context."""
    record = context.project_type
    confidence = record.get("confidence", 0.0)
    return {
        "project_type": str(record.get("type") or record.get("name") or "unknown"),
        "project_type_confidence": float(confidence) if isinstance(confidence, (int, float)) else 0.0,
        "project_type_evidence": record.get("evidence") or [],
        "coverage": context.test_coverage.coverage_stats,
        "framework": context.test_framework,
        "criteria": context.criteria,
        "risks": context.risks,
        "parts": context.parts,
    }


def targets_of(context: ContextPackage, root: Path) -> list[str]:
    """The source files to look at, most urgent first.

    What the source session changed, or what a prompt names or speaks of, is looked at alone; a prompt that speaks of
    no code means every file with a gap, those most relevant to it first.
    """
    files = context.test_coverage.coverage_stats.files
    order = {"high": 0, "medium": 1, "low": 2}
    lacking = sorted(context.test_coverage.missing_tests, key=lambda item: order[item.priority])
    partly = sorted((file for file in files if files[file].missing_lines), key=lambda file: files[file].line_rate)
    gaps = list(dict.fromkeys([*(item.implementation_file for item in lacking), *partly]))
    relevant = [file for file in context.focus_areas if file in set(gaps)]
    spoken_of = (split_code_name(subject)[0] for one in context.criteria for subject in one.subjects)
    chosen = [
        file
        for file in [*_changed_files(context), *_files_named_in_prompt(context), *spoken_of]
        if _is_source(root, file)
    ]
    return list(dict.fromkeys(file for file in chosen or [*relevant, *gaps] if _is_source(root, file)))


def _changed_files(context: ContextPackage) -> Iterator[str]:
    """Yield the files that the source session changed, by its summaries and by git."""
    for summary in context.source_context.get("implementation_summaries") or []:
        files = summary.get("changed_files") if isinstance(summary, dict) else None
        yield from (str(file) for file in files or [])
    yield from (str(file) for file in context.source_context.get("changed_files") or [])


def _files_named_in_prompt(context: ContextPackage) -> Iterator[str]:
    """Yield the source files that a prompt names."""
    assets = context.assets.get("source_code") if isinstance(context.assets, dict) else None
    for asset in assets or []:
        if isinstance(asset, dict) and "named in the input" in str(asset.get("rationale", "")):
            yield str(asset.get("path", ""))


def _is_source(root: Path, file: str) -> bool:
    return is_read(file) and not is_test_side(file) and (root / file).is_file()


def _static_requirements(findings: Sequence[Finding]) -> Iterator[Requirement]:
    """One L0 requirement for each file with findings; only new critical ones and errors ask for a change."""
    for file in dict.fromkeys(finding.file for finding in findings):
        own = [finding for finding in findings if finding.file == file]
        counts = Counter(finding.severity for finding in own)
        counted = ", ".join(f"{count} {severity}" for severity, count in counts.items())
        yield _requirement(
            file,
            "L0",
            "static",
            target=file,
            title=f"{file}: {counted}",
            cases=[f"{each.severity}: {each.message} (line {each.line})" for each in own],
            expectation="zero critical findings, zero compile errors",
            covered=not any(each.new and each.severity != "warning" for each in own),
        )


def _untested_routines(
    source: Source, coverage: CoverageStats, spoken_of: Collection[str]
) -> tuple[list[Routine], int]:
    """Return the untested routines of a file that are planned for, and the number of the others.

    Above the limit, routines that the input speaks of come first, then those with the most decisions; the result is in
    the order of the file.
    """
    found = [each for each in surface_of(source.path, source.text) if _untested_lines(each, coverage) != frozenset()]
    if len(found) <= _MOST_ROUTINES:
        return found, 0
    first = sorted(found, key=lambda each: (code_name(each.file, each.name) not in spoken_of, -len(each.branches)))
    kept = sorted(first[:_MOST_ROUTINES], key=lambda each: each.lines.start)
    return kept, len(found) - len(kept)


def _unit_requirements(source: Source, routines: Iterable[Routine], coverage: CoverageStats) -> Iterator[Requirement]:
    for routine in routines:
        lacking = _untested_lines(routine, coverage)
        for part, cases in unit_cases(routine, lacking):
            title = f"{routine.call}: {_PARTS[part]}"
            yield _requirement(
                source.path, "L1", part, target=routine.name, title=title, cases=cases, expectation=origins(cases)
            )


def _untested_lines(routine: Routine, coverage: CoverageStats) -> frozenset[int] | None:
    """The routine's lines that no test runs; None if no test calls it, as far as is known."""
    file = coverage.files.get(routine.file)
    if file is None or coverage.source == "none":
        return None
    called = file.functions.get(routine.name)
    if coverage.source == "name_matching":
        return frozenset() if called else None
    missing = frozenset(file.missing_lines) & frozenset(routine.lines)
    if called is False or (called is None and file.executable_lines and missing):
        return None
    return missing


def _integration_requirements(root: Path, sources: Sequence[Source], coverage: CoverageStats) -> Iterator[Requirement]:
    """Yield the requirements for modules that work together, for services, and for failures of these."""
    for found in interactions(root, sources, coverage):
        names = ", ".join(found.names)
        outside = [
            Case(given=f"{found.used} ({names}) answers late, not at all, or with an error", expected="a clear error")
        ]
        cases = outside if found.external else list(found.cases)
        if cases or found.covered:
            title = f"{found.user} with {found.used}"
            yield _requirement(found.user, "L2", "integration", target=names, title=title, cases=cases,
                               expectation=origins(cases), covered=found.covered)  # fmt: skip
    for file, covered, cases in failure_cases(sources, coverage):
        title = f"{file}: what fails outside of its hands"
        yield _requirement(file, "L2", "integration", target="failure modes", title=title, cases=cases,
                           expectation=origins(cases), covered=covered)  # fmt: skip


def _journey_requirements(root: Path, sources: Sequence[Source]) -> Iterator[Requirement]:
    known: set[tuple[str, str]] = set()
    for file, title, case in journeys(root, sources):
        if (file, title) not in known:
            known.add((file, title))
            yield _requirement(file, "L3", "journey", title=title, cases=[case], expectation="optional, listed")


def _requirement(file: str, layer: Layer, part: Part, **fields: Any) -> Requirement:
    return Requirement(id="", file=file, layer=layer, part=part, **fields)


def files_to_test(requirements: Iterable[Requirement]) -> list[str]:
    """The files for which tests are to be generated, in the order of the requirements."""
    return list(dict.fromkeys(each.file for each in requirements if each.layer in ("L1", "L2") and not each.covered))


def scale_of(targets: Sequence[str]) -> Literal["simple", "comprehensive", "modular"]:
    """How much the plan spells out, by its number of files."""
    return "simple" if len(targets) <= 3 else "comprehensive" if len(targets) <= 6 else "modular"


def with_ids(requirements: Iterable[Requirement]) -> list[Requirement]:
    """The requirements with ids by layer: L1-001, L1-002, ..."""
    counts: Counter[str] = Counter()
    numbered = []
    for item in requirements:
        counts[item.layer] += 1
        numbered.append(item.model_copy(update={"id": f"{item.layer}-{counts[item.layer]:03d}"}))
    return numbered
