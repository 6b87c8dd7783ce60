"""The rows of `testfix doctor` on deprecations: code that future releases of a library will break."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from testfix_pipeline.cli.views.repair_view import progress
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.standalone.api import RepairProgress
from testfix_pipeline.steps.verification.deprecations_met import deprecations_met
from testfix_pipeline.updates.deprecations import Deprecation

Found = dict[str, Any]
CHECK = "deprecation"


def deprecation_rows(project: Path) -> list[Found]:
    """Return a row of the state `soon` for each deprecation in a run of the suite; one `ok` row for none.

    If the suite can't be measured, one row of the state `missing` says why.
    """
    try:
        with progress(quiet=False) as say:
            met = deprecations_met(
                {"project": str(project)}, lambda done, total: say(RepairProgress("measuring", done, total))
            )
    except PipelineError as error:
        more = f"`testfix measure --project {project}` shows all that is said."  # a row has no room for it
        said = " ".join(error.what.split())
        return [_row("missing", f"not looked for: {said}", more if error.detail else error.next_step)]
    if not met:
        return [_row("ok", "the suite met none of installed libraries", "")]
    return [_of(one) for one in met]


def _of(one: Deprecation) -> Found:
    use = f"Use {one.proposes} instead." if one.proposes else "Read the text for what to use instead."
    return {**_row("soon", one.describe(), use), **one.model_dump()}


def _row(state: str, detail: str, next_step: str) -> Found:
    return {"check": CHECK, "state": state, "detail": detail, "next_step": next_step}
