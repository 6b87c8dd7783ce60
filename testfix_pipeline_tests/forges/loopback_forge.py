"""Four forges on loopback: they hold requests to what is published, keep what is posted, and go wrong.

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

from testfix_pipeline_tests.forges.published_operations import AZURE, BITBUCKET, GITHUB, GITLAB, Operation
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
        if isinstance(data, dict) and isinstance(data.get("values"), list):
            page = int(parse_qs(urlsplit(self.path).query).get("page", ["1"])[0])
            here = f"{self.forge.address}{urlsplit(self.path).path.removeprefix(self.forge.prefix)}?page={page + 1}"
            following = {"next": here} if data["values"][page * PAGE :] else {}
            data = {"values": data["values"][(page - 1) * PAGE : page * PAGE], **following}
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
        self.writers: set[str] = set()
        self.is_fork, self.base = False, "b" * 40
        self.label_events: list[tuple[str, str, bool]] = []
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

    def say(self, author: str, text: str) -> str:
        """Add a comment of a person; return its id, as the adapter gives it."""
        raise NotImplementedError

    def label(self, author: str, name: str, *, is_set: bool = True) -> None:
        """Set or remove a label."""
        self.label_events.append((author, name, is_set))

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
        if name == "GET /issues/{number}/events":
            return 200, [
                {
                    "id": 1,
                    "event": "labeled" if is_set else "unlabeled",
                    "actor": _github_user(who),
                    "label": {"name": what},
                }
                for who, what, is_set in self.label_events
            ]
        if name == "GET /collaborators/{login}/permission":
            return 200, {"permission": "write" if parts["login"] in self.writers else "read"}
        if name == "GET /pulls/{number}":
            source = None if self.is_fork else {"id": 1}
            return 200, {
                "number": 7,
                "head": {"sha": self.head, "repo": source},
                "base": {"sha": self.base, "repo": {"id": 1}},
            }
        if name == "GET /pulls/{number}/files":
            return 200, [{"filename": path, "status": "modified", "patch": diff} for path, diff in self.shown.items()]
        return self._lines_or_git(name, parts, body)

    def say(self, author: str, text: str) -> str:
        return str(self._add(self.comments, {"user": _github_user(author), "body": text, "html_url": ""})["id"])

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


def _github_user(login: str) -> dict[str, str]:
    return {"login": login, "type": "User"}


class LoopbackGitLab(LoopbackForge):
    """The token is a bot's of the project."""

    operations = GITLAB
    prefix = "/api/v4"
    me: ClassVar = {"id": 42, "username": "project_5_bot"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        return headers.get("private-token") == TOKEN

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        name = f"{operation.method} {operation.path.removeprefix('/projects/{project}')}"
        refs = {"base_sha": "a" * 40, "start_sha": self.base, "head_sha": self.head}
        if name == "GET /user":
            return 200, self.me
        if name == "GET /merge_requests/{iid}":
            projects = {"source_project_id": 6 if self.is_fork else 5, "target_project_id": 5}
            return 200, {"iid": 7, "web_url": "https://forge.example/mr/7", "diff_refs": refs, **projects}
        if name == "GET /merge_requests/{iid}/resource_label_events":
            return 200, [
                {"id": 1, "action": "add" if is_set else "remove", "user": _gitlab_user(who), "label": {"name": what}}
                for who, what, is_set in self.label_events
            ]
        if name == "GET /members/all/{user}":
            found = next((who for who in self.writers if str(_gitlab_user(who)["id"]) == parts["user"]), "")
            return (200, {"state": "active", "access_level": 30}) if found else (404, {"message": "404 Not found"})
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

    def say(self, author: str, text: str) -> str:
        note = {"type": None, "system": False, "author": _gitlab_user(author), "body": text}
        return str(self._add(self.comments, note)["id"])

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


def _gitlab_user(name: str) -> dict[str, Any]:
    return {"id": 1000 + sum(name.encode()), "username": name}


class LoopbackAzure(LoopbackForge):
    """The token is a build service's. Every comment is a thread of its own."""

    operations = AZURE
    prefix = "/shop"
    me: ClassVar = {"id": "build-service", "displayName": "Shop Build Service"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        return headers.get("authorization") == f"Bearer {TOKEN}"

    def answer(self, asked: Asked) -> tuple[int, Any]:
        query = parse_qs(urlsplit(asked.path).query)
        if not query.get("api-version", [""])[0].startswith("7.1"):
            self.objections.append(f"no version: {asked.path}")
        self.query = query
        return super().answer(asked)

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        name = f"{operation.method} {operation.path.rpartition('{number}')[2] or '/'}"
        if "number" in parts:
            return self._request(name, parts, body)
        if "namespace" in parts:
            descriptor = self.query["descriptors"][0]
            may = descriptor.removeprefix("Claims;") in self.writers
            entry = {"allow": 0, "deny": 0, "extendedInfo": {"effectiveAllow": 6 if may else 2}}
            known = self.query["includeExtendedInfo"] == ["true"] and self.query["token"] == ["repoV2/p-1/r-1"]
            return 200, {"value": [{"acesDictionary": {descriptor: entry} if known else {}}]}
        if operation.path.endswith("/identities"):
            return 200, {"value": [{"descriptor": f"Claims;{self.query['identityIds'][0].removeprefix('id-')}"}]}
        return 200, {"authenticatedUser": self.me}

    def _request(self, name: str, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if name == "GET /":
            commits = {
                "lastMergeSourceCommit": {"commitId": self.head},
                "lastMergeTargetCommit": {"commitId": self.base},
            }
            return 200, {**commits, **({"forkSource": {"name": "refs/heads/x"}} if self.is_fork else {})}
        if name == "GET /threads":
            threads = [{"id": one["id"], "threadContext": None, "comments": [one["comment"]]} for one in self.comments]
            votes = {"id": 9, "comments": [{"id": 1, "commentType": "system", "content": "@testfix fix"}]}
            gone = {"id": 10, "comments": [{"id": 1, "commentType": "text", "isDeleted": True}]}
            return 200, {"value": [votes, gone, *threads]}
        if name == "POST /threads":
            return 200, {"id": self._start(self.me, body["comments"][0]["content"])}
        known = next((one for one in self.comments if one["id"] == int(parts["thread"])), None)
        if known is None:
            return 404, {"message": "not found"}
        known["comment"].update(body)
        known["body"] = body["content"]
        return 200, known["comment"]

    def _start(self, author: Mapping[str, str], text: str) -> int:
        comment = {"id": 1, "commentType": "text", "author": author, "content": text}
        return int(self._add(self.comments, {"comment": comment, "body": text})["id"])

    def say(self, author: str, text: str) -> str:
        return f"{self._start({'id': f'id-{author}', 'displayName': author}, text)}/comments/1"


class LoopbackBitbucket(LoopbackForge):
    """The token is the repository's: it may not ask who it is, and writes as a bot."""

    operations = BITBUCKET
    prefix = "/2.0"
    bot: ClassVar = {"type": "app_user", "display_name": "testfix", "uuid": "{bot}"}

    def is_known(self, headers: Mapping[str, str]) -> bool:
        return headers.get("authorization") == f"Bearer {TOKEN}"

    def carry_out(self, operation: Operation, parts: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if operation.path == "/user":
            return 403, {"type": "error", "error": {"message": "Token is invalid or not supported for this endpoint."}}
        if "permissions" in operation.path:
            # the whole list, as if the filter did nothing
            people = {"reader": "read", **dict.fromkeys(self.writers, "write")}
            return 200, _page([{"user": {"uuid": f"{{{who}}}"}, "permission": what} for who, what in people.items()])
        if operation.path.endswith("{number}"):
            source = {
                "commit": {"hash": self.head[:12]},
                "repository": {"uuid": "{fork}" if self.is_fork else "{shop}"},
            }
            return 200, {
                "source": source,
                "destination": {"commit": {"hash": self.base[:12]}, "repository": {"uuid": "{shop}"}},
            }
        if operation.method == "GET":
            lines = [{"id": 1, "inline": {"path": "a.py"}, "user": None, "content": {"raw": "@testfix fix"}}]
            return 200, _page([*lines, *self.comments])
        if operation.method == "POST":
            return 201, self._comment(self.bot, body["content"]["raw"])
        known = next((one for one in self.comments if one["id"] == int(parts["id"])), None)
        if known is None:
            return 404, {"type": "error", "error": {"message": "No such comment"}}
        known.update(content=body["content"], body=body["content"]["raw"])
        return 200, known

    def _comment(self, user: Mapping[str, str], text: str) -> dict[str, Any]:
        links = {"html": {"href": "https://forge.example/c/1"}}
        return self._add(self.comments, {"user": user, "content": {"raw": text}, "body": text, "links": links})

    def say(self, author: str, text: str) -> str:
        return str(self._comment({"type": "user", "display_name": author, "uuid": f"{{{author}}}"}, text)["id"])


def _page(values: list[Any]) -> dict[str, Any]:
    return {"values": values}
