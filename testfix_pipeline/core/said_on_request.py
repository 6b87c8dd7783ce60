"""What people with write access said on a change request, as a file for the steps that have no token."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.record_base import Record

FILE = "comments.json"
MOST_BYTES = 4 << 20
Verb = Literal["", "fix", "explain", "verify", "ignore", "acknowledge"]


class IgnoredFailure(Record):
    """A failure for which no fix is wanted. failure: its id, which another failure of the same test has not."""

    failure: str = Field(pattern=r"^[0-9a-f]{12}$")
    by: str
    because: str


class SaidOnRequest(Record):
    """verb: of the comment that started the job, "" without a valid one; by: its author.

    head, base: the request's commits then. acknowledged: fingerprints of contents for which somebody answers.
    """

    verb: Verb = ""
    by: str = ""
    head: str = ""
    base: str = ""
    acknowledged: list[str] = Field(default_factory=list)
    ignored: list[IgnoredFailure] = Field(default_factory=list)

    @property
    def ignored_failures(self) -> Sequence[str]:
        """The ids of the ignored failures."""
        return [one.failure for one in self.ignored]


def read_said(path: Path | None) -> SaidOnRequest:
    """Read the file that `testfix comments` wrote; nothing is said without one. Raises UsageError if it is damaged."""
    if path is None:
        return SaidOnRequest()
    try:
        with path.open("rb") as file:
            return SaidOnRequest.model_validate_json(file.read(MOST_BYTES))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be read as a file of `testfix comments`.", "Run `testfix comments`.") from error
