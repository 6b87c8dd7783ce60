"""Which job an environment describes, and what a fork's request may do: nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.forges.ci_job import CiJob, ci_job

GITHUB = {
    "GITHUB_ACTIONS": "true",
    "GITHUB_API_URL": "https://api.forge.example",
    "GITHUB_REPOSITORY": "ada/shop",
    "GITHUB_SERVER_URL": "https://forge.example",
    "GITHUB_RUN_ID": "99",
    "GITHUB_TOKEN": "secret",
}
GITLAB = {
    "GITLAB_CI": "true",
    "CI_API_V4_URL": "https://forge.example/api/v4",
    "CI_PROJECT_ID": "5",
    "CI_MERGE_REQUEST_IID": "7",
    "CI_MERGE_REQUEST_PROJECT_ID": "5",
    "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "5",
    "CI_COMMIT_SHA": "c" * 40,
    "GITLAB_TOKEN": "secret",
}
AZURE = {
    "TF_BUILD": "True",
    "BUILD_REPOSITORY_PROVIDER": "TfsGit",
    "SYSTEM_COLLECTIONURI": "https://dev.azure.com/shop/",
    "SYSTEM_TEAMPROJECTID": "a7573007-bbb3",
    "BUILD_REPOSITORY_ID": "3411ebc1-d5aa",
    "BUILD_BUILDID": "99",
    "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
    "SYSTEM_PULLREQUEST_SOURCECOMMITID": "c" * 40,
    "SYSTEM_ACCESSTOKEN": "secret",
}
BITBUCKET = {
    "BITBUCKET_BUILD_NUMBER": "99",
    "BITBUCKET_WORKSPACE": "ada",
    "BITBUCKET_REPO_SLUG": "shop",
    "BITBUCKET_PR_ID": "7",
    "BITBUCKET_COMMIT": "c" * 40,
    "BITBUCKET_ACCESS_TOKEN": "secret",
}
COMMENTED = {"issue": {"number": 7, "pull_request": {}}, "comment": {"id": 42, "body": "@testfix fix"}}
NOTED = {
    "object_kind": "note",
    "object_attributes": {"id": 42, "note": "@testfix fix"},
    "merge_request": {"iid": 7, "target_project_id": 5},
}
OWN, FORK = {"full_name": "Ada/shop"}, {"full_name": "eve/shop"}


def pull(repo: Any) -> dict[str, Any]:
    return {"pull_request": {"number": 7, "head": {"sha": "c" * 40, "repo": repo}}}


def run(repo: Any, *pulls: int) -> dict[str, Any]:
    numbers = [{"number": number} for number in pulls]
    return {"workflow_run": {"head_sha": "c" * 40, "head_repository": repo, "pull_requests": numbers}}


@pytest.fixture
def of_event(tmp_path: Path) -> Callable[..., CiJob | None]:
    def read(event: Any) -> CiJob | None:
        path = tmp_path / "event.json"
        path.write_text(event if isinstance(event, str) else json.dumps(event))
        return ci_job({**GITHUB, "GITHUB_EVENT_PATH": str(path)})

    return read


@pytest.mark.parametrize(
    ("event", "number", "is_fork", "head"),
    [
        (pull(OWN), 7, False, "c" * 40),
        (pull(FORK), 7, True, "c" * 40),
        (pull(None), 7, True, "c" * 40),
        (run(OWN, 7), 7, False, "c" * 40),
        (run(FORK), 0, True, "c" * 40),
        ({"ref": "refs/heads/main"}, 0, False, ""),
        ({"pull_request": {"number": "7; rm", "head": 3}}, 0, True, ""),
        ([1], 0, False, ""),
    ],
    ids=["own", "fork", "deleted fork", "run", "run of a fork", "push", "nonsense", "no object"],
)
def test_an_event_of_github_names_the_request_and_whose_code_it_is(of_event, event, number, is_fork, head) -> None:
    job = of_event(event)
    assert job is not None and (job.number, job.is_fork, job.head) == (number, is_fork, head)
    assert (job.repository, job.page) == ("ada/shop", "https://forge.example/ada/shop/actions/runs/99")
    assert job.token == "secret" and "secret" not in repr(job)


@pytest.mark.parametrize("event", ["{", "[" * 100_000, "\x00"])
def test_a_damaged_event_file_is_said_so(of_event: Callable[..., CiJob | None], event: str) -> None:
    with pytest.raises(UsageError, match="event file"):
        of_event(event)


@pytest.mark.parametrize(
    ("changes", "number", "is_fork"),
    [
        ({}, 7, False),
        ({"CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "6"}, 7, True),
        ({"CI_PROJECT_ID": "6", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "6"}, 7, True),
        ({"CI_MERGE_REQUEST_IID": ""}, 0, False),
    ],
    ids=["own", "fork in its target", "fork at home", "no request"],
)
def test_variables_of_gitlab_name_the_request(changes: dict[str, str], number: int, is_fork: bool) -> None:
    job = ci_job({**GITLAB, **changes})
    assert job is not None and (job.forge, job.number, job.is_fork) == ("gitlab", number, is_fork)
    assert job.token_variable == "GITLAB_TOKEN"


@pytest.mark.parametrize(
    "environment",
    [
        {**GITHUB, "GITHUB_REPOSITORY": "ada/shop/../../user"},
        {**GITHUB, "GITHUB_EVENT_PATH": "/nowhere"},
        {**GITLAB, "CI_PROJECT_ID": "5/x"},
        {**GITLAB, "CI_API_V4_URL": "file:///etc/passwd"},
        {**AZURE, "SYSTEM_COLLECTIONURI": ""},
        {**AZURE, "BUILD_REPOSITORY_ID": "x/../y"},
        {**BITBUCKET, "BITBUCKET_REPO_SLUG": ".."},
        {**BITBUCKET, "BITBUCKET_API_URL": "file:///etc/passwd"},
    ],
)
def test_an_environment_that_lacks_something_is_refused(environment: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        ci_job(environment)


def test_variables_of_azure_devops_name_the_request() -> None:
    job, forks = ci_job(AZURE), ci_job({**AZURE, "SYSTEM_PULLREQUEST_ISFORK": "True"})
    assert job is not None and forks is not None and forks.is_fork
    assert (job.forge, job.repository, job.number) == ("azure", "a7573007-bbb3/3411ebc1-d5aa", 7)
    assert (job.is_fork, job.head, job.token) == (False, "c" * 40, "secret")
    assert job.page == "https://dev.azure.com/shop/a7573007-bbb3/_build/results?buildId=99"


def test_variables_of_bitbucket_name_the_request() -> None:
    job = ci_job(BITBUCKET)
    assert job is not None and (job.forge, job.repository, job.number) == ("bitbucket", "ada/shop", 7)
    assert (job.interface, job.head, job.token) == ("https://api.bitbucket.org/2.0", "c" * 40, "secret")


def test_an_event_names_the_comment_and_nothing_else_of_it_counts(of_event, tmp_path) -> None:
    payload = tmp_path / "payload.json"
    payload.write_text(json.dumps(NOTED))
    of_trigger = {**GITLAB, "CI_MERGE_REQUEST_IID": "", "TRIGGER_PAYLOAD": str(payload)}
    for job in (of_event(COMMENTED), ci_job(of_trigger)):
        assert job is not None and (job.number, job.comment, job.head) == (7, "42", "")
    for job in (of_event({**COMMENTED, "issue": {"number": 7}}), ci_job({**of_trigger, "CI_PROJECT_ID": "6"})):
        assert job is not None and job.number == 0, "an issue, and another project's request"


@pytest.mark.parametrize("environment", [GITLAB, AZURE, BITBUCKET], ids=["gitlab", "azure", "bitbucket"])
def test_variables_name_a_comment_where_no_event_does(environment: dict[str, str]) -> None:
    job = ci_job({**environment, "TESTFIX_REQUEST": "8", "TESTFIX_COMMENT": "12/comments/1"})
    assert job is not None and (job.number, job.comment, job.head) == (8, "12/comments/1", "")
    other = ci_job({**environment, "TESTFIX_REQUEST": "8; rm -rf /"})
    assert other is not None and (other.number, other.comment) == (7, "")


def test_elsewhere_there_is_no_job() -> None:
    assert ci_job({"CI": "true"}) is None
    assert ci_job({"TF_BUILD": "True", "BUILD_REPOSITORY_PROVIDER": "GitHub"}) is None
