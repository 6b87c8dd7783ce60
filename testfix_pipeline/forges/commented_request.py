"""The comments of a pull or merge request: what all forges do alike, by operations that each forge's adapter has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testfix_pipeline.forges.port import PostedComment, RequestComment
from testfix_pipeline.forges.rest_client import RestClient


class CommentedRequest:
    """Keeps one comment per marker. An adapter has `comments`, `_post`, `_edit` and `_me`."""

    _client: RestClient

    def put_comment(self, marker: str, body: str) -> PostedComment:
        """Edit our comment that begins with `marker`, or post it."""
        return self._client.until_sure(
            lambda: self.edit_comment(marker, body) or PostedComment(self._post(body), is_new=True)
        )

    def edit_comment(self, marker: str, body: str) -> PostedComment | None:
        """Edit our comment that begins with `marker`; return None if there is none."""
        known = next(self.own(self.comments(), marker), None)
        return None if known is None else PostedComment(self._edit(known, body), is_new=False)

    def labels(self) -> list[RequestComment]:
        """Return the labels on the request; none where the forge does not say who set them."""
        return []

    def comments(self) -> Iterable[RequestComment]:
        raise NotImplementedError

    def _post(self, body: str) -> str:
        """Post a comment; return its address."""
        raise NotImplementedError

    def _edit(self, comment: RequestComment, body: str) -> str:
        """Replace a comment's text; return its address."""
        raise NotImplementedError

    def _me(self) -> str:
        """Return the author of our comments; "" if the token may not ask: then it writes as a bot."""
        raise NotImplementedError

    def own(self, comments: Iterable[RequestComment], marker: str) -> Iterator[RequestComment]:
        """Yield our comments that begin with the marker, which anyone may write."""
        found = [one for one in comments if one.text.startswith(marker)]
        me = self._me() if found else ""
        yield from (one for one in found if (one.author == me if me else not one.is_person))


def present_labels(events: Iterable[tuple[bool, RequestComment]]) -> list[RequestComment]:
    """Return the labels that are set after these events, oldest first; an event says whether its label was set."""
    present: dict[str, RequestComment] = {}
    for is_set, label in events:
        present.pop(label.text, None)
        if is_set:
            present[label.text] = label
    return list(present.values())
