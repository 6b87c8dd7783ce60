"""A pull request on Azure DevOps Services or Server, by version 7.1 of its REST interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.forge import Forge
from testfix_pipeline.forges.port import RequestComment, RequestState

GIT_REPOSITORIES = "2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87"  # the security namespace; CONTRIBUTE is one of its bits
CONTRIBUTE = 4
VERSION = {"api-version": "7.1"}


class AzureDevOps(Forge):
    """The pull request of a job. Its labels do not count: nothing says who set them."""

    name = "Azure DevOps"
    rights = "The build service needs `Contribute to pull requests`, and `View permissions` to know who may write."

    def __init__(self, job: CiJob, **client: Any) -> None:
        super().__init__(job, **client)
        self._identities = self._client_at(_identity_service(job.interface))
        project, _, repository = job.repository.partition("/")
        self._pull = f"/{project}/_apis/git/repositories/{repository}/pullRequests/{job.number}"
        self._page = f"{job.interface.rstrip('/')}/{project}/_git/{repository}/pullrequest/{job.number}"

    def comments(self) -> Iterator[RequestComment]:
        for thread in self._client.pages(f"{self._pull}/threads", VERSION, size=""):
            if not thread.get("threadContext"):
                for one in thread["comments"]:
                    if one.get("commentType") == "text" and not one.get("isDeleted"):
                        author, place = one.get("author") or {}, f"{thread['id']}/comments/{one['id']}"
                        name, text = str(author.get("displayName") or ""), str(one.get("content") or "")
                        yield RequestComment(place, str(author.get("id") or ""), name, text)

    def may_write(self, author: str) -> bool:
        asked = {"identityIds": author, **VERSION}
        found = list(self._identities.pages("/_apis/identities", asked, size=""))
        descriptor = str((found[0] or {}).get("descriptor") or "") if found else ""
        if not descriptor:
            return False
        asked = {
            "token": f"repoV2/{self._job.repository}",
            "descriptors": descriptor,
            "includeExtendedInfo": "true",
            **VERSION,
        }
        lists = self._client.pages(f"/_apis/accesscontrollists/{GIT_REPOSITORIES}", asked, size="")
        entries = [one["acesDictionary"].get(descriptor, {}).get("extendedInfo") or {} for one in lists]
        return any(
            int(one.get("effectiveAllow", 0)) & CONTRIBUTE and not int(one.get("effectiveDeny", 0)) & CONTRIBUTE
            for one in entries
        )

    def state(self) -> RequestState:
        found = self._client.ask("GET", self._pull, query=VERSION)
        head, base = (str(found[f"lastMerge{side}Commit"]["commitId"]) for side in ("Source", "Target"))
        return RequestState(head, base, bool(found.get("forkSource")))

    def _post(self, body: str) -> str:
        # closed: an open thread can keep the request from being completed
        thread = {"comments": [{"parentCommentId": 0, "content": body, "commentType": "text"}], "status": "closed"}
        made = self._client.ask("POST", f"{self._pull}/threads", thread, VERSION)
        return f"{self._page}?discussionId={made['id']}"

    def _edit(self, comment: RequestComment, body: str) -> str:
        self._client.ask("PATCH", f"{self._pull}/threads/{comment.id}", {"content": body}, VERSION)
        return f"{self._page}?discussionId={comment.id.partition('/')[0]}"

    def _me(self) -> str:
        found = self._client.ask("GET", "/_apis/connectionData", query={"api-version": "7.1-preview"})
        return str(found["authenticatedUser"]["id"])


def _identity_service(collection: str) -> str:
    """Return the address at which a collection's identities are asked for: a host of its own in the cloud alone."""
    cloud = collection.replace("://dev.azure.com/", "://vssps.dev.azure.com/")
    return cloud.replace(".visualstudio.com", ".vssps.visualstudio.com")
