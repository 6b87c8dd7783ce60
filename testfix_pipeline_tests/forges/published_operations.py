"""The operations of the two interfaces that we use, as published: methods, paths, queries, bodies as JSON schemas.

GitHub: from its OpenAPI description of version 2022-11-28, by way of the models that the package
githubkit-schemas-2022-11-28 26.10.21 generates from it. GitLab: from the tables of parameters in GitLab's own
documentation, doc/api/{notes,discussions,commits,merge_requests,branches,repository_files,users,members,
resource_label_events}.md. Azure DevOps: version 7.1 of its REST reference (pull requests, their threads and comments,
identities, access control lists). Bitbucket: version 2.0 of its REST reference (pull requests, workspaces, users).
"""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import jsonschema

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
PAGED = {"per_page", "page"}


def record(required: str, **properties: Schema) -> Schema:
    """An object of these properties and no others. required: their names, separated by spaces."""
    return {"type": "object", "required": required.split(), "properties": properties, "additionalProperties": False}


@dataclass(frozen=True)
class Operation:
    """One operation: `path` with `{name}` for a part, `query` its parameters, `body` None where it has none."""

    method: str
    path: str
    query: set[str] = field(default_factory=set)
    body: Schema | None = None

    def parts(self, path: str) -> dict[str, str] | None:
        """The parts of a path by their names, still quoted; None where it is another operation's."""
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path).replace("(?P<rest>[^/]+)", "(?P<rest>.+)")
        found = re.fullmatch(pattern, path)
        return found.groupdict() if found else None

    def objections(self, query: str, body: object) -> list[str]:
        """What is wrong with a request of this operation."""
        unknown = sorted(parse_qs(query).keys() - self.query)
        said = [f"{self.method} {self.path} has no parameters {unknown}"] if unknown else []
        if self.body is None:
            return said + ([f"{self.method} {self.path} has no body"] if body is not None else [])
        errors = jsonschema.Draft202012Validator(self.body).iter_errors(body)
        return said + [f"{self.method} {self.path}: {error.message}" for error in errors]


SIDE: Schema = {"enum": ["LEFT", "RIGHT"]}
TREE_ENTRY = record(
    "",
    path=TEXT,
    mode={"enum": ["100644", "100755", "040000", "160000", "120000"]},
    type={"enum": ["blob", "tree", "commit"]},
    sha={"type": ["string", "null"]},
    content=TEXT,
)
REPO = "/repos/{owner}/{repo}"
GITHUB = (
    Operation("GET", "/user"),
    Operation("GET", f"{REPO}/issues/{{number}}/comments", PAGED | {"since"}),
    Operation("POST", f"{REPO}/issues/{{number}}/comments", body=record("body", body=TEXT)),
    Operation("PATCH", f"{REPO}/issues/comments/{{id}}", body=record("body", body=TEXT)),
    Operation("GET", f"{REPO}/issues/{{number}}/events", PAGED),
    Operation("GET", f"{REPO}/collaborators/{{login}}/permission"),
    Operation("GET", f"{REPO}/pulls/{{number}}"),
    Operation("GET", f"{REPO}/pulls/{{number}}/files", PAGED),
    Operation("GET", f"{REPO}/pulls/{{number}}/comments", PAGED | {"sort", "direction", "since"}),
    Operation(
        "POST",
        f"{REPO}/pulls/{{number}}/comments",
        body=record(
            "body commit_id path",
            body=TEXT,
            commit_id=TEXT,
            path=TEXT,
            side=SIDE,
            line=WHOLE,
            start_line=WHOLE,
            start_side={"enum": ["LEFT", "RIGHT", "side"]},
            in_reply_to=WHOLE,
            subject_type={"enum": ["line", "file"]},
        ),
    ),
    Operation("PATCH", f"{REPO}/pulls/comments/{{id}}", body=record("body", body=TEXT)),
    Operation("GET", f"{REPO}/contents/{{rest}}", {"ref"}),
    Operation("GET", f"{REPO}/git/ref/{{rest}}"),
    Operation("GET", f"{REPO}/git/commits/{{sha}}"),
    Operation(
        "POST", f"{REPO}/git/blobs", body=record("content", content=TEXT, encoding={"enum": ["utf-8", "base64"]})
    ),
    Operation(
        "POST", f"{REPO}/git/trees", body=record("tree", tree={"type": "array", "items": TREE_ENTRY}, base_tree=TEXT)
    ),
    Operation(
        "POST",
        f"{REPO}/git/commits",
        body=record("message tree", message=TEXT, tree=TEXT, parents={"type": "array", "items": TEXT}),
    ),
    Operation("POST", f"{REPO}/git/refs", body=record("ref sha", ref={"pattern": "^refs/.+/"}, sha=TEXT)),
)
POSITION = record(
    "base_sha head_sha start_sha position_type new_path old_path",
    base_sha=TEXT,
    head_sha=TEXT,
    start_sha=TEXT,
    position_type={"enum": ["text", "image", "file"]},
    new_path=TEXT,
    old_path=TEXT,
    new_line=WHOLE,
    old_line=WHOLE,
)
ACTION = record(
    "action file_path",
    action={"enum": ["create", "delete", "move", "update", "chmod"]},
    file_path=TEXT,
    previous_path=TEXT,
    content=TEXT,
    encoding={"enum": ["text", "base64"]},
    last_commit_id=TEXT,
    execute_filemode={"type": "boolean"},
)
PROJECT, REQUEST = "/projects/{project}", "/projects/{project}/merge_requests/{iid}"
GITLAB = (
    Operation("GET", "/user"),
    Operation("GET", REQUEST),
    Operation("GET", f"{REQUEST}/notes", PAGED | {"sort", "order_by"}),
    Operation("POST", f"{REQUEST}/notes", body=record("body", body={**TEXT, "maxLength": 1_000_000}, created_at=TEXT)),
    Operation("PUT", f"{REQUEST}/notes/{{id}}", body=record("body", body={**TEXT, "maxLength": 1_000_000})),
    Operation("GET", f"{REQUEST}/resource_label_events", PAGED),
    Operation("GET", f"{PROJECT}/members/all/{{user}}"),
    Operation("GET", f"{REQUEST}/diffs", PAGED | {"unidiff"}),
    Operation("POST", f"{REQUEST}/discussions", body=record("body", body=TEXT, commit_id=TEXT, position=POSITION)),
    Operation("GET", f"{PROJECT}/repository/files/{{file}}", {"ref"}),
    Operation("GET", f"{PROJECT}/repository/branches/{{branch}}"),
    Operation(
        "POST",
        f"{PROJECT}/repository/commits",
        body=record(
            "branch commit_message actions",
            branch=TEXT,
            commit_message=TEXT,
            start_branch=TEXT,
            start_sha=TEXT,
            actions={"type": "array", "items": ACTION},
            author_email=TEXT,
            author_name=TEXT,
            force={"type": "boolean"},
        ),
    ),
)
VERSION = {"api-version"}
PULL = "/{project}/_apis/git/repositories/{repository}/pullRequests/{number}"
THREAD_COMMENT = record(
    "content", parentCommentId=WHOLE, content=TEXT, commentType={"enum": ["unknown", "text", "codeChange", "system"]}
)
AZURE = (
    Operation("GET", PULL, VERSION | {"maxCommentLength", "includeCommits"}),
    Operation("GET", f"{PULL}/threads", VERSION | {"$iteration", "$baseIteration"}),
    Operation(
        "POST",
        f"{PULL}/threads",
        VERSION,
        record(
            "comments",
            comments={"type": "array", "items": THREAD_COMMENT},
            status={"enum": ["unknown", "active", "fixed", "wontFix", "closed", "byDesign", "pending"]},
        ),
    ),
    Operation("PATCH", f"{PULL}/threads/{{thread}}/comments/{{id}}", VERSION, THREAD_COMMENT),
    Operation("GET", "/_apis/connectionData", VERSION),
    Operation("GET", "/_apis/identities", VERSION | {"identityIds", "subjectDescriptors", "queryMembership"}),
    Operation(
        "GET",
        "/_apis/accesscontrollists/{namespace}",
        VERSION | {"token", "descriptors", "includeExtendedInfo", "recurse"},
    ),
)
PULLREQUEST = "/repositories/{workspace}/{slug}/pullrequests/{number}"
CONTENT = record("content", content=record("raw", raw=TEXT))
BITBUCKET = (
    Operation("GET", "/user"),
    Operation("GET", PULLREQUEST),
    Operation("GET", f"{PULLREQUEST}/comments", {"pagelen", "page", "q", "sort"}),
    Operation("POST", f"{PULLREQUEST}/comments", body=CONTENT),
    Operation("PUT", f"{PULLREQUEST}/comments/{{id}}", body=CONTENT),
    Operation("GET", "/workspaces/{workspace}/permissions/repositories/{slug}", {"pagelen", "page", "q", "sort"}),
)
