"""The forges on loopback, and the adapter of each with short limits and without sleeping."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from testfix_pipeline.forges.ci_job import CiJob, ForgeName
from testfix_pipeline.forges.registered_forges import forge_of
from testfix_pipeline.forges.rest_client import RequestLimits
from testfix_pipeline_tests.forges.loopback_forge import (
    TOKEN,
    LoopbackAzure,
    LoopbackBitbucket,
    LoopbackForge,
    LoopbackGitHub,
    LoopbackGitLab,
)

SHOWN = "@@ -1,3 +1,4 @@\n one\n-two\n+zwei\n+drei\n four\n"
BLOB = "1" * 40


class Pair(NamedTuple):
    """The forge as it is, the adapter that asks it, and the seconds that this has waited."""

    real: LoopbackForge
    asking: Any
    waits: list[float]


JOBS: dict[type[LoopbackForge], tuple[ForgeName, str, str]] = {
    LoopbackGitHub: ("github", "ada/shop", "GITHUB_TOKEN"),
    LoopbackGitLab: ("gitlab", "5", "GITLAB_TOKEN"),
    LoopbackAzure: ("azure", "p-1/r-1", "SYSTEM_ACCESSTOKEN"),
    LoopbackBitbucket: ("bitbucket", "ada/shop", "BITBUCKET_ACCESS_TOKEN"),
}


def connect(real: LoopbackForge, limits: RequestLimits | None = None) -> Pair:
    """An adapter for a forge on loopback."""
    name, repository, variable = JOBS[type(real)]
    job = CiJob(name, real.address, repository, 7, False, real.head, token_variable=variable, token=TOKEN)
    waits: list[float] = []
    return Pair(real, forge_of(job, limits=limits or RequestLimits(), wait=waits.append), waits)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is asked directly."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture(params=JOBS, ids=[job[0] for job in JOBS.values()])
def pair(request: Any) -> Iterator[Pair]:
    """A forge whose request changes `a.py`."""
    with request.param(files={"a.py": BLOB}, **{"a.py": SHOWN}) as real:
        yield connect(real)
        assert not real.objections


@pytest.fixture(params=[LoopbackGitHub, LoopbackGitLab], ids=["github", "gitlab"])
def patching(request: Any) -> Iterator[Pair]:
    """A forge that also takes patches."""
    with request.param(files={"a.py": BLOB}, **{"a.py": SHOWN}) as real:
        yield connect(real)
        assert not real.objections


@pytest.fixture
def connected() -> Callable[..., Pair]:
    return connect
