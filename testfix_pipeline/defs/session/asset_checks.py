"""Both gates as asset checks of the cycle: a bad result is a value for the loop and a mark for people."""

import dagster as dg

from testfix_pipeline.core.plan_records import GateReport
from testfix_pipeline.defs.session.plan_metadata import gate_check
from testfix_pipeline.defs.session.resources import RunSettings
from testfix_pipeline.steps.generation.test_generation import CODE_REPORT, QUALITY_REPORT
from testfix_pipeline.workspace.sessions.store import load_unversioned


def _result(context: dg.AssetCheckExecutionContext, settings: RunSettings, file: str) -> dg.AssetCheckResult:
    path = settings.ref(context.run).store.path(f"{file}.json")
    report = load_unversioned(path, GateReport)
    if report is None:
        return dg.AssetCheckResult(passed=True, metadata={"reason": "nothing was generated in this session"})
    return gate_check(report)


@dg.asset_check(asset="cycle", description="IMPL-001.3: no critical AI-code issue and no compile error in what is new.")
def code_validation(context: dg.AssetCheckExecutionContext, settings: RunSettings) -> dg.AssetCheckResult:
    return _result(context, settings, CODE_REPORT)


@dg.asset_check(
    asset="cycle",
    name="test_quality",
    description="IMPL-001.5: the generated tests raise coverage and have no critical flaw.",
)
def quality_of_tests(context: dg.AssetCheckExecutionContext, settings: RunSettings) -> dg.AssetCheckResult:
    return _result(context, settings, QUALITY_REPORT)
