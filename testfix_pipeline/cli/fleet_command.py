"""`testfix fleet`: all projects at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.options import AtOption, JsonOption
from testfix_pipeline.core.visible_text import visible


def fleet(
    days: Annotated[int, typer.Option(min=1, max=3660, help="Days whose costs are summed.")] = 30,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Also write the HTML page.")] = None,
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show all projects: which are red and since when, what waits for a person, costs, queue and workers.

    Examples:

    $ testfix fleet
    $ testfix fleet --output fleet.html
    $ testfix fleet --json | jq '.projects[] | select(.state == "red")'
    """
    from testfix_pipeline.cli.views import fleet_view

    found = fleet_view.show(days, output, at)
    print(json.dumps(found["fleet"], ensure_ascii=False) if as_json else visible(found["text"]))
