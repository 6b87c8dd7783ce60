"""A merge request on GitLab, by version 4 of its REST interface."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.diff_lines import shown_lines
from testfix_pipeline.forges.forge_errors import Access
from testfix_pipeline.forges.github import withdrawn
from testfix_pipeline.forges.port import ChangeRequestFile, CommittedFile, FixBranch, PostedComment, Suggestion
from testfix_pipeline.forges.rest_client import RestClient

RIGHTS = "The token needs the scope `api` and the role Developer; a CI_JOB_TOKEN may not write comments."
HEADERS = {"Accept": "application/json", "User-Agent": "testfix-pipeline"}


class GitLab:
    """The merge request of a job."""

    name = "GitLab"

    def __init__(self, job: CiJob, **client: Any) -> None:
        """client: further arguments of RestClient."""
        access = Access(self.name, "merge request", job.token_variable, RIGHTS, job.token)
        self._client = RestClient(job.interface, access, ("PRIVATE-TOKEN", job.token), HEADERS, **client)
        self._project = f"/projects/{quote(job.repository, safe='')}"
        self._request = f"{self._project}/merge_requests/{job.number}"

    def put_comment(self, marker: str, body: str) -> PostedComment:
        """Edit our note that begins with `marker`, or post it."""
        return self._client.until_sure(lambda: self.edit_comment(marker, body) or self._new_note(body))

    def edit_comment(self, marker: str, body: str) -> PostedComment | None:
        """Edit our note that begins with `marker`; return None if there is none."""
        known = next((note for note in self._own(marker) if note.get("type") != "DiffNote"), None)
        if known is None:
            return None
        self._client.ask("PUT", f"{self._request}/notes/{known['id']}", {"body": body})
        return PostedComment(self._address(known["id"]), is_new=False)

    def _new_note(self, body: str) -> PostedComment:
        made = self._client.ask("POST", f"{self._request}/notes", {"body": body})
        return PostedComment(self._address(made["id"]), is_new=True)

    def _address(self, note: object) -> str:
        return f"{self._client.ask('GET', self._request)['web_url']}#note_{note}"

    def _own(self, marker: str) -> Iterator[dict[str, Any]]:
        """Return our notes that begin with the marker, which anyone may write."""
        notes = self._client.pages(f"{self._request}/notes", {"sort": "asc", "order_by": "created_at"})
        found = [note for note in notes if str(note.get("body") or "").startswith(marker)]
        own = self._client.ask("GET", "/user")["id"] if found else None
        yield from (note for note in found if note["author"]["id"] == own)

    def head(self) -> str:
        """The commit at the head of the merge request."""
        return str(self._refs()["head_sha"])

    def _refs(self) -> Mapping[str, Any]:
        refs: Mapping[str, Any] = self._client.ask("GET", self._request)["diff_refs"]
        return refs

    def blob(self, path: str, commit: str) -> str:
        """Return git's id of a file's content at a commit, "" if there is no such file."""
        found = self._client.find(f"{self._project}/repository/files/{quote(path, safe='')}", {"ref": commit})
        return str(found["blob_id"]) if found else ""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        """Return those of the paths that the merge request changes."""
        return [
            ChangeRequestFile(one["new_path"], shown_lines(one["diff"]), one["old_path"])
            for one in self._client.pages(f"{self._request}/diffs")
            if one["new_path"] in paths and not one["deleted_file"]
        ]

    def suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        """Post each new suggestion at its lines; withdraw our earlier ones that are not among them."""
        return self._client.until_sure(lambda: self._suggest(marker, suggestions))

    def _suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        refs = self._refs()
        there = [note for note in self._own(marker) if _is_live(note, refs["head_sha"])]
        wanted = {(one.path, one.first, body) for one, body in suggestions}
        for old in there:
            if _place(old) not in wanted:
                self._client.ask("PUT", f"{self._request}/notes/{old['id']}", {"body": withdrawn(marker)})
        known = {_place(old) for old in there}
        missing = [(one, body) for one, body in suggestions if (one.path, one.first, body) not in known]
        files = {file.path: file for file in self.changed_files([one.path for one, _ in missing])} if missing else {}
        for one, body in missing:
            position = _position(one, files[one.path], refs)
            self._client.ask("POST", f"{self._request}/discussions", {"body": body, "position": position})
        return len(suggestions)

    def put_branch(self, branch: FixBranch) -> str:
        """Create the branch unless it exists; return its name."""
        return self._client.until_sure(lambda: self._put_branch(branch))

    def _put_branch(self, branch: FixBranch) -> str:
        if self._client.find(f"{self._project}/repository/branches/{quote(branch.name, safe='')}") is None:
            commit = {
                "branch": branch.name,
                "start_sha": branch.parent,
                "commit_message": branch.message,
                "actions": [action for file in branch.files for action in _actions(file)],
            }
            self._client.ask("POST", f"{self._project}/repository/commits", commit)
        return branch.name


def _is_live(note: Mapping[str, Any], head: str) -> bool:
    return note.get("type") == "DiffNote" and (note.get("position") or {}).get("head_sha") == head


def _place(note: Mapping[str, Any]) -> tuple[str, int, str]:
    return note["position"]["new_path"], note["position"]["new_line"], note["body"]


def _position(one: Suggestion, file: ChangeRequestFile, refs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position of a suggestion's first line; an unchanged line has an old and a new number."""
    before = file.lines[one.first]
    return {
        "position_type": "text",
        **{name: refs[name] for name in ("base_sha", "start_sha", "head_sha")},
        "old_path": file.old_path or file.path,
        "new_path": file.path,
        "new_line": one.first,
        **({} if before is None else {"old_line": before}),
    }


def _actions(file: CommittedFile) -> list[dict[str, Any]]:
    if file.content is None:
        return [{"action": "delete", "file_path": file.path}]
    content = {"content": base64.b64encode(file.content).decode(), "encoding": "base64"}
    written = {"action": "create" if file.is_new else "update", "file_path": file.path, **content}
    runs = {"action": "chmod", "file_path": file.path, "execute_filemode": True}
    return [written, runs] if file.is_new and file.mode == "100755" else [written]
