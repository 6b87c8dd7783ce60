"""`testfix prune`: lists what exceeds the limits of retention, and removes it with `--remove`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import JsonOption
from testfix_pipeline.core.visible_text import visible


def prune(
    remove: Annotated[bool, typer.Option("--remove", help="Remove it. Without this it is only listed.")] = False,
    unmerged: Annotated[
        bool, typer.Option("--unmerged", help="Also sessions whose fixes are on no other branch.")
    ] = False,
    project: Annotated[
        list[Path] | None, typer.Option("--project", "-p", help="A project besides those of the registry; repeatable.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what is over the limits of `retention` in projects.yaml; with --remove, remove it.

    Sessions with their branches and refs, also in git remotes, worktrees and clones left behind, runs with their events
    and logs. Never what somebody works on; rows of the history always stay.

    Examples:

      testfix prune
      testfix prune --remove --project ../shop
    """
    from testfix_pipeline.defs.retention.prune_job import prune as work
    from testfix_pipeline.defs.runs.job_runner import instance

    places = [path.expanduser().absolute() for path in project or []]
    with instance() as opened:
        done = work(opened, remove=remove, unmerged=unmerged, projects=places)
    print(json.dumps(_object(done, remove)) if as_json else visible(_text(done, remove)))
    raise typer.Exit(1 if done.problems else 0)


def _object(done: Any, removed: bool) -> dict[str, Any]:
    def shown(item: Any) -> dict[str, Any]:
        return {"kind": item.kind, "name": item.name, "bytes": item.size, "why": item.why, "stays": item.stays}

    lists = {"items": [shown(item) for item in done.items], "stays": [shown(item) for item in done.stays]}
    return {"removed": removed, "bytes": done.size, **lists, "problems": done.problems}


def _text(done: Any, removed: bool) -> str:
    lines = [f"{item.kind:<10} {item.size / (1 << 20):>9.2f} MiB  {item.name}  ({item.why})" for item in done.items]
    lines += [f"stays      {item.size / (1 << 20):>9.2f} MiB  {item.name}  ({item.stays})" for item in done.stays]
    lines += [f"not removed: {problem}" for problem in done.problems]
    what = "removed" if removed else "would go; `testfix prune --remove` removes them"
    return "\n".join([*lines, f"{done.size / (1 << 20):.2f} MiB in {len(done.items)} {what}"])
