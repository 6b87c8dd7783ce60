"""What people with write access said on a change request, as a file for the steps that have no token."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.record_base import Record

FILE = "comments.json"
Verb = Literal["", "fix", "explain", "verify", "ignore", "acknowledge"]


class IgnoredFailure(Record):
    """A failure for which no fix is wanted. failure: its id, which another failure of the same test has not."""

    failure: str
    by: str
    because: str


class SaidOnRequest(Record):
    """verb: of the comment that started the job, "" without a valid one; by: its author; comment: its id.

    head, base: the request's commits then. acknowledged: fingerprints of contents for which somebody answers.
    """

    verb: Verb = ""
    by: str = ""
    comment: str = ""
    head: str = ""
    base: str = ""
    acknowledged: list[str] = Field(default_factory=list)
    ignored: list[IgnoredFailure] = Field(default_factory=list)


def read_said(path: Path | None) -> SaidOnRequest:
    """Read the file of `testfix post --comments`; nothing is said without one. Raises UsageError if it is damaged."""
    if path is None:
        return SaidOnRequest()
    try:
        return SaidOnRequest.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be read.", "Run `testfix post --comments`.") from error
