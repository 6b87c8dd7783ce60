"""IMPL-001.5, the quality gate on generated tests: their coverage, and whether each can fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.core.plan_records import Analysis, CoverageStats, Finding, GateReport, GeneratedTest, Generation
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.gates.fulfilment import rates_below_target
from testfix_pipeline.planning.gates.trial_runs import Trial
from testfix_pipeline.planning.generation.withdrawal import node_id, source_of_test_file
from testfix_pipeline.planning.scanner.antipatterns import ADVICE, anti_patterns
from testfix_pipeline.planning.scanner.javascript_antipatterns import javascript_anti_patterns

_REPEATS = 2
_MOST_WISHES = 20


def review_tests(
    generation: Generation,
    analysis: Analysis,
    *,
    coverage_before: CoverageStats | None,
    coverage_after: CoverageStats | None,
    repeats: int = 0,
    trial: Trial | None = None,
) -> GateReport:
    """Judge the admitted tests of a generation: each on its own text and by its `trial`, all together by the coverage.

    Coverage passes where 80 % of lines and 70 % of branches are reached, however little there was before. Where nothing
    was measured it can't be judged, and the reason says so. Warnings fail nothing. A fail is soft while IMPL-001 may
    be repeated (`repeats` < 2): `requirements` say what must be better. Then it is hard, and `withdrawn` names what to
    take out.
    """
    trial = trial or Trial()
    findings = [*_anti_patterns_in(generation), *trial.findings]
    bad = list(dict.fromkeys(finding.test for finding in findings if finding.severity == "critical"))
    shortfall = _coverage_shortfall(generation, analysis, coverage_after)
    last = repeats >= _REPEATS
    failed = bool(bad or shortfall)
    corrections = _wanted_corrections(findings) if failed else []
    return GateReport(
        gate="IMPL-001.5",
        verdict="PASS" if not failed else "HARD_FAIL" if last else "SOFT_FAIL",
        findings=findings,
        rounds=repeats,
        withdrawn=bad if last else [],
        requirements=[*corrections, *(_wanted_tests(analysis, coverage_after) if shortfall else [])],
        coverage_before=_line_rate(coverage_before),
        coverage_after=_line_rate(coverage_after),
        orders_tried=trial.orders,
        test_seconds=trial.seconds,
        failed_by="; ".join(filter(None, (_failed_by_text(bad), shortfall))),
        reason=_reason(generation, analysis, findings, shortfall, coverage_after, trial),
    )


def _failed_by_text(names: Sequence[str]) -> str:
    return f"generated tests with a critical finding: {', '.join(names[:3])}" if names else ""


def _anti_patterns_in(generation: Generation) -> Iterator[Finding]:
    # A test of a command starts a process, and names none of the functions that this runs.
    targets = {node_id(test): test.target if test.layer != "L3" else "" for test in generation.tests if test.kept}
    for file, text in generation.files.items():
        own = {
            test.removeprefix(f"{file}::"): target for test, target in targets.items() if test.startswith(f"{file}::")
        }
        if is_javascript(file):
            yield from javascript_anti_patterns(file, text, own)
        else:
            yield from anti_patterns(source_of_test_file(file, text), own)


def _line_rate(coverage: CoverageStats | None) -> float | None:
    return coverage.line_rate if coverage is not None and coverage.source == "measured" else None


def _coverage_shortfall(generation: Generation, analysis: Analysis, after: CoverageStats | None) -> str:
    """Why the coverage is too low, "" if it is high enough or can't be judged."""
    if after is None or after.source != "measured" or analysis.no_gap:
        return ""
    short = rates_below_target(after)
    return " and ".join([*([] if generation.files else ["no test was kept"]), *short]) if short else ""


def _wanted_corrections(findings: Iterable[Finding]) -> list[str]:
    return [": ".join(filter(None, (f"{one.test} {one.message}", ADVICE.get(one.pattern, "")))) for one in findings]


def _wanted_tests(analysis: Analysis, after: CoverageStats | None) -> list[str]:
    """The tests still wanted: functions of the analysis in files with lines that never run, most lines first."""
    missing = {file: len(each.missing_lines) for file, each in (after.files if after else {}).items()}
    wanted = [
        item for item in analysis.requirements if item.layer == "L1" and not item.covered and missing.get(item.file)
    ]
    wanted.sort(key=lambda item: -missing[item.file])
    wishes = [f"{item.file}: {item.title}: {'; '.join(map(str, item.cases[:3]))}" for item in wanted[:_MOST_WISHES]]
    return wishes or ["more tests of the implementation targets: their coverage is below its aim"]


def _strength_sentences(admitted: Sequence[GeneratedTest], trial: Trial) -> list[str]:
    """Figures on the admitted tests: the faults they notice, lines that only they run, other orders, run time."""
    lines = sum(test.new_lines for test in admitted)
    killed = len({mutant for test in admitted for mutant in test.kills})
    said = [f"they fail for {killed} of the faults that were put in to choose them"] if killed else []
    said += [f"they run {lines} lines that no test of the project runs"] if lines else []
    said += [f"they ran in {trial.orders} other orders, each under another hash seed"] if trial.orders else []
    said += [f"they take {trial.seconds:.2f} s"] if trial.seconds is not None else []
    return [*said, *trial.unable]


def _reason(
    generation: Generation,
    analysis: Analysis,
    findings: list[Finding],
    shortfall: str,
    after: CoverageStats | None,
    trial: Trial,
) -> str:
    admitted = [test for test in generation.tests if test.kept]
    parts = [f"{len(admitted)} generated tests", *_strength_sentences(admitted, trial)]
    bad = {finding.test for finding in findings if finding.severity == "critical"}
    if bad:
        parts.append(f"{len(bad)} of them with a critical finding")
    if analysis.no_gap:
        parts.append("nothing was missing")
    elif after is None or after.source != "measured":
        parts.append("coverage was not measured, so it was not judged")
    parts.append(shortfall or "coverage reached" if after and after.source == "measured" else "")
    return "; ".join(part for part in parts if part) + "."
