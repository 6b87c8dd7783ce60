"""Selects the forge of a job."""

from __future__ import annotations

from typing import Any

from testfix_pipeline.forges.azure_devops import AzureDevOps
from testfix_pipeline.forges.bitbucket import Bitbucket
from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.forge import Forge
from testfix_pipeline.forges.github import GitHub
from testfix_pipeline.forges.gitlab import GitLab

ADAPTERS = {"github": GitHub, "gitlab": GitLab, "azure": AzureDevOps, "bitbucket": Bitbucket}


def forge_of(job: CiJob, **client: Any) -> Forge:
    """Return the adapter for a job. client: further arguments of RestClient."""
    return ADAPTERS[job.forge](job, **client)
