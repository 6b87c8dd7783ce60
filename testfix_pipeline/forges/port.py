"""The interfaces of a forge: of a request with its comments, and of one that also takes patches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from testfix_pipeline.core.errors import PipelineError


class ForgeError(PipelineError):
    """A failed request to a forge. `status`: of its answer, 0 without one.

    unsure: whether the request may have been carried out nevertheless.
    """

    exit_code = 1

    def __init__(self, what: str, next_step: str = "", *, status: int = 0, unsure: bool = False) -> None:
        super().__init__(what, next_step)
        self.status = status
        self.unsure = unsure


@dataclass(frozen=True)
class RequestState:
    """The commits of a request. base: the head of the branch that it is for; is_fork: its code is from elsewhere."""

    head: str
    base: str
    is_fork: bool


@dataclass(frozen=True)
class RequestComment:
    """A comment on a request, or a label on it, with who put it there.

    author: as the forge identifies the account; name: as people do. is_person: whether the forge calls it no bot.
    """

    id: str
    author: str
    name: str
    text: str
    is_person: bool = True
    raw: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PostedComment:
    """A posted comment. `address`: its page; `is_new`: whether it was created now."""

    address: str
    is_new: bool


@dataclass(frozen=True)
class ChangeRequestFile:
    """A file of a change request, and its former path.

    lines: the line numbers (from 1) that its diff shows, each with the number before the change, None for a new line.
    """

    path: str
    lines: Mapping[int, int | None]
    old_path: str = ""


@dataclass(frozen=True)
class Suggestion:
    """A replacement of the lines `first` to `last` (from 1, of the head's content) of a file."""

    path: str
    first: int
    last: int
    replacement: Sequence[str]


@dataclass(frozen=True)
class CommittedFile:
    """A file for a commit: `content` None deletes it, `mode` is git's (100644 or 100755)."""

    path: str
    content: bytes | None
    mode: str = "100644"
    is_new: bool = False


@dataclass(frozen=True)
class FixBranch:
    """A branch with one commit on top of `parent`."""

    name: str
    parent: str
    message: str
    files: Sequence[CommittedFile] = field(default_factory=tuple)


class Forge(Protocol):
    """A pull or merge request of one repository. Every method raises ForgeError.

    Every method may be repeated: existing objects are not created again.
    """

    name: str

    def put_comment(self, marker: str, body: str) -> PostedComment:
        """Edit our comment that begins with `marker`, or post it. `body` begins with the marker."""

    def edit_comment(self, marker: str, body: str) -> PostedComment | None:
        """Edit our comment that begins with `marker`; return None, and post nothing, if there is none."""

    def comments(self) -> Iterable[RequestComment]:
        """Return the comments on the request as a whole, oldest first."""

    def own(self, comments: Iterable[RequestComment], marker: str) -> Iterable[RequestComment]:
        """Return those of the comments that we wrote and that begin with `marker`."""

    def labels(self) -> Iterable[RequestComment]:
        """Return the labels on the request; none where the forge does not say who set them."""

    def may_write(self, comment: RequestComment) -> bool:
        """Whether the comment's author may push to the repository, as the forge says now."""

    def state(self) -> RequestState:
        """Return the present commits of the request."""


@runtime_checkable
class PatchForge(Forge, Protocol):
    """A forge on which a fix is also offered as suggestions or as a branch."""

    def blob(self, path: str, commit: str) -> str:
        """Return git's id of a file's content at a commit, "" if there is no such file."""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        """Return those of the paths that the request changes."""

    def suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        """Post each new suggestion with its body (which begins with `marker`) at its lines.

        Our earlier ones at lines of the present head that are not among them are withdrawn. Returns their present
        number.
        """

    def put_branch(self, branch: FixBranch) -> str:
        """Create the branch unless it exists; return its name."""
