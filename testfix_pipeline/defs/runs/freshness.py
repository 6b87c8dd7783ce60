"""How old what the nights make may become, where there are nights."""

import contextlib
from datetime import timedelta

import dagster as dg

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.registry.registered_projects import Registry


def has_projects() -> bool:
    """Return whether a project is registered."""
    with contextlib.suppress(PipelineError):
        return bool(Registry.load().entries)
    return False


def fresh_within(**window: float) -> dg.FreshnessPolicy | None:
    """Return the policy of an asset that the nights make again within a window, given as timedelta's arguments.

    None where no project is registered, so that nobody waits for a night.
    """
    return dg.FreshnessPolicy.time_window(fail_window=timedelta(**window)) if has_projects() else None
