"""The frame of every step of a run: its progress in the run's log, and errors in Dagster's form."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dagster as dg

from testfix_pipeline.core.errors import BudgetSpent, InternalError, PipelineError
from testfix_pipeline.core.progress import ProgressItem, Seldom, render_lines
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline.workspace.error_reports import pipeline_error

# For every job on a session. A step whose process or pod is lost is retried: the journal has its work so far. A retry
# after an error of a step would only fail again, so that the error ends the run (`failed`).
LOST = dg.RetryPolicy(max_retries=2)

_shown: dict[str, list[str]] = {}


def failed(error: PipelineError) -> dg.Failure:
    """Return an error as a dg.Failure: a sentence and the next step, without our traceback."""
    metadata: dict[str, Any] = {
        "next_step": error.next_step,
        "detail": dg.MetadataValue.md(f"```\n{error.detail}\n```"),
        **({"budget_spent": True} if isinstance(error, BudgetSpent) else {}),
    }
    if isinstance(error, InternalError) and error.report:
        metadata["report"] = dg.MetadataValue.path(error.report)
    return dg.Failure(description=str(error), metadata=metadata, allow_retries=False)


@contextmanager
def report_errors() -> Iterator[None]:
    """Raise dg.Failure for errors of the user, and for a bug with the path of its report."""
    try:
        yield
    except PipelineError as error:
        raise failed(error) from None
    except (dg.Failure, dg.RetryRequested):
        raise
    except Exception as error:
        raise failed(pipeline_error(error)) from error


@contextmanager
def step(context: dg.OpExecutionContext | dg.AssetExecutionContext) -> Iterator[None]:
    """Log the progress of the work in the block to the run's log. Raises dg.Failure as `report_errors`."""
    with listening(RunLog(context), lambda text: context.log.info(visible(text))), report_errors():
        yield


class RunLog:
    """Logs the progress list when it has changed, and the progress of long work now and then."""

    def __init__(self, context: dg.OpExecutionContext | dg.AssetExecutionContext) -> None:
        self._log = context.log
        self._run = context.run.run_id
        self._shown = ""
        self._seldom = Seldom()

    def __call__(self, items: list[ProgressItem], detail: str) -> None:
        lines = render_lines(items)
        if lines and lines != _shown.get(self._run):
            _shown[self._run] = lines
            self._log.info(visible("\n".join(["Progress", *lines])))
        if detail and detail != self._shown and self._seldom.is_due(detail):
            self._shown = detail
            self._log.info(visible(detail))
