"""One request of a tool to its model: its outcome and its cost."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import unquote

from testfix_pipeline.agents.calls import TokenUsage

Trouble = Literal["", "status", "unreachable", "silent", "unfinished", "not_json"]

# The text that only a complete answer contains, by the end of the request's path.
_FINISH = {
    ":generateContent": re.compile(rb'"finishReason"\s*:\s*"'),
    ":streamGenerateContent": re.compile(rb'"finishReason"\s*:\s*"'),
    "/chat/completions": re.compile(rb'"finish_reason"\s*:\s*"|data: \[DONE\]'),
    "/messages": re.compile(rb'"stop_reason"\s*:\s*"'),
    "/responses": re.compile(rb'"response\.completed"|"status"\s*:\s*"completed"'),
}
_COUNTS = (":counttokens", "/messages/count_tokens", "/responses/input_tokens")
_USAGE = re.compile(rb'"(?:usageMetadata|usage)"\s*:\s*(?=\{)')
_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')
_MOST_SAID = 4000
_HEAD, _TAIL = 16 * 1024, 256 * 1024


def asks_model(path: str) -> bool:
    """Whether a request's path is for a model's answer, not for a token count or a list of models."""
    return _kind(path) is not None


def counts_tokens(path: str) -> bool:
    """Whether a request's path only counts the tokens of a question."""
    return _place(path).endswith(_COUNTS)


def _kind(path: str) -> str | None:
    place = _place(path)
    return next((ending for ending in _FINISH if place.endswith(ending.casefold())), None)


def _place(path: str) -> str:
    """Return a path as a server may read it, without the query."""
    return unquote(re.split("[?#]", path)[0]).rstrip("/").casefold()


@dataclass
class Exchange:
    """`trouble`: the error, `status`: the HTTP status if one came, `said`: the beginning of an error's body.

    retry_after: the header of that name, unparsed. settled: whether the exchange is over.
    """

    path: str
    status: int = 0
    trouble: Trouble = ""
    said: str = ""
    seconds: float = 0.0
    retry_after: str = ""
    settled: bool = False
    head: bytearray = field(default_factory=bytearray, repr=False)
    tail: bytearray = field(default_factory=bytearray, repr=False)

    def take(self, chunk: bytes) -> None:
        """Keep the beginning and the end of the response body."""
        self.head += chunk[: _HEAD - len(self.head)]
        self.tail += chunk
        del self.tail[:-_TAIL]

    def settle(self, content_type: str) -> None:
        """Store the error of a response that ended by itself."""
        if self.status >= 400:
            self.trouble = "status"
            self.said = self.tail[:_MOST_SAID].decode(errors="replace").strip()
        elif content_type.split(";")[0].strip() not in ("application/json", "text/event-stream"):
            self.trouble = "not_json"
        elif not _FINISH[_kind(self.path) or "/responses"].search(self.tail):
            self.trouble = "unfinished"

    def snapshot(self) -> Exchange:
        """A copy that does not change. An open request counts as unanswered."""
        return replace(self, trouble=self.trouble if self.settled else "silent")

    def pause_in_body(self) -> float:
        """The pause in seconds that an error's body requests, as Gemini's does; else 0."""
        found = _DELAY.search(self.said)
        return float(found[1]) if found else 0.0

    def usage(self) -> TokenUsage:
        """The tokens that the server reports; the last report of a stream counts."""
        if _kind(self.path) == "/messages":
            return _usage_of_messages([*_counts(self.head), *_counts(self.tail)])
        counts = _counts(self.tail)
        return _read_usage(counts[-1]) if counts else TokenUsage()


def _counts(text: bytearray) -> list[dict[str, Any]]:
    found = (_object(text, match.end()) for match in _USAGE.finditer(text))
    return [count for count in found if count is not None]


def _object(text: bytearray, start: int) -> dict[str, Any] | None:
    try:
        value, _ = json.JSONDecoder().raw_decode(text[start:].decode(errors="replace"))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _read_usage(count: Mapping[str, Any]) -> TokenUsage:
    """Return the usage in any of three formats. Gemini counts reasoning beside the answer, the others within it."""
    details = count.get("prompt_tokens_details") or count.get("input_tokens_details") or {}
    return TokenUsage(
        input=_number(count, "promptTokenCount", "prompt_tokens", "input_tokens"),
        output=_number(count, "candidatesTokenCount", "completion_tokens", "output_tokens")
        + _number(count, "thoughtsTokenCount"),
        cached=_number(count, "cachedContentTokenCount") + _number(details, "cached_tokens"),
    )


def _usage_of_messages(counts: Sequence[Mapping[str, Any]]) -> TokenUsage:
    """Return a stream's usage: its beginning counts the prompt, its end the answer, cached tokens separately."""
    merged = {name: value for count in counts for name, value in count.items() if value}
    cached = _number(merged, "cache_read_input_tokens")
    written = _number(merged, "cache_creation_input_tokens")
    return TokenUsage(
        input=_number(merged, "input_tokens") + written + cached, output=_number(merged, "output_tokens"), cached=cached
    )


def _number(count: Mapping[str, Any], *names: str) -> int:
    values = (count.get(name) for name in names)
    return next((value for value in values if isinstance(value, int) and value >= 0), 0)
