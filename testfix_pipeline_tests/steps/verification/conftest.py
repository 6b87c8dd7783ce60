"""Verifying a change that is made of files."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification import behaviour_differences
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify


@pytest.fixture(autouse=True)
def enough_time_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """However loaded the machine is, calls can be compared."""
    monkeypatch.setattr(behaviour_differences, "LEAST_SECONDS", 60.0)
    monkeypatch.setattr(behaviour_differences, "MOST_SECONDS", 60.0)


Files = Mapping[str, str | bytes]


@pytest.fixture
def changed(repository: Callable[..., Any]) -> Callable[..., Verification]:
    """Call with the files before a change and those that it writes (None: deletes) for what is found of its commit."""

    def run(before: Files, after: Mapping[str, str | bytes | None], **launch: Any) -> Verification:
        repo = repository()
        repo.commit("before", **before)
        for path, content in after.items():
            if content is None:
                repo.git("rm", "-q", "--cached", path)
            else:
                repo.write(path, content)
                repo.git("add", "-f", path)
        repo.git("commit", "-q", "-m", "after")
        return verify({"project": str(repo.root), **launch}, ChangeToVerify("HEAD^..HEAD"))

    return run
