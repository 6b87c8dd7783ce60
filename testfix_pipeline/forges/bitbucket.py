"""A pull request on Bitbucket Cloud, by version 2.0 of its REST interface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from testfix_pipeline.forges.forge import Forge
from testfix_pipeline.forges.port import RequestComment, RequestState


class Bitbucket(Forge):
    """The pull request of a job. Bitbucket has no labels."""

    name = "Bitbucket"
    rights = "The token needs `pullrequest:write`, and `repository:admin` to know who may write."

    @property
    def _pull(self) -> str:
        return f"/repositories/{self._job.repository}/pullrequests/{self._job.number}"

    def own(self, comments: Iterable[RequestComment], marker: str) -> Iterator[RequestComment]:
        return super().own(comments, _hidden(marker))

    def comments(self) -> Iterator[RequestComment]:
        for one in self._client.pages(f"{self._pull}/comments", size="pagelen"):
            if not one.get("deleted") and not one.get("inline"):
                user = one.get("user") or {}
                name, text = str(user.get("display_name") or ""), str(one["content"].get("raw") or "")
                yield RequestComment(str(one["id"]), str(user.get("uuid") or ""), name, text, _is_person(user))

    def may_write(self, author: str) -> bool:
        workspace, _, slug = self._job.repository.partition("/")
        path = f"/workspaces/{workspace}/permissions/repositories/{slug}"
        asked = {"q": f'user.uuid="{author}"'}
        found = self._client.pages(path, asked, "pagelen")
        return any(one["user"]["uuid"] == author and one["permission"] in ("write", "admin") for one in found)

    def state(self) -> RequestState:
        found = self._client.ask("GET", self._pull)
        head, base = (str(found[side]["commit"]["hash"]) for side in ("source", "destination"))
        source, target = ((found[side].get("repository") or {}).get("uuid") for side in ("source", "destination"))
        head = self._job.head if self._job.head.startswith(head) else head  # it gives 12 digits
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
