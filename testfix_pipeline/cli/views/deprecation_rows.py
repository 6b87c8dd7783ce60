"""The rows of `testfix doctor` about deprecations: what will break with one of the next updates of a library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.steps.verification.deprecations_met import deprecations_met
from testfix_pipeline.updates.deprecations import Deprecation

Found = dict[str, Any]
CHECK = "deprecation"


def deprecation_rows(project: Path) -> list[Found]:
    """A row for each deprecation that a run of the project's suite met, of the state `soon`; one that is `ok` for none.

    A suite that can't be measured is a row of the state `missing` that says why: nothing is known then.
    """
    try:
        met = deprecations_met({"project": str(project)})
    except PipelineError as error:
        return [_row("missing", f"not looked for: {error.what}", error.next_step)]
    if not met:
        return [_row("ok", "the suite met none of installed libraries", "")]
    return [_of(one) for one in met]


def _of(one: Deprecation) -> Found:
    use = f"Use {one.proposes} instead." if one.proposes else "Read the text: it names no replacement."
    return {**_row("soon", one.describe(), use), **one.model_dump()}


def _row(state: str, detail: str, next_step: str) -> Found:
    return {"check": CHECK, "state": state, "detail": detail, "next_step": next_step}
