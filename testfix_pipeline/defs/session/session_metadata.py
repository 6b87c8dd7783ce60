"""The metadata of a step in Dagster, read from the session's files."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dagster as dg

from testfix_pipeline.core.check_records import CheckResult
from testfix_pipeline.core.code_fence import fence_for
from testfix_pipeline.core.cycle_rules.confidence import lead_line, read_first_line
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.cycle_rules.session_grade import run_word
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline.core.records import Attempt, Failure, SuiteResults
from testfix_pipeline.defs.display.markdown import cell
from testfix_pipeline.defs.session.plan_metadata import table
from testfix_pipeline.defs.session.resources import session_folder
from testfix_pipeline.steps.session.session_ref import SessionRef

if TYPE_CHECKING:
    from testfix_pipeline.steps.session.workbench import Workbench

PARTITIONS = dg.DynamicPartitionsDefinition(name="test_session")
SHOWN = 50
Metadata = dict[str, Any]


def tag_run(context: dg.OpExecutionContext | dg.AssetExecutionContext, ref: SessionRef) -> None:
    """Tag a run with its session and project. A retry's outcome tag is cleared."""
    tags = {
        "testfix/session": ref.session_id,
        "testfix/project": Path(ref.shared.origin if ref.shared else ref.project).name,
        "testfix/outcome": "none yet",
    }
    context.instance.add_run_tags(context.run.run_id, tags)


def mapping_key(task_id: str) -> str:
    """Return a task's id as a key that Dagster accepts."""
    return re.sub(r"[^A-Za-z0-9_]", "_", task_id.removeprefix("IMPL-"))


def failures_table(failures: list[Failure]) -> dg.TableMetadataValue:
    """Return the failures as a table: test, error, place, criticality, class."""
    rows = [
        (
            failure.test,
            f"{failure.error_type}: {(failure.error.splitlines() or [''])[0][:200]}",
            f"{failure.file}:{failure.line}",
            failure.criticality,
            failure.failure_class + (" (flaky)" if failure.flaky else ""),
        )
        for failure in failures[:SHOWN]
    ]
    return table(("test", "error", "where", "criticality", "failure_class"), rows)


def baseline_metadata(found: SuiteResults) -> Metadata:
    return {
        "pass_rate": dg.MetadataValue.float(round(found.pass_rate, 4)),
        "failing": found.failed + found.errors,
        "total": found.total,
        "failures": failures_table(found.failures),
        "passed": found.passed,
        "seconds": round(found.duration, 2),
    }


def results(wb: "Workbench") -> Metadata:
    found = wb.results()
    return {
        **baseline_metadata(found),
        "interpreter": wb.target.described_interpreter,
        "containment": found.containment,
        "run": run_word(found.grade),
        "parity": found.parity,
        "asks": wb.store.session().asks,
        **({"does_not_parse": "; ".join(one.describe() for one in found.unparsed)} if found.unparsed else {}),
        "command": found.command,
    }


def decision(ref: SessionRef) -> str:
    state = ref.open().state()
    made = state.decision if state is not None else None
    return f"{made.kind}: {made.reason}" if made else ": "


def plan(ref: SessionRef, number: int) -> Metadata:
    from testfix_pipeline.steps.reports.who_answered import analysis_answers, call_lines

    wb = ref.open()
    record = wb.state().iteration(number)
    analysis = wb.store.path(record.analysis_file)
    return {
        "strategy": dg.MetadataValue.text(record.strategy),
        "why": dg.MetadataValue.text(record.strategy_reason),
        "tool": dg.MetadataValue.text(record.tool + (" (degraded)" if record.analysis_quality == "degraded" else "")),
        "answers": dg.MetadataValue.text("; ".join(analysis_answers(record, call_lines(wb.store)))),
        "pass_rate": dg.MetadataValue.float(round(record.pass_rate, 4)),
        "tasks": dg.MetadataValue.text(", ".join(record.fix_tasks)),
        "stuck_tests": dg.MetadataValue.int(len(record.stuck_tests)),
        "analysis": dg.MetadataValue.md(analysis.read_text(encoding="utf-8") if analysis.is_file() else ""),
        "failures": failures_table(wb.results().failures),
    }


def diff(patch: str) -> dg.MarkdownMetadataValue:
    return dg.MetadataValue.md(_fenced(patch) if patch else "no change")


def _fenced(patch: str) -> str:
    """Return a patch as a Markdown code block, whatever marks it contains."""
    fence = fence_for(patch)
    return f"{fence}diff\n{patch}\n{fence}"


def standing(done: Attempt) -> str:
    """Return the result of an attempt, before `settle` chooses which ones land."""
    return "may land" if done.acceptable else done.result.replace("_", " ")


def attempt(done: Attempt) -> Metadata:
    described = {"change": done.note, "hypothesis": done.hypothesis}
    return {
        "result": standing(done),
        "reason": done.reason,
        **{name: text for name, text in described.items() if text},
        **(
            {"against it": dg.MetadataValue.md("\n".join(f"- {cell(one, 500)}" for one in done.doubts))}
            if done.doubts
            else {}
        ),
        "diff": diff(done.patch),
        "newly_passing": len(done.newly_passing),
        "newly_failing": ", ".join(done.newly_failing) or "none",
        **({"new_static_findings": "; ".join(found)} if (found := done.static_findings) else {}),
        "candidates_tried": done.candidates_tried,
        "confidence": dg.MetadataValue.float(round(done.confidence, 3)),
        "tool": done.tool,
        "seconds": round(done.duration, 2),
    }


def iteration_metadata(ref: SessionRef, record: IterationRecord) -> Metadata:
    wb = ref.open()
    attempts = [one for one in wb.store.history().attempts if one.iteration == record.iteration]
    landed = "\n".join(one.patch for one in attempts if one.result == "landed")
    return {
        "result": record.result.replace("_", " "),
        "pass_rate_before": dg.MetadataValue.float(round(record.pass_rate, 4)),
        "pass_rate": dg.MetadataValue.float(round(record.pass_rate_after or 0.0, 4)),
        "attempts": dg.MetadataValue.md(comparison(attempts)),
        "diff": diff(landed),
        "strategy": record.strategy,
        "failures": failures_table(wb.results().failures),
    }


# An exploratory iteration lands one of the attempts that may land.
NOT_BEST = "Not taken: the best pass rate wins, then the higher confidence, then the smaller diff."


def comparison(attempts: list[Attempt]) -> str:
    """Return the attempts of an iteration side by side: a table, then each hypothesis and change."""
    rows = ["| task | result | rate | confidence | candidates | why |", "|---|---|---|---|---|---|"]
    for one in attempts:
        rate = "-" if one.pass_rate_after is None else f"{format_rate(one.pass_rate_after)}%"
        best = one.result != "left_out" or one.strategy != "exploratory"
        why = one.reason if best else f"{NOT_BEST} {one.reason}"
        rows.append(
            f"| {one.task_id} | {one.result.replace('_', ' ')} | {rate} | {one.confidence:.2f} | "
            f"{one.candidates_tried} | {cell(why, 300)} |"
        )
    return "\n".join([*rows, *map(_describe, attempts)])


def _describe(one: Attempt) -> str:
    supposed = cell(one.hypothesis or "; ".join(one.root_causes), 300)
    change = _fenced(one.patch) if one.patch else "no change"
    return f"\n**{one.task_id}**{': ' if supposed else ''}{supposed}\n\n{change}"


def strategies(ref: SessionRef) -> str:
    """Return the strategies of a session so far, in the order of their first use."""
    return " + ".join(dict.fromkeys(one.strategy for one in ref.open().state().iterations))


def story(ref: SessionRef) -> dg.TableMetadataValue:
    """Return the iterations of a session as a table, narrow enough for the asset's page."""
    columns = {"iteration": "int", "strategy": "string", "before": "float", "after": "float", "result": "string"}
    state = ref.store.state()
    records = [
        dg.TableRecord(
            {
                "iteration": one.iteration,
                "strategy": one.strategy,
                "before": round(one.pass_rate, 2),
                "after": round(one.pass_rate if one.pass_rate_after is None else one.pass_rate_after, 2),
                "result": one.result.replace("_", " "),
            }
        )
        for one in (state.iterations if state else [])
    ]
    schema = dg.TableSchema(columns=[dg.TableColumn(name, kind) for name, kind in columns.items()])
    return dg.MetadataValue.table(records, schema)


def outcome(ref: SessionRef, found: dict[str, Any]) -> Metadata:
    """Return the session's result: figures for plots, and where to read on."""
    metadata: Metadata = {
        "session": found["session_id"],
        "outcome": found["outcome"],
        "reason": str(found["reason"]),
        "branch": found["branch"],
        "project": found["project"],
        "next": next_command(found),
        "review": bool(found.get("review")),
        "not_fulfilled": table(
            ("kind", "what", "why"), [(one["kind"], one["what"], one["why"]) for one in found.get("shortfalls", ())]
        ),
    }
    if "pass_rate" not in found:
        return metadata
    return {
        **metadata,
        "pass_rate": dg.MetadataValue.float(found["pass_rate"]),
        "pass_rate_before": dg.MetadataValue.float(found["pass_rate_before"]),
        "iterations": found["iterations"],
        "story": story(ref),
        "fixed": len(found["fixed_tests"]),
        "remaining": len(found["remaining_failures"]),
        **({"checks": _checks_table(found["checks"])} if found.get("checks") else {}),
        **{f"read first: {fix['task_id']}": read_first_line(fix) for fix in found.get("read_first", ())},
        **{f"lead: {lead['task_id']}": _lead(lead) for lead in found.get("leads", ())},
        "candidates_tried": found["candidates_tried"],
        "seconds": found["duration_s"],
        "report": dg.MetadataValue.path(found["report"]),
        "diff": diff(found.get("diff", "")),
    }


def _checks_table(found: list[dict[str, Any]]) -> dg.TableMetadataValue:
    """Return the project's own checks, before and after the session, with what is left."""
    checks = [CheckResult.model_validate(one) for one in found]
    return table(("check", "what is left"), [(one.describe(), "; ".join(one.lines(SHOWN)[1:])) for one in checks])


def _lead(lead: dict[str, Any]) -> dg.MarkdownMetadataValue:
    """Return a lead: its change, the objections to it, its diff."""
    against = "".join(f"\n- {cell(said, 500)}" for said in lead["against"])
    return dg.MetadataValue.md(f"{cell(lead_line(lead), 500)}\n{against}\n\n{_fenced(lead['diff'])}")


def record_session(context: dg.OpExecutionContext, ref: SessionRef, found: dict[str, Any], metadata: Metadata) -> None:
    """Add a partition of `session_result` per session, so that the UI plots the pass rate over sessions and time."""
    partition = session_folder(ref)
    context.instance.add_dynamic_partitions(PARTITIONS.name or "", [partition])
    context.instance.add_run_tags(context.run.run_id, {"testfix/outcome": str(found["outcome"])})
    context.log_event(dg.AssetMaterialization("session_result", partition=partition, metadata=metadata))
