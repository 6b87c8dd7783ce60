"""A GitHub and a GitLab on loopback: they hold requests to what is published, keep what is posted, and go wrong.

Each keeps one pull or merge request of one repository. What a request does against the published operations is in
`objections`, which every test expects to be empty.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, ClassVar, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from testfix_pipeline_tests.forges.published_operations import GITHUB, GITLAB, Operation
from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

TOKEN = "glpat-SECRETsecretSECRET0123456789"
PAGE = 3  # entries, whatever is asked for: paging happens in every test


@dataclass
class Fault:
    """What goes wrong with the next `times` requests of a method whose path holds `path`.

    status: of the answer; 0 for a `kind`: hang and stall (no or half an answer until the server ends), reset, not_json.
    is_late: the request is carried out all the same.
    """

    status: int = 0
    kind: Literal["", "hang", "stall", "reset", "not_json"] = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = ""
    path: str = ""
    times: int = 1_000
    is_late: bool = False
    says: str = "scripted"

    def strikes(self, method: str, path: str) -> bool:
        """Whether this request is one of those, which then is one less."""
        if self.times < 1 or (self.method and method != self.method) or self.path not in path:
            return False
        self.times -= 1
        return True


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


class _Handler(LoopbackHandler):
    @property
    def forge(self) -> LoopbackForge:
        assert isinstance(self.server.owner, LoopbackForge)
        return self.server.owner

    def _any(self) -> None:
        text = self.body_text()
        asked = Asked(self.command, self.path, self.lower_headers(), json.loads(text) if text else None)
        fault = next((one for one in self.forge.faults if one.strikes(self.command, self.path)), None)
        if fault is None:
            self._send(*self.forge.answer(asked))
            return
        self.forge.answer(asked) if fault.is_late else self.forge.asked.append(asked)
        self._go_wrong(fault)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _any

    def _go_wrong(self, fault: Fault) -> None:
        if fault.status:
            self._send(fault.status, [] if fault.status == 200 else {"message": fault.says}, fault.headers)
        elif fault.kind == "hang":
            self.forge.ended.wait()
        elif fault.kind == "not_json":
            self.send(200, b"<html>Welcome to the hotel's network</html>")
        elif fault.kind == "reset":
            self.reset()
        else:
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"[")
            self.wfile.flush()
            self.forge.ended.wait()

    def _send(self, status: int, data: Any, headers: Mapping[str, str] | None = None) -> None:
        extra = dict(headers or {})
        if isinstance(data, list):
            page = int(parse_qs(urlsplit(self.path).query).get("page", ["1"])[0])
            if data[page * PAGE :]:
                here = f"{self.forge.address}{urlsplit(self.path).path.removeprefix(self.forge.prefix)}"
                extra["Link"] = f'<{here}?page={page + 1}>; rel="next", <{here}?page=9>; rel="last"'
            data = data[(page - 1) * PAGE : page * PAGE]
        self.send(status, json.dumps(data).encode(), extra)


class LoopbackForge(LoopbackServer):
    """Use it in a `with` block. `files`: of the head, by path; `shown`: the diff of the request, by path."""

    handler = _Handler
    operations: Sequence[Operation]
    prefix = ""

    def __init__(self, head: str = "f" * 40, files: Mapping[str, str] | None = None, **shown: str) -> None:
        """files: git's ids of the contents at the head, by path."""
        super().__init__()
        self.head, self.files, self.shown = head, dict(files or {}), shown
        self.comments: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.branches: dict[str, Any] = {}
        self.blobs: dict[str, str] = {}
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self.objections: list[str] = []
        self._lock = threading.Lock()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        assert not self.errors, self.errors

    @property
    def address(self) -> str:
        return f"{super().address}{self.prefix}"

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """Status and body. What does not fit the published operations is noted, and refused as the real one would."""
        path, _, query = asked.path.removeprefix(self.prefix).partition("?")
        with self._lock:
            self.asked.append(asked)
            if not self.is_known(asked.headers):
                return 401, {"message": "401 Unauthorized"}
            for operation in self.operations:
                parts = operation.parts(path) if operation.method == asked.method else None
                if parts is not None:
                    wrong = operation.objections(query, asked.body)
                    self.objections += wrong
                    return (422, {"message": wrong[0]}) if wrong else self.carry_out(operation, parts, asked.body)
            self.objections.append(f"no such operation: {asked.method} {path}")
            return 404, {"message": "Not Found"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        raise NotImplementedError

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        raise NotImplementedError

    def _add(self, entries: list[dict[str, Any]], entry: dict[str, Any]) -> dict[str, Any]:
        entries.append({"id": 100 + len(self.comments) + len(self.lines), **entry})
        return entries[-1]


class LoopbackGitHub(LoopbackForge):
    """The token is a job's: it may not ask who it is, and writes as a bot."""

    operations = GITHUB
    bot: ClassVar = {"login": "github-actions[bot]", "type": "Bot"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        version, accept = headers.get("x-github-api-version"), headers.get("accept")
        if (version, accept) != ("2022-11-28", "application/vnd.github+json") or "user-agent" not in headers:
            self.objections.append(f"headers {version}, {accept}")
        return headers.get("authorization") == f"Bearer {TOKEN}"

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        name = f"{operation.method} {operation.path.removeprefix('/repos/{owner}/{repo}')}"
        if name == "GET /user":
            return 403, {"message": "Resource not accessible by integration"}
        if name == "GET /issues/{number}/comments":
            return 200, self.comments
        if name == "POST /issues/{number}/comments":
            return 201, self._add(self.comments, {"user": self.bot, **body, "html_url": "https://forge.example/c/1"})
        if name == "PATCH /issues/comments/{id}":
            return self._edit(self.comments, parts["id"], body)
        if name == "GET /pulls/{number}":
            return 200, {"number": 7, "head": {"sha": self.head}}
        if name == "GET /pulls/{number}/files":
            return 200, [{"filename": path, "status": "modified", "patch": diff} for path, diff in self.shown.items()]
        return self._lines_or_git(name, parts, body)

    def _lines_or_git(self, name: str, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if name == "GET /pulls/{number}/comments":
            return 200, self.lines
        if name == "POST /pulls/{number}/comments":
            assert body["commit_id"] == self.head
            return 201, self._add(self.lines, {"user": self.bot, **body})
        if name == "PATCH /pulls/comments/{id}":
            return self._edit(self.lines, parts["id"], body)
        if name == "GET /contents/{rest}":
            sha = self.files.get(unquote(parts["rest"]))
            return (200, {"type": "file", "sha": sha}) if sha else (404, {"message": "Not Found"})
        if name == "GET /git/ref/{rest}":
            known = self.branches.get(unquote(parts["rest"]).removeprefix("heads/"))
            return (200, {"ref": parts["rest"]}) if known else (404, {"message": "Not Found"})
        if name == "GET /git/commits/{sha}":
            return 200, {"sha": parts["sha"], "tree": {"sha": "t" * 40}}
        return self._make(name, body)

    def _make(self, name: str, body: Any) -> tuple[int, Any]:
        if name == "POST /git/refs":
            self.branches[body["ref"].removeprefix("refs/heads/")] = body["sha"]
            return 201, body
        sha = f"{len(self.blobs):040x}"
        self.blobs[sha] = json.dumps(body)
        return 201, {"sha": sha}

    def _edit(self, entries: list[dict[str, Any]], number: str, body: Any) -> tuple[int, Any]:
        known = next((one for one in entries if one["id"] == int(number)), None)
        if known is None:
            return 404, {"message": "Not Found"}
        known.update(body)
        return 200, known


class LoopbackGitLab(LoopbackForge):
    """The token is a bot's of the project."""

    operations = GITLAB
    prefix = "/api/v4"
    me: ClassVar = {"id": 42, "username": "project_5_bot"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        return headers.get("private-token") == TOKEN

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        name = f"{operation.method} {operation.path.removeprefix('/projects/{project}')}"
        refs = {"base_sha": "b" * 40, "start_sha": "a" * 40, "head_sha": self.head}
        if name == "GET /user":
            return 200, self.me
        if name == "GET /merge_requests/{iid}":
            return 200, {"iid": 7, "web_url": "https://forge.example/mr/7", "diff_refs": refs}
        if name == "GET /merge_requests/{iid}/notes":
            return 200, [*self.comments, *self.lines]
        if name == "POST /merge_requests/{iid}/notes":
            return 201, self._add(self.comments, {"type": None, "author": self.me, **body})
        if name == "PUT /merge_requests/{iid}/notes/{id}":
            known = next((one for one in [*self.comments, *self.lines] if one["id"] == int(parts["id"])), None)
            return (200, known.update(body) or known) if known else (404, {"message": "404 Note Not Found"})
        if name == "POST /merge_requests/{iid}/discussions":
            return 201, {"id": "d", "notes": [self._add(self.lines, {"type": "DiffNote", "author": self.me, **body})]}
        return self._repository(name, parts, body)

    def _repository(self, name: str, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if name == "GET /merge_requests/{iid}/diffs":
            flags = {"new_file": False, "renamed_file": False, "deleted_file": False}
            return 200, [
                {"old_path": path, "new_path": path, "diff": diff, **flags} for path, diff in self.shown.items()
            ]
        if name == "GET /repository/files/{file}":
            blob = self.files.get(unquote(parts["file"]))
            return (200, {"blob_id": blob}) if blob else (404, {"message": "404 File Not Found"})
        if name == "GET /repository/branches/{branch}":
            known = self.branches.get(unquote(parts["branch"]))
            return (200, {"name": parts["branch"]}) if known else (404, {"message": "404 Branch Not Found"})
        self.branches[body["branch"]] = body
        return 201, {"id": "c" * 40}
