"""A pull request on Bitbucket Cloud, by version 2.0 of its REST interface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.commented_request import CommentedRequest
from testfix_pipeline.forges.forge_errors import Access
from testfix_pipeline.forges.port import RequestComment, RequestState
from testfix_pipeline.forges.rest_client import RestClient

RIGHTS = "The token needs `pullrequest:write`, and `repository:admin` to know who may write."
HEADERS = {"Accept": "application/json", "User-Agent": "testfix-pipeline"}


class Bitbucket(CommentedRequest):
    """The pull request of a job. Bitbucket has no labels."""

    name = "Bitbucket"

    def __init__(self, job: CiJob, **client: Any) -> None:
        """client: further arguments of RestClient."""
        access = Access(self.name, "pull request", job.token_variable, RIGHTS, job.token)
        self._client = RestClient(job.interface, access, ("Authorization", f"Bearer {job.token}"), HEADERS, **client)
        self._workspace, self._slug = job.repository.split("/")
        self._pull, self._job_head = f"/repositories/{job.repository}/pullrequests/{job.number}", job.head

    def own(self, comments: Iterable[RequestComment], marker: str) -> Iterator[RequestComment]:
        """Yield our comments that begin with the marker, which anyone may write."""
        return super().own(comments, _hidden(marker))

    def comments(self) -> Iterator[RequestComment]:
        """Return the comments on the pull request as a whole, oldest first."""
        for one in self._client.pages(f"{self._pull}/comments", size="pagelen"):
            if not one.get("deleted") and not one.get("inline"):
                user = one.get("user") or {}
                name, text = str(user.get("display_name") or ""), str(one["content"].get("raw") or "")
                yield RequestComment(str(one["id"]), str(user.get("uuid") or ""), name, text, _is_person(user))

    def may_write(self, comment: RequestComment) -> bool:
        """Whether the comment's author may push to the repository, directly, by groups or by its project."""
        path = f"/workspaces/{self._workspace}/permissions/repositories/{self._slug}"
        asked = {"q": f'user.uuid="{comment.author}"'}
        found = self._client.pages(path, asked, "pagelen") if comment.author else ()
        return any(one["user"]["uuid"] == comment.author and one["permission"] in ("write", "admin") for one in found)

    def state(self) -> RequestState:
        """Return the present commits of the pull request."""
        found = self._client.ask("GET", self._pull)
        head, base = (str(found[side]["commit"]["hash"]) for side in ("source", "destination"))
        source, target = ((found[side].get("repository") or {}).get("uuid") for side in ("source", "destination"))
        head = self._job_head if self._job_head.startswith(head) else head  # it gives 12 digits
        return RequestState(head, base, source is None or source != target)

    def _post(self, body: str) -> str:
        made = self._client.ask("POST", f"{self._pull}/comments", {"content": {"raw": _hidden(body)}})
        return str(made["links"]["html"]["href"])

    def _edit(self, comment: RequestComment, body: str) -> str:
        content = {"content": {"raw": _hidden(body)}}
        return str(self._client.ask("PUT", f"{self._pull}/comments/{comment.id}", content)["links"]["html"]["href"])

    def _me(self) -> str:
        """Return our account; "" for an access token, which may not ask and writes as a bot of its own."""
        found = self._client.find("/user", but=(401, 403))
        return str(found["uuid"]) if found else ""


def _is_person(user: Mapping[str, Any]) -> bool:
    return user.get("type") == "user"


def _hidden(text: str) -> str:
    """Return a text whose marker Bitbucket does not show: HTML's comments it does, unused link references not."""
    return text.replace("<!-- ", "[//]: # (", 1).replace(" -->", ")", 1) if text.startswith("<!-- ") else text
