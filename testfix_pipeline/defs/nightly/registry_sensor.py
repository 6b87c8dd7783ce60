"""Keeps the clones of registries that are git repositories up to date."""

import contextlib
from collections.abc import Iterator

import dagster as dg

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.registry.registered_projects import FILE
from testfix_pipeline.registry.registry_file import read_registry_file
from testfix_pipeline.registry.registry_sources import sync_sources
from testfix_pipeline.workspace.home import home


def sync_registry() -> list[str]:
    """Fetch the git repositories in `from:`; return a sentence for each that changed or is unreachable.

    Raises InvalidConfig if the registry's own file can't be read.
    """
    content = read_registry_file(home() / FILE)
    return sync_sources(content.sources) if content is not None else []


def _status() -> dg.DefaultSensorStatus:
    with contextlib.suppress(PipelineError):
        content = read_registry_file(home() / FILE)
        if content is not None and any(source.git for source in content.sources):
            return dg.DefaultSensorStatus.RUNNING
    return dg.DefaultSensorStatus.STOPPED


@dg.sensor(
    name="registry_follows",
    minimum_interval_seconds=300,
    default_status=_status(),
    description="Fetches the repositories that `from:` in projects.yaml names. Projects with a schedule of their own "
    "need a reload of the code location after that; those in the window don't.",
)
def registry_follows(context: dg.SensorEvaluationContext) -> Iterator[dg.SkipReason]:
    try:
        said = sync_registry()
    except PipelineError as error:
        said = [str(error)]
    for sentence in said:
        context.log.info(sentence)
    yield dg.SkipReason("; ".join(said)[:1000] or "No repository of the registry has changed.")
