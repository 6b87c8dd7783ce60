"""A merge request on GitLab, by version 4 of its REST interface."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.diff_lines import shown_lines
from testfix_pipeline.forges.forge import PatchForge, present_labels
from testfix_pipeline.forges.github import withdrawn
from testfix_pipeline.forges.port import (
    ChangeRequestFile,
    CommittedFile,
    FixBranch,
    RequestComment,
    RequestState,
    Suggestion,
)

DEVELOPER = 30  # the least role that may push, of GitLab's `access_level`


class GitLab(PatchForge):
    """The merge request of a job."""

    name = "GitLab"
    request = "merge request"
    rights = "The token needs the scope `api` and the role Developer; a CI_JOB_TOKEN may not write comments."

    def __init__(self, job: CiJob, **client: Any) -> None:
        super().__init__(job, **client)
        self._project = f"/projects/{quote(job.repository, safe='')}"
        self._request = f"{self._project}/merge_requests/{job.number}"

    def _authorization(self) -> tuple[str, str]:
        return "PRIVATE-TOKEN", self._job.token

    def comments(self) -> Iterator[RequestComment]:
        return (one for one in self._notes() if one.raw.get("type") != "DiffNote" and not one.raw.get("system"))

    def _notes(self) -> Iterator[RequestComment]:
        return map(_comment, self._client.pages(f"{self._request}/notes", {"sort": "asc", "order_by": "created_at"}))

    def labels(self) -> list[RequestComment]:
        events = self._client.pages(f"{self._request}/resource_label_events")
        return present_labels(
            (one["action"] == "add", _comment({**one, "author": one.get("user"), "body": one["label"]["name"]}))
            for one in events
            if one.get("label")
        )

    def may_write(self, author: str) -> bool:
        found = self._client.find(f"{self._project}/members/all/{quote(author, safe='')}")
        return found is not None and found["state"] == "active" and int(found["access_level"]) >= DEVELOPER

    def state(self) -> RequestState:
        found = self._client.ask("GET", self._request)
        refs, is_fork = found["diff_refs"], found["source_project_id"] != found["target_project_id"]
        return RequestState(str(refs["head_sha"]), str(refs["start_sha"]), is_fork)

    def _post(self, body: str) -> str:
        return self._address(self._client.ask("POST", f"{self._request}/notes", {"body": body})["id"])

    def _edit(self, comment: RequestComment, body: str) -> str:
        self._client.ask("PUT", f"{self._request}/notes/{comment.id}", {"body": body})
        return self._address(comment.id)

    def _address(self, note: object) -> str:
        return f"{self._client.ask('GET', self._request)['web_url']}#note_{note}"

    def _me(self) -> str:
        return str(self._client.ask("GET", "/user")["id"])

    def blob(self, path: str, commit: str) -> str:
        found = self._client.find(f"{self._project}/repository/files/{quote(path, safe='')}", {"ref": commit})
        return str(found["blob_id"]) if found else ""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        return [
            ChangeRequestFile(one["new_path"], shown_lines(one["diff"]), one["old_path"])
            for one in self._client.pages(f"{self._request}/diffs")
            if one["new_path"] in paths and not one["deleted_file"]
        ]

    def _suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        refs: Mapping[str, Any] = self._client.ask("GET", self._request)["diff_refs"]
        there = [one.raw for one in self.own(self._notes(), marker) if _is_live(one.raw, refs["head_sha"])]
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


def _comment(one: Mapping[str, Any]) -> RequestComment:
    author = one.get("author") or {}
    name, text = str(author.get("username") or ""), str(one.get("body") or "")
    return RequestComment(str(one["id"]), str(author.get("id") or ""), name, text, raw=one)


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
