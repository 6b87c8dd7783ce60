"""Sends requests to a forge's REST interface, with retries, rate and time limits; errors never contain the token.

Redirects are not followed, and pages only on the same host, so that the token is sent nowhere else.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase

from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges import forge_errors
from testfix_pipeline.forges.port import ForgeError

T = TypeVar("T")
SAFE = ("GET", "PUT", "PATCH", "DELETE")  # asked twice, they leave what they leave asked once
MOST_BYTES = 32 << 20
MOST_PAGES = 50  # of 100 entries


@dataclass(frozen=True)
class RequestLimits:
    """request_s: seconds for one answer; total_s: for all requests of a client with their waits; tries: of each."""

    request_s: float = 20.0
    total_s: float = 120.0
    tries: int = 4


@dataclass(frozen=True)
class RestAnswer:
    """An answer: `status` is 0 if there was none, and `why` says why."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    next_page: str = ""
    why: str = ""

    @property
    def data(self) -> Any:
        """The JSON of the body; None if it is invalid."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class _Token(AuthBase):
    """Puts the token into a request; with such an object, requests reads no `.netrc`."""

    def __init__(self, header: str, value: str) -> None:
        self._header, self._value = header, value

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers[self._header] = self._value
        return request


class RestClient:
    """A forge's interface with one token. `wait` takes seconds and replaces sleeping."""

    def __init__(
        self,
        base: str,
        access: forge_errors.Access,
        token: tuple[str, str],
        headers: Mapping[str, str],
        limits: RequestLimits | None = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """base: the address before every path; token: its header and that header's value."""
        self._base, self._access, self._wait = base.rstrip("/"), access, wait
        self._limits = limits or RequestLimits()
        self._began, self._waited = time.monotonic(), 0.0
        self._session = requests.Session()
        self._session.auth = _Token(*token)
        self._session.headers.update(headers)

    def ask(self, method: str, path: str, body: Any = None, query: Mapping[str, str] | None = None) -> Any:
        """Return the JSON of the answer, None if it has none. Raises ForgeError for an unsuccessful one."""
        return self._content(self._answer(method, self._base + path, body, query))

    def find(self, path: str, query: Mapping[str, str] | None = None, but: Sequence[int] = (404,)) -> Any:
        """Return the JSON at the path; None if the forge answers with a status of `but`."""
        try:
            return self.ask("GET", path, query=query)
        except ForgeError as error:
            if error.status not in but:
                raise
            return None

    def pages(self, path: str, query: Mapping[str, str] | None = None, size: str = "per_page") -> Iterator[Any]:
        """Yield the entries of a list, page by page. size: the parameter for a page's, "" for a list that has none.

        Raises ForgeError as `ask`.
        """
        url, asked = self._base + path, {**({size: "100"} if size else {}), **(query or {})}
        for _ in range(MOST_PAGES):
            answer = self._answer("GET", url, None, asked)
            found, following = self._content(answer), answer.next_page
            if isinstance(found, dict):  # of Bitbucket, with the next page's address, or of Azure DevOps
                following, found = str(found.get("next") or ""), found.get("values", found.get("value"))
            if not isinstance(found, list):
                raise forge_errors.invalid_answer_error(self._access, "a list was asked for")
            yield from found
            url, asked = following, {}
            if not url or urlsplit(url)[:2] != urlsplit(self._base)[:2]:
                return

    def until_sure(self, action: Callable[[], T]) -> T:
        """Return the result of an action that checks before it acts; repeat it if a request may have been lost."""
        for attempt in range(1, self._limits.tries):
            try:
                return action()
            except ForgeError as error:
                if not error.unsure:
                    raise
                self._pause(forge_errors.backoff(attempt), error)
        return action()

    def _answer(self, method: str, url: str, body: Any, query: Mapping[str, str] | None) -> RestAnswer:
        for attempt in range(1, self._limits.tries + 1):
            answer = self._once(method, url, body, query)
            delay = forge_errors.delay_of(answer.status, answer.headers, attempt, safe=method in SAFE)
            if 200 <= answer.status < 300:
                return answer
            error = self._error(answer, method)
            if delay is None or attempt == self._limits.tries:
                raise error
            self._pause(delay, error)
        raise AssertionError("a request has at least one try")

    def _error(self, answer: RestAnswer, method: str) -> ForgeError:
        if answer.status == 0:
            return forge_errors.no_answer(self._access, answer.why, unsure=method not in SAFE)
        data = answer.data
        said = (
            (data.get("message") or data.get("error_description") or data.get("error"))
            if isinstance(data, dict)
            else ""
        )
        return forge_errors.refusal(
            self._access, answer.status, self._harmless(said), answer.headers, unsure=method not in SAFE
        )

    def _harmless(self, said: object) -> str:
        """Return the forge's message on one line, without the token if it repeats that."""
        line = " ".join(visible(said if isinstance(said, str) else json.dumps(said)).split()) if said else ""
        return line.replace(self._access.secret, "***")[:200] if self._access.secret else line[:200]

    def _content(self, answer: RestAnswer) -> Any:
        if not answer.body.strip():
            return None
        data = answer.data
        if data is None:
            raise forge_errors.invalid_answer_error(self._access, "it is no JSON")
        return data

    @property
    def _left(self) -> float:
        return self._limits.total_s - self._waited - (time.monotonic() - self._began)

    def _pause(self, seconds: float, error: ForgeError) -> None:
        """Wait before the next try; raise the error if there is no time for that."""
        if seconds >= self._left:
            raise error
        before = time.monotonic()
        self._wait(seconds)
        self._waited += max(0.0, seconds - (time.monotonic() - before))  # what the clock has not counted

    def _once(self, method: str, url: str, body: Any, query: Mapping[str, str] | None) -> RestAnswer:
        if self._left <= 0:
            raise forge_errors.too_long(self._access, self._limits.total_s)
        seconds = min(self._limits.request_s, self._left)
        until = time.monotonic() + seconds
        try:
            with self._session.request(
                method, url, json=body, params=dict(query or {}), timeout=seconds, stream=True, allow_redirects=False
            ) as response:
                content = self._read(response, until)
                link = response.links.get("next", {}).get("url", "")
                return RestAnswer(response.status_code, response.headers, content, link)
        except (requests.RequestException, TimeoutError, UnicodeError) as error:
            # its text is left out: it may repeat what was sent
            slow = isinstance(error, (requests.Timeout, TimeoutError)) or time.monotonic() >= until
            return RestAnswer(0, why=f"no whole answer within {seconds:.0f} s" if slow else type(error).__name__)

    def _read(self, response: requests.Response, until: float) -> bytes:
        """Return the body. Raises TimeoutError if it arrives too slowly, ForgeError if it is too large."""
        parts, size = [], 0
        for part in response.iter_content(1 << 16):
            parts.append(part)
            size += len(part)
            if size > MOST_BYTES:
                raise forge_errors.invalid_answer_error(self._access, f"it has more than {MOST_BYTES >> 20} MiB")
            if time.monotonic() > until:
                raise TimeoutError
        return b"".join(parts)
