"""`testfix nightly`: the registered projects with their nights, and trials of their messages and newer releases."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import typer

from testfix_pipeline.cli.options import JsonOption
from testfix_pipeline.core.visible_text import visible

EPILOG = "Exit codes: 0 nothing would break, or a patch repairs it, 1 it would break, 2 usage, or not tried."
How = Literal["minor", "all"]
nightly = typer.Typer(no_args_is_help=True, help="The projects of projects.yaml: their nights, and who gets messages.")


@nightly.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Only this project of the registry.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Each registered project with its next night, and what its latest nights came to.

    Example:

      testfix nightly show
    """
    from testfix_pipeline.cli.views import nightly_view

    found = nightly_view.show(name)
    print(json.dumps(found, ensure_ascii=False) if as_json else visible(nightly_view.text(found)))


@nightly.command("try", epilog=EPILOG)
def try_releases(
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="Its name in the registry, or its folder.")],
    update: Annotated[
        How | None, typer.Option(help="How far: minor (the same major version) or all. By default what `update` says.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=1, help="Seconds for the search of patches.")] = 300,
    as_json: JsonOption = False,
) -> None:
    """Try tomorrow's dependencies: what newer releases would break, with a patch; nothing of the project changes.

    They are installed in an environment of its own below the cache folder. Of a registered project the patch is
    published as after a night.

    Example:

      testfix nightly try shop --update minor
    """
    from testfix_pipeline.cli.use_cases import update_use_case

    trial = update_use_case.try_releases(project, update, seconds, quiet=as_json)
    print(trial.model_dump_json() if as_json else visible(update_use_case.text(trial)))
    raise typer.Exit({"not tried": 2, "breaks": 1}.get(trial.outcome, 0))


@nightly.command("sync")
def sync(as_json: JsonOption = False) -> None:
    """Fetch the git repositories that `from:` in projects.yaml names; the sensor registry_follows does it, too.

    Example:

      testfix nightly sync
    """
    from testfix_pipeline.defs.nightly.registry_sensor import sync_registry

    said = sync_registry()
    print(json.dumps({"changed": said}, ensure_ascii=False) if as_json else visible("\n".join(said) or "up to date"))


@nightly.command("notify")
def notify(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The project of the registry.")],
    as_json: JsonOption = False,
) -> None:
    """Send a message to the people of a project, to see whether it reaches them.

    Example:

      testfix nightly notify shop
    """
    from testfix_pipeline.cli.views import nightly_view

    sent = nightly_view.send_test_message(name)
    print(json.dumps({"notified": sent}) if as_json else visible(sent))
    raise typer.Exit(0 if sent.startswith("notified") and ";" not in sent else 1)
