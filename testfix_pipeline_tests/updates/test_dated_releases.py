"""The newest release when a commit was made tells that an installed one is newer: uv asks an index on loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.updates.dated_releases import DatedReleases
from testfix_pipeline.updates.known_versions import KnownVersions, Then, earlier_requirements
from testfix_pipeline.updates.tomorrow.package_clients import PackageClient
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.libraries import write_wheel
from testfix_pipeline_tests.package_index import PackageIndex

RELEASED = {"1.0": "2020-01-01", "1.1": "2023-06-01", "2.0": "2024-06-01"}


@pytest.fixture(autouse=True)
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for version in RELEASED:
        write_wheel(wheels, version, {"__init__.py": ""})
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    with PackageIndex(wheels, RELEASED) as found:
        monkeypatch.setenv("UV_DEFAULT_INDEX", f"{found.address}/simple")
        yield found


def target(network: bool = True) -> TargetProject:
    return ours(sandbox=SandboxPolicy(network=network))


def known(dated: DatedReleases, version: str = "2.0") -> KnownVersions:
    installed = InstalledVersions(python="3.11.7", distributions={"shapeless": version})
    return KnownVersions(installed, dated=dated)


@pytest.mark.parametrize(
    ("day", "version", "before"),
    [("2023-12-01", "2.0", "1.1"), ("2021-01-01", "2.0", "1.0"), ("2024-12-01", "2.0", ""), ("2023-12-01", "1.1", "")],
)
def test_a_release_that_came_after_the_commit_is_newer(day: str, version: str, before: str) -> None:
    then = known(DatedReleases(target(), "3.7.1", f"{day}T00:00:00Z"), version).before("shapeless")
    said = f"{before} was the newest release when the commit was made ({day})"
    assert then == (Then(before, said) if before else None)


def test_an_answer_is_kept_and_known_without_the_network(index: PackageIndex) -> None:
    date = "2023-12-01T00:00:00Z"
    assert DatedReleases(target(), "3.7.1", date).newest("shapeless", ask=False) == "" and index.asked == []
    assert DatedReleases(target(), "3.7.1", date).newest("shapeless", ask=True) == "1.1"
    index.asked.clear()
    without = DatedReleases(target(network=False), "3.7.1", date)
    assert without.newest("shapeless", ask=True) == "1.1" and index.asked == []
    assert earlier_requirements(known(without)) == {"shapeless": "==1.1"}


def test_without_leave_to_use_the_network_nothing_is_asked(index: PackageIndex) -> None:
    assert known(DatedReleases(target(network=False), "3.7.1", "2023-12-01T00:00:00Z")).before("shapeless") is None
    assert index.asked == []


@pytest.mark.parametrize("library", ["absent", "../shapeless"])
def test_what_the_index_does_not_know_is_asked_once_and_no_error(index: PackageIndex, library: str) -> None:
    dated = DatedReleases(target(), "3.8.1", "2023-12-01T00:00:00Z")
    assert dated.newest(library, ask=True) == ""
    index.asked.clear()
    assert dated.newest(library, ask=True) == "" and index.asked == []


def test_a_later_python_that_only_an_ancient_wheel_fits_does_not_hide_the_newest_release(index: PackageIndex) -> None:
    index.tags["1.1"] = "cp310-none-any"
    (index.wheels / "shapeless-1.1-py3-none-any.whl").rename(index.wheels / "shapeless-1.1-cp310-none-any.whl")
    assert DatedReleases(target(), "3.11.7", "2023-12-01T00:00:00Z").newest("shapeless", ask=True) == "1.1"


def test_an_answer_holds_for_its_index_and_its_python(index: PackageIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    date, without = "2023-12-01T00:00:00Z", target(network=False)
    assert DatedReleases(target(), "3.11.7", date).newest("shapeless", ask=True) == "1.1"
    assert DatedReleases(without, "3.12.0", date).newest("shapeless", ask=True) == ""
    assert DatedReleases(without, "3.11.8", date).newest("shapeless", ask=True) == "1.1"
    monkeypatch.setenv("UV_DEFAULT_INDEX", f"{index.address}/other")
    assert DatedReleases(without, "3.11.7", date).newest("shapeless", ask=True) == ""


def test_only_the_latest_answers_are_kept(index: PackageIndex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("testfix_pipeline.updates.dated_releases.KEPT", 2)
    for day in ("01", "02", "03"):
        assert DatedReleases(target(), "3.8.1", f"2023-12-{day}T00:00:00Z").newest("shapeless", ask=True) == "1.1"
    assert len([*(tmp_path / "cache/releases-at").iterdir()]) == 2


@pytest.mark.parametrize("said", ["error: Failed to fetch: `http://127.0.0.1:9/`", "it timed out after 60 s"])
def test_an_index_that_does_not_answer_is_no_error_and_asked_no_more(monkeypatch, said) -> None:
    asked = list[object]()
    monkeypatch.setattr(PackageClient, "resolve", lambda client, *wanted: asked.append(wanted) or ({}, said))
    dated = DatedReleases(target(), "3.11.7", "2023-12-01T00:00:00Z")
    assert [dated.newest(name, ask=True) for name in ("shapeless", "other")] == ["", ""]
    assert len(asked) == 1


def test_all_questions_together_have_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, limits = [0.0], list[float]()

    def resolve(client: PackageClient, *wanted: object) -> tuple[dict[str, str], str]:
        limits.append(client.seconds)
        now[0] += 25
        return {"shapeless": "1.0"}, ""

    monkeypatch.setattr(PackageClient, "resolve", resolve)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    dated = DatedReleases(target(), "3.11.7", "2023-12-01T00:00:00Z")
    assert [dated.newest("shapeless", ask=True), dated.newest("other", ask=True)] == ["", ""], "not all were asked"
    assert limits == [60, 35, 10]


def test_the_date_is_that_of_the_commit(repository: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2023-12-01T01:00:00+02:00")
    git = GitClient(repository("shop", files={"a.py": ""}).root)
    found = DatedReleases.of_commit(target(), "3.11.7", git, "HEAD")
    assert found is not None and found.date == "2023-11-30T23:00:00Z"
    assert DatedReleases.of_commit(target(), "3.11.7", git, "0" * 40) is None


def test_a_date_that_no_calendar_has_is_none(repository: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "@99999999999999 +0000")
    git = GitClient(repository("shop", files={"a.py": ""}).root)
    assert DatedReleases.of_commit(target(), "3.11.7", git, "HEAD") is None
