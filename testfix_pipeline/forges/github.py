"""A pull request on GitHub, or on a GitHub Enterprise Server, by its REST interface of version 2022-11-28."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import quote

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.diff_lines import shown_lines
from testfix_pipeline.forges.forge import PatchForge, present_labels
from testfix_pipeline.forges.port import ChangeRequestFile, FixBranch, RequestComment, RequestState, Suggestion


class GitHub(PatchForge):
    """The pull request of a job."""

    name = "GitHub"
    rights = "The job needs `permissions: pull-requests: write`, and `contents: write` for a branch."
    headers: ClassVar = {
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
        "User-Agent": "testfix-pipeline",
    }

    def __init__(self, job: CiJob, **client: Any) -> None:
        super().__init__(job, **client)
        self._repository, self._number = f"/repos/{job.repository}", job.number
        self._pull = f"{self._repository}/pulls/{job.number}"

    def comments(self) -> Iterator[RequestComment]:
        return map(_comment, self._client.pages(f"{self._repository}/issues/{self._number}/comments"))

    def labels(self) -> list[RequestComment]:
        events = self._client.pages(f"{self._repository}/issues/{self._number}/events")
        return present_labels(
            (one["event"] == "labeled", _comment({**one, "user": one.get("actor"), "body": one["label"]["name"]}))
            for one in events
            if one["event"] in ("labeled", "unlabeled")
        )

    def may_write(self, author: str) -> bool:
        path = f"{self._repository}/collaborators/{quote(author, safe='')}/permission"
        found = self._client.find(path)
        return found is not None and found["permission"] in ("admin", "write")

    def state(self) -> RequestState:
        found = self._client.ask("GET", self._pull)
        source, target = (found[side].get("repo") or {} for side in ("head", "base"))
        is_fork = not source or source.get("id") != target.get("id")
        return RequestState(str(found["head"]["sha"]), str(found["base"]["sha"]), is_fork)

    def _post(self, body: str) -> str:
        made = self._client.ask("POST", f"{self._repository}/issues/{self._number}/comments", {"body": body})
        return str(made["html_url"])

    def _edit(self, comment: RequestComment, body: str) -> str:
        edited = self._client.ask("PATCH", f"{self._repository}/issues/comments/{comment.id}", {"body": body})
        return str(edited["html_url"])

    def _me(self) -> str:
        """Return our login; "" for the token of a job or an app, which may not ask and writes as a bot."""
        found = self._client.find("/user", but=(403,))
        return str(found["login"]) if found else ""

    def blob(self, path: str, commit: str) -> str:
        found = self._client.find(f"{self._repository}/contents/{quote(path)}", {"ref": commit})
        return str(found["sha"]) if isinstance(found, dict) else ""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        return [
            ChangeRequestFile(one["filename"], shown_lines(one.get("patch") or ""))
            for one in self._client.pages(f"{self._pull}/files")
            if one["filename"] in paths and one["status"] != "removed"
        ]

    def _suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        # one that the forge calls outdated has no line any more
        lines = self.own(map(_comment, self._client.pages(f"{self._pull}/comments")), marker)
        there = [one.raw for one in lines if one.raw.get("line")]
        wanted = {(one.path, one.last, body) for one, body in suggestions}
        for old in there:
            if (old["path"], old["line"], old["body"]) not in wanted:
                path = f"{self._repository}/pulls/comments/{old['id']}"
                self._client.ask("PATCH", path, {"body": withdrawn(marker)})
        known = {(old["path"], old["line"], old["body"]) for old in there}
        missing = [(one, body) for one, body in suggestions if (one.path, one.last, body) not in known]
        head = self.state().head if missing else ""
        for one, body in missing:
            self._client.ask("POST", f"{self._pull}/comments", _review_comment(one, body, head))
        return len(suggestions)

    def _put_branch(self, branch: FixBranch) -> str:
        if self._client.find(f"{self._repository}/git/ref/heads/{quote(branch.name)}") is None:
            git = f"{self._repository}/git"
            start = self._client.ask("GET", f"{git}/commits/{branch.parent}")["tree"]["sha"]
            entries = [self._entry(git, file.path, file.mode, file.content) for file in branch.files]
            tree = self._client.ask("POST", f"{git}/trees", {"base_tree": start, "tree": entries})["sha"]
            commit = {"message": branch.message, "tree": tree, "parents": [branch.parent]}
            made = self._client.ask("POST", f"{git}/commits", commit)["sha"]
            self._client.ask("POST", f"{git}/refs", {"ref": f"refs/heads/{branch.name}", "sha": made})
        return branch.name

    def _entry(self, git: str, path: str, mode: str, content: bytes | None) -> dict[str, Any]:
        entry = {"path": path, "mode": mode, "type": "blob"}
        if content is None:
            return {**entry, "sha": None}
        blob = {"content": base64.b64encode(content).decode(), "encoding": "base64"}
        return {**entry, "sha": self._client.ask("POST", f"{git}/blobs", blob)["sha"]}


def _comment(one: Mapping[str, Any]) -> RequestComment:
    user = one.get("user") or {}
    login, is_person = str(user.get("login") or ""), user.get("type") != "Bot"
    return RequestComment(str(one["id"]), login, login, str(one.get("body") or ""), is_person, one)


def withdrawn(marker: str) -> str:
    """Return the text that replaces an outdated suggestion."""
    return f"{marker}\nWithdrawn: this is no longer the fix."


def _review_comment(one: Suggestion, body: str, head: str) -> dict[str, Any]:
    place = {"path": one.path, "line": one.last, "side": "RIGHT"}
    several = {"start_line": one.first, "start_side": "RIGHT"} if one.first < one.last else {}
    return {"body": body, "commit_id": head, **place, **several}
