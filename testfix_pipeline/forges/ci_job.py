"""Recognises a CI job from its environment and event file: the forge, the request, the author, the token."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.core.errors import UsageError

MOST_EVENT_BYTES = 32 << 20
GITHUB_TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")
GITLAB_TOKENS = ("GITLAB_TOKEN",)  # a CI_JOB_TOKEN may not write comments
AZURE_TOKENS = ("SYSTEM_ACCESSTOKEN",)
BITBUCKET_TOKENS = ("BITBUCKET_ACCESS_TOKEN",)
BITBUCKET_INTERFACE = "https://api.bitbucket.org/2.0"  # of Bitbucket Cloud, which names it in no variable
REQUEST, COMMENT = "TESTFIX_REQUEST", "TESTFIX_COMMENT"
"""Variables with a request's number and a comment's id, where the forge's own event does not reach the job."""
ForgeName = Literal["github", "gitlab", "azure", "bitbucket"]
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


@dataclass(frozen=True)
class CiJob:
    """A job for a pull or merge request. `interface`: the address of the REST interface; `page`: the job's address.

    number: the request's, 0 if the job is for none; head: the commit at its head when the job was started, "" if the
    job is for a comment. is_fork: the code is from another, unknown repository. comment: the id of the comment that
    started the job.
    """

    forge: ForgeName
    interface: str
    repository: str
    number: int
    is_fork: bool
    head: str = ""
    page: str = ""
    token_variable: str = ""
    token: str = field(default="", repr=False)
    comment: str = ""


def ci_job(environment: Mapping[str, str]) -> CiJob | None:
    """Return the job of this environment; None outside of a job of a known forge.

    Raises UsageError for a contradictory or incomplete environment.
    """
    marks = (
        (environment.get("GITHUB_ACTIONS") == "true", _github),
        (environment.get("GITLAB_CI") == "true", _gitlab),
        (environment.get("BUILD_REPOSITORY_PROVIDER") == "TfsGit", _azure),
        (bool(environment.get("BITBUCKET_BUILD_NUMBER")), _bitbucket),
    )
    job = next((read(environment) for is_here, read in marks if is_here), None)
    number = _digits(environment, REQUEST)
    if job is None or not number:
        return job
    return replace(job, number=number, head="", comment=environment.get(COMMENT, ""))


def _github(environment: Mapping[str, str]) -> CiJob:
    owner, _, name = environment.get("GITHUB_REPOSITORY", "").partition("/")
    repository = _repository(owner, name, "GITHUB_REPOSITORY")
    event = _event("GITHUB_EVENT_PATH", environment)
    number, is_fork, head = _request_of(event, repository)
    variable, token = _token(environment, GITHUB_TOKENS)
    server, run = environment.get("GITHUB_SERVER_URL", ""), environment.get("GITHUB_RUN_ID", "")
    page = f"{server}/{repository}/actions/runs/{run}" if server and run.isdigit() else ""
    interface = _address(environment, "GITHUB_API_URL")
    comment = str(_number(_part(event, "comment", "id")) or "")
    return CiJob("github", interface, repository, number, is_fork, head, page, variable, token, comment)


def _request_of(event: Mapping[str, Any], repository: str) -> tuple[int, bool, str]:
    """Return a pull request's number, whether its code comes from another repository, and its head.

    A `workflow_run` names only requests of its own repository: one from a fork has none there. A comment's event says
    nothing of the code.
    """
    if isinstance(_part(event, "issue", "pull_request"), dict):
        return _number(_part(event, "issue", "number")), False, ""
    pull, run = event.get("pull_request"), event.get("workflow_run")
    if isinstance(pull, dict):
        is_fork = not _is_from(_part(pull, "head", "repo"), repository)
        return _number(pull.get("number")), is_fork, str(_part(pull, "head", "sha") or "")
    if isinstance(run, dict):
        pulls = run.get("pull_requests")
        first = pulls[0] if isinstance(pulls, list) and pulls and isinstance(pulls[0], dict) else {}
        is_fork = not _is_from(_part(run, "head_repository"), repository)
        return _number(first.get("number")), is_fork, str(run.get("head_sha") or "")
    return 0, False, ""


def _part(found: object, *names: str) -> object:
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _is_from(repo: object, repository: str) -> bool:
    """Whether a repository of an event is this one; a deleted one is null there."""
    return isinstance(repo, dict) and str(repo.get("full_name", "")).lower() == repository.lower()


def _number(given: object) -> int:
    return given if isinstance(given, int) and not isinstance(given, bool) and given > 0 else 0


def _event(variable: str, environment: Mapping[str, str]) -> Mapping[str, Any]:
    path = environment.get(variable, "")
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_EVENT_BYTES + 1)
        if len(content) > MOST_EVENT_BYTES:
            raise UsageError(f"The event file {path} has more than {MOST_EVENT_BYTES >> 20} MiB.", "Run it in a job.")
        found = json.loads(content)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"The event file of {variable} can't be read: {path or 'it is not named'}.", "Run it in a job."
        ) from error
    return found if isinstance(found, dict) else {}


def _gitlab(environment: Mapping[str, str]) -> CiJob:
    project = environment.get("CI_PROJECT_ID", "")
    if not project.isdigit():
        raise _lacks("CI_PROJECT_ID")
    source = environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", project)
    target = environment.get("CI_MERGE_REQUEST_PROJECT_ID", project)
    number, comment = _digits(environment, "CI_MERGE_REQUEST_IID"), ""
    head = environment.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or environment.get("CI_COMMIT_SHA", "")
    if not number and environment.get("TRIGGER_PAYLOAD"):  # the file of a webhook that triggers a pipeline
        event = _event("TRIGGER_PAYLOAD", environment)
        is_here = str(_part(event, "merge_request", "target_project_id")) == project
        number = _number(_part(event, "merge_request", "iid")) if is_here else 0
        comment, head = str(_number(_part(event, "object_attributes", "id")) or ""), ""
    return CiJob(
        "gitlab",
        _address(environment, "CI_API_V4_URL"),
        target,
        number,
        source != target or project != target,
        head,
        environment.get("CI_JOB_URL", ""),
        *_token(environment, GITLAB_TOKENS),
        comment,
    )


def _azure(environment: Mapping[str, str]) -> CiJob:
    interface, project = _address(environment, "SYSTEM_COLLECTIONURI"), environment.get("SYSTEM_TEAMPROJECTID", "")
    return CiJob(
        "azure",
        interface,
        _repository(project, environment.get("BUILD_REPOSITORY_ID", ""), "BUILD_REPOSITORY_ID"),
        _digits(environment, "SYSTEM_PULLREQUEST_PULLREQUESTID"),
        environment.get("SYSTEM_PULLREQUEST_ISFORK", "").lower() == "true",
        environment.get("SYSTEM_PULLREQUEST_SOURCECOMMITID", ""),
        f"{interface.rstrip('/')}/{project}/_build/results?buildId={_digits(environment, 'BUILD_BUILDID')}",
        *_token(environment, AZURE_TOKENS),
    )


def _bitbucket(environment: Mapping[str, str]) -> CiJob:
    workspace, slug = environment.get("BITBUCKET_WORKSPACE", ""), environment.get("BITBUCKET_REPO_SLUG", "")
    repository, build = _repository(workspace, slug, "BITBUCKET_REPO_SLUG"), "BITBUCKET_BUILD_NUMBER"
    return CiJob(
        "bitbucket",
        _address({"BITBUCKET_API_URL": BITBUCKET_INTERFACE, **environment}, "BITBUCKET_API_URL"),
        repository,
        _digits(environment, "BITBUCKET_PR_ID"),
        False,  # no pipeline runs for a fork's request
        environment.get("BITBUCKET_COMMIT", ""),
        f"https://bitbucket.org/{repository}/pipelines/results/{_digits(environment, build)}",
        *_token(environment, BITBUCKET_TOKENS),
    )


def _digits(environment: Mapping[str, str], name: str) -> int:
    value = environment.get(name, "")
    return int(value) if value.isascii() and value.isdigit() else 0


def _repository(owner: str, name: str, variable: str) -> str:
    repository = f"{owner}/{name}"
    if not _REPOSITORY.fullmatch(repository) or ".." in repository:
        raise _lacks(variable)
    return repository


def _token(environment: Mapping[str, str], names: tuple[str, ...]) -> tuple[str, str]:
    """Return the first variable that is set, and its value; the first name if none is set."""
    return next(((name, environment[name].strip()) for name in names if environment.get(name)), (names[0], ""))


def _address(environment: Mapping[str, str], name: str) -> str:
    address = environment.get(name, "")
    if not address.startswith(("https://", "http://")):
        raise _lacks(name)
    return address


def _lacks(name: str) -> UsageError:
    return UsageError(
        f"The job's environment has no usable {name}.", "Run it in a job of GitHub, GitLab, Azure DevOps or Bitbucket."
    )
