"""The operations of a forge. The adapters `github` and `gitlab` implement them; a further forge is one more of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from testfix_pipeline.core.errors import PipelineError


class ForgeError(PipelineError):
    """A forge did not do what it was asked. `status`: of its answer, 0 where none came.

    unsure: whether the request may have been carried out all the same.
    """

    exit_code = 1

    def __init__(self, what: str, next_step: str = "", *, status: int = 0, unsure: bool = False) -> None:
        super().__init__(what, next_step)
        self.status = status
        self.unsure = unsure


@dataclass(frozen=True)
class Posted:
    """A comment that is there now. `address`: where people read it; `is_new`: whether it was not there before."""

    address: str
    is_new: bool


@dataclass(frozen=True)
class ChangeRequestFile:
    """A file of a change request, and what it was called before.

    lines: the line numbers (from 1) that its diff shows, each with the number before the change, None for a new line.
    """

    path: str
    lines: Mapping[int, int | None]
    old_path: str = ""


@dataclass(frozen=True)
class Suggestion:
    """Lines `first` to `last` (from 1, of the head's content) of a file, and the lines that are to replace them."""

    path: str
    first: int
    last: int
    replacement: Sequence[str]


@dataclass(frozen=True)
class CommittedFile:
    """A file as a commit is to have it: `content` None deletes it, `mode` as git writes it (100644 or 100755)."""

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

    What is already there is not made again, so that each may be called twice.
    """

    name: str

    def put_comment(self, marker: str, body: str) -> Posted:
        """Edit our comment that begins with `marker`, or post it. `body` begins with the marker."""

    def edit_comment(self, marker: str, body: str) -> Posted | None:
        """Edit our comment that begins with `marker`; None where there is none, and none is posted."""

    def head(self) -> str:
        """The commit at the head of the request."""

    def blob(self, path: str, commit: str) -> str:
        """Git's id of a file's content at a commit, "" where there is no such file."""

    def changed_files(self, paths: Sequence[str]) -> list[ChangeRequestFile]:
        """Those of the paths that the request changes."""

    def suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        """Post each suggestion with its body (which begins with `marker`) at its lines, unless it is there.

        Ours at lines of the present head that are not among them are withdrawn. Returns how many are there now.
        """

    def put_branch(self, branch: FixBranch) -> str:
        """Make the branch unless it exists; its name."""
