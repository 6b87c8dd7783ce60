"""The assets around the cycle: the session that it works on, and every session's result."""

from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline.defs.runs import head_start
from testfix_pipeline.defs.runs.session_pointer import pointer_tags
from testfix_pipeline.defs.runs.step import step
from testfix_pipeline.defs.session import session_metadata
from testfix_pipeline.defs.session.resources import RunSettings


class SessionConfig(dg.Config):
    """Required, so that `Materialize` opens the Launchpad with everything filled in."""

    settings: dict[str, Any] = Field(description="The settings of the cycle, from the job's flat configuration.")


@dg.asset(
    group_name="plan",
    tags={"testfix/phase": "1"},
    owners=["team:testfix"],
    kinds={"git"},
    description="A test session opened on a project: its folder under `.workflow/active`, its branch, and the snapshot "
    "of uncommitted work that everything is measured against.",
)
def session(
    context: dg.AssetExecutionContext, config: SessionConfig, settings: RunSettings
) -> dg.Output[dict[str, Any]]:
    from testfix_pipeline import cycle

    run_id = context.run.run_id
    with step(context):
        if not settings.has_opened(run_id):
            started = head_start.opened_for(run_id) or cycle.start(config.settings, run_id)
            context.instance.add_run_tags(run_id, pointer_tags(started, run_id))
    ref = settings.ref(context.run)
    session_metadata.tag_run(context, ref)
    record = ref.open().session
    left_out = record.left_out_of_snapshot
    return dg.Output(
        {"project": ref.project, "session_id": ref.session_id},
        metadata={
            "session": ref.session_id,
            "project": dg.MetadataValue.path(ref.project),
            "branch": record.branch,
            "base_commit": record.base_commit,
            "baseline_commit": record.baseline_commit,
            "left_out_of_snapshot": "; ".join(f"{path}: {why}" for path, why in left_out) or "nothing",
        },
    )


session_result = dg.AssetSpec(
    "session_result",
    group_name="history",
    deps=["cycle"],
    partitions_def=session_metadata.PARTITIONS,
    owners=["team:testfix"],
    kinds={"git"},
    description="What each session came to, one partition a session: the pass rate plots over sessions and over time.",
)
