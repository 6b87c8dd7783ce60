"""A pull request on GitHub, or on a GitHub Enterprise Server, by its REST interface of version 2022-11-28."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.diff_lines import shown_lines
from testfix_pipeline.forges.forge_errors import Access
from testfix_pipeline.forges.port import ChangeRequestFile, FixBranch, PostedComment, Suggestion
from testfix_pipeline.forges.rest_client import RestClient

RIGHTS = "The job needs `permissions: pull-requests: write`, and `contents: write` for a branch."
HEADERS = {
    "Accept": "application/vnd.github+json",
    "X-GitHub-Api-Version": "2022-11-28",
    "User-Agent": "testfix-pipeline",
}


class GitHub:
    """The pull request of a job."""

    name = "GitHub"

    def __init__(self, job: CiJob, **client: Any) -> None:
        """client: further arguments of RestClient."""
        access = Access(self.name, "pull request", job.token_variable, RIGHTS, job.token)
        self._client = RestClient(job.interface, access, ("Authorization", f"Bearer {job.token}"), HEADERS, **client)
        self._repository, self._number = f"/repos/{job.repository}", job.number
        self._pull = f"{self._repository}/pulls/{job.number}"

    def put_comment(self, marker: str, body: str) -> PostedComment:
        """Edit our comment that begins with `marker`, or post it."""
        return self._client.until_sure(lambda: self.edit_comment(marker, body) or self._new_comment(body))

    def edit_comment(self, marker: str, body: str) -> PostedComment | None:
        """Edit our comment that begins with `marker`; return None if there is none."""
        known = next(self._own(f"{self._repository}/issues/{self._number}/comments", marker), None)
        if known is None:
            return None
        edited = self._client.ask("PATCH", f"{self._repository}/issues/comments/{known['id']}", {"body": body})
        return PostedComment(str(edited["html_url"]), is_new=False)

    def _new_comment(self, body: str) -> PostedComment:
        made = self._client.ask("POST", f"{self._repository}/issues/{self._number}/comments", {"body": body})
        return PostedComment(str(made["html_url"]), is_new=True)

    def _own(self, path: str, marker: str) -> Iterator[dict[str, Any]]:
        """Return our comments that begin with the marker, which anyone may write."""
        found = [one for one in self._client.pages(path) if str(one.get("body") or "").startswith(marker)]
        login = self._login() if found else ""
        for one in found:
            author = one.get("user") or {}
            if author.get("login") == login if login else author.get("type") == "Bot":
                yield one

    def _login(self) -> str:
        """Return our login; "" for the token of a job or an app, which may not ask and writes as a bot."""
        found = self._client.find("/user", but=403)
        return str(found["login"]) if found else ""

    def head(self) -> str:
        """The commit at the head of the pull request."""
        return str(self._client.ask("GET", self._pull)["head"]["sha"])

    def blob(self, path: str, commit: str) -> str:
        """Return git's id of a file's content at a commit, "" if there is no such file."""
        found = self._client.find(f"{self._repository}/contents/{quote(path)}", {"ref": commit})
        return str(found["sha"]) if isinstance(found, dict) else ""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        """Return those of the paths that the pull request changes."""
        return [
            ChangeRequestFile(one["filename"], shown_lines(one.get("patch") or ""))
            for one in self._client.pages(f"{self._pull}/files")
            if one["filename"] in paths and one["status"] != "removed"
        ]

    def suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        """Post each new suggestion at its lines; withdraw our earlier ones that are not among them."""
        return self._client.until_sure(lambda: self._suggest(marker, suggestions))

    def _suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        # one that the forge calls outdated has no line any more
        there = [one for one in self._own(f"{self._pull}/comments", marker) if one.get("line")]
        wanted = {(one.path, one.last, body) for one, body in suggestions}
        for old in there:
            if (old["path"], old["line"], old["body"]) not in wanted:
                path = f"{self._repository}/pulls/comments/{old['id']}"
                self._client.ask("PATCH", path, {"body": withdrawn(marker)})
        known = {(old["path"], old["line"], old["body"]) for old in there}
        missing = [(one, body) for one, body in suggestions if (one.path, one.last, body) not in known]
        head = self.head() if missing else ""
        for one, body in missing:
            self._client.ask("POST", f"{self._pull}/comments", _review_comment(one, body, head))
        return len(suggestions)

    def put_branch(self, branch: FixBranch) -> str:
        """Create the branch unless it exists; return its name."""
        return self._client.until_sure(lambda: self._put_branch(branch))

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


def withdrawn(marker: str) -> str:
    """Return the text that replaces an outdated suggestion."""
    return f"{marker}\nWithdrawn: this is no longer the fix."


def _review_comment(one: Suggestion, body: str, head: str) -> dict[str, Any]:
    place = {"path": one.path, "line": one.last, "side": "RIGHT"}
    several = {"start_line": one.first, "start_side": "RIGHT"} if one.first < one.last else {}
    return {"body": body, "commit_id": head, **place, **several}
