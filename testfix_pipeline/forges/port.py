"""What forges are asked for and answer: comments, suggestions, branches, errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
