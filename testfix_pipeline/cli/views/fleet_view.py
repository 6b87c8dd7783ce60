"""`testfix fleet`: reads the state of all projects and prints it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from testfix_pipeline.analytics.fleet.fleet_page import fleet_text
from testfix_pipeline.cli.views.history_view import open_history
from testfix_pipeline.core.errors import UsageError


def show(days: int, output: Path | None, at: str) -> dict[str, Any]:
    """Return the fleet as plain values (`fleet`) and as lines (`text`); with `output` also write its page.

    at: a location to which another machine publishes its history; registry, nights and queue are this home's. Raises
    InvalidConfig for an unreadable registry, UsageError for an unwritable file.
    """
    from testfix_pipeline.defs.fleet.fleet_assets import look, write_page
    from testfix_pipeline.defs.runs.job_runner import instance

    target = output.absolute() if output is not None else None
    with instance() as opened_instance:
        found = look(opened_instance, days, open_history(at))
    lines = fleet_text(found)
    if target is not None:
        try:
            write_page(found, target)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"The page {target} can't be written: {reason}.", "Name a file in a folder.") from error
        lines += f"\npage: {target}"
    return {"fleet": found.as_json(), "text": lines}
