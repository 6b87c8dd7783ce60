"""Verifying a change that is made of files."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification import behaviour_differences
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.conftest import Repository


@pytest.fixture(autouse=True)
def enough_time_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """However loaded the machine is, calls can be compared."""
    monkeypatch.setattr(behaviour_differences, "LEAST_SECONDS", 60.0)
    monkeypatch.setattr(behaviour_differences, "MOST_SECONDS", 60.0)


Files = Mapping[str, str | bytes]
Trick = tuple[str, str, str]
"""A piece of the old tests, what takes its place, and the call whose answers nothing notices then."""


def joined(tricks: Iterable[Trick]) -> list[list[Trick]]:
    """Tricks by the changes that can hold them: each has one trick at most for a piece of the old tests."""
    changes: list[list[Trick]] = []
    for trick in tricks:
        room = (one for one in changes if trick[0] not in {old for old, _, _ in one})
        change = next(room, None)
        if change is None:
            changes.append(change := [])
        change.append(trick)
    return changes


def unnamed(tricks: Iterable[Trick], found: Verification) -> list[str]:
    """The calls of tricks that a verification does not name. Its reasons name the first ones alone."""
    assert found.sharpness is not None
    named = [*found.verdict_with_reasons()[1], *(f"`{one.call}`" for one in found.sharpness.lost)]
    return [call for _, _, call in tricks if not any(f"`{call}" in text for text in named)]


@pytest.fixture(scope="session")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[Any, Repository]]:
    return tmp_path_factory.mktemp("compared"), {}


@pytest.fixture
def changed(compared, monkeypatch) -> Callable[..., Verification]:
    """Call with the files before a change and those that it writes (None: deletes) for what is found of its commit.

    Cases with the same files before share a repository and a cache: what is known of these is measured once.
    """
    top, kept = compared

    def run(before: Files, after: Mapping[str, str | bytes | None], **launch: Any) -> Verification:
        key = tuple(sorted(before.items()))
        if key not in kept:
            kept[key] = Repository(top / f"{len(kept)}" / "project")
            for path, text in before.items():
                kept[key].write(path, text)
            kept[key].commit("before")
            kept[key].git("tag", "before")
        repo = kept[key]
        monkeypatch.setenv("TESTFIX_CACHE", str(repo.root.parent / "cache"))
        repo.git("reset", "-q", "--hard", "before")
        repo.git("clean", "-qfd")  # what git ignores is part of the files before
        for path, content in after.items():
            if content is None:
                repo.git("rm", "-q", "--cached", path)
            else:
                repo.write(path, content)
                repo.git("add", "-f", path)
        repo.git("commit", "-q", "-m", "after")
        return verify({"project": str(repo.root), **launch}, ChangeToVerify("HEAD^..HEAD"))

    return run
