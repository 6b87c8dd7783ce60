"""A request of a forge: its comments, its labels, its commits, and the patches that some forges take.

What all forges do alike is here; each adapter has the rest. Every method may be repeated (existing objects are not
created again), and raises ForgeError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from testfix_pipeline.forges.ci_job import CiJob
from testfix_pipeline.forges.forge_errors import Access
from testfix_pipeline.forges.port import (
    ChangeRequestFile,
    FixBranch,
    PostedComment,
    RequestComment,
    RequestState,
    Suggestion,
)
from testfix_pipeline.forges.rest_client import RestClient


class Forge:
    """The pull or merge request of a job. rights: what the token must allow, as a sentence."""

    name: ClassVar[str]
    rights: ClassVar[str]
    request: ClassVar[str] = "pull request"
    comments: Callable[[], Iterable[RequestComment]]  # on the request as a whole, without the forge's own
    may_write: Callable[[str], bool]  # whether an author may push to the repository, as the forge says now
    state: Callable[[], RequestState]  # the present commits
    _post: Callable[[str], str]  # a comment; returns its address
    _edit: Callable[[RequestComment, str], str]  # a comment's text; returns its address
    _me: Callable[[], str]  # the author of our comments; "" if the token may not ask: then it writes as a bot
    headers: ClassVar[Mapping[str, str]] = {"Accept": "application/json", "User-Agent": "testfix-pipeline"}

    def __init__(self, job: CiJob, **client: Any) -> None:
        """client: further arguments of RestClient."""
        self._job, self._arguments = job, client
        self._client = self._client_at(job.interface)

    def _client_at(self, interface: str) -> RestClient:
        access = Access(self.name, self.request, self._job.token_variable, self.rights, self._job.token)
        return RestClient(interface, access, self._authorization(), self.headers, **self._arguments)

    def _authorization(self) -> tuple[str, str]:
        return "Authorization", f"Bearer {self._job.token}"

    def put_comment(self, marker: str, body: str) -> PostedComment:
        """Edit our comment that begins with `marker`, or post it. `body` begins with the marker."""
        return self._client.until_sure(
            lambda: self.edit_comment(marker, body) or PostedComment(self._post(body), is_new=True)
        )

    def edit_comment(self, marker: str, body: str) -> PostedComment | None:
        """Edit our comment that begins with `marker`; return None, and post nothing, if there is none."""
        known = next(self.own(self.comments(), marker), None)
        return None if known is None else PostedComment(self._edit(known, body), is_new=False)

    def own(self, comments: Iterable[RequestComment], marker: str) -> Iterator[RequestComment]:
        """Yield our comments that begin with the marker, which anyone may write."""
        found = [one for one in comments if one.text.startswith(marker)]
        me = self._me() if found else ""
        yield from (one for one in found if (one.author == me if me else not one.is_person))

    def labels(self) -> Iterable[RequestComment]:
        """Return the labels on the request, each with who set it last; none where the forge does not say that."""
        return ()


class PatchForge(Forge):
    """A forge on which a fix is also offered as suggestions or as a branch."""

    blob: Callable[[str, str], str]  # git's id of a path's content at a commit, "" if there is none
    changed_files: Callable[[Sequence[str]], list[ChangeRequestFile]]  # those of the paths that the request changes
    _suggest: Callable[[str, Sequence[tuple[Suggestion, str]]], int]
    _put_branch: Callable[[FixBranch], str]

    def suggest(self, marker: str, suggestions: Sequence[tuple[Suggestion, str]]) -> int:
        """Post each new suggestion with its body (which begins with `marker`) at its lines.

        Our earlier ones at lines of the present head that are not among them are withdrawn. Returns their present
        number.
        """
        return self._client.until_sure(lambda: self._suggest(marker, suggestions))

    def put_branch(self, branch: FixBranch) -> str:
        """Create the branch unless it exists; return its name."""
        return self._client.until_sure(lambda: self._put_branch(branch))


def present_labels(events: Iterable[tuple[bool, RequestComment]]) -> list[RequestComment]:
    """Return the labels that are set after these events, oldest first; an event says whether its label was set."""
    present: dict[str, RequestComment] = {}
    for is_set, label in events:
        present.pop(label.text, None)
        if is_set:
            present[label.text] = label
    return list(present.values())
