"""Selects the forge of a job."""

from __future__ import annotations

from typing import Any

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.github import GitHub
from testfix_pipeline.forges.gitlab import GitLab
from testfix_pipeline.forges.port import Forge


def forge_of(job: CiJob, **client: Any) -> Forge:
    """Return the adapter for a job. client: further arguments of RestClient."""
    adapters: dict[str, type[GitHub] | type[GitLab]] = {"github": GitHub, "gitlab": GitLab}
    return adapters[job.forge](job, **client)
