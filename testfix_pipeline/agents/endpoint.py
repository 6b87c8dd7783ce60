"""Any server with the OpenAI protocol as a caller, by pydantic-ai-slim (an optional extra).

It answers with text and reads no files. One call is one streamed request, so that silence is noticed; it is not
repeated, because the tool chain calls the next tool. The library is imported at first use.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from testfix_pipeline.agents.calls import Probe, TokenUsage, ToolCall, ToolReply
from testfix_pipeline.core.agent_protocol.answer_reading import extract_json
from testfix_pipeline.core.agent_protocol.prices import is_local
from testfix_pipeline.core.errors import InvalidConfig

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse

NAME = "endpoint"
PACKAGE = "pydantic-ai-slim"
INSTALL = "pip install 'testfix-pipeline[endpoint]'"
_KEY = "Set the variable that `endpoint_key` names (TESTFIX_ENDPOINT_KEY) to a key of this server."
_START = "Start the server, or correct the address."
_MOST_LISTED = 4 * 1024 * 1024
_STEP = 0.2  # seconds between two checks for a cancellation


@dataclass
class EndpointCaller:
    """One model of one server.

    url: its base address, such as http://127.0.0.1:8000/v1. key: the key to send; a local server may need none.
    silence: seconds without a byte after which a call has failed.
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    silence: float = 300.0
    name: str = NAME
    talks: dict[str, list[ModelMessage]] = field(default_factory=dict, repr=False)

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine."""
        return is_local(self.url)

    def probe(self) -> Probe:
        """Whether the library is installed and the server's settings are complete; nothing is sent."""
        try:
            found = version(PACKAGE)
        except PackageNotFoundError:
            return Probe(False, why=f"{PACKAGE} is not installed", next_step=INSTALL)
        if not self.key and not self.is_local:
            return Probe(True, found, False, "no key is set", _KEY)
        return Probe(True, found, True)

    def reach(self, seconds: float = 5.0) -> Probe:
        """As `probe`, and whether the server answers and accepts the key: only its list of models is requested.

        A redirection is not followed: the key is for this server.
        """
        found = self.probe()
        if not found.usable:
            return found
        try:
            status, body = self._request_models(seconds)
        except (OSError, HTTPException) as error:
            return replace(found, usable=False, why=f"it can't be reached: {_one_line(error)}", next_step=_START)
        if status in (401, 403):
            return replace(found, usable=False, why=f"the key is refused (HTTP {status})", next_step=_KEY)
        if status >= 500:
            return replace(found, usable=False, why=f"it answers HTTP {status}", next_step=_START)
        models = _models(body)
        if models and self.model not in models:
            why = f"it has no model {self.model}, but {', '.join(sorted(models)[:5])}"
            return replace(found, usable=False, why=why, next_step="Name one of them after the #.")
        return found

    def _request_models(self, seconds: float) -> tuple[int, bytes]:
        """Status and body of the server's list of models."""
        parts = urlsplit(self.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=seconds)
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        with closing(connection):
            connection.request("GET", f"{parts.path.rstrip('/')}/models", headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_MOST_LISTED)

    def call(self, call: ToolCall) -> ToolReply:
        """Send one request, with the earlier messages of the conversation `resume`. A failure is a reply."""
        began = time.monotonic()
        try:
            import pydantic_ai  # noqa: F401
        except ImportError as error:
            why = f"{PACKAGE} is not installed: {error}."
            return ToolReply(tool=self.name, model=self.model, kind="crash", why=why, raw=why)
        with ThreadPoolExecutor(1) as thread:  # this thread may have an event loop of its own
            fields = thread.submit(asyncio.run, self._asked(call)).result()
        seconds = round(time.monotonic() - began, 3)
        return ToolReply(**{"tool": self.name, "model": self.model, "seconds": seconds, "network": "limited"} | fields)

    async def _asked(self, call: ToolCall) -> dict[str, Any]:
        from pydantic_ai.messages import ModelRequest

        said = [*self.talks.get(call.resume, []), ModelRequest.user_text_prompt(call.prompt)]
        request = asyncio.create_task(self._request(said, call))
        try:
            async with asyncio.timeout(call.seconds):
                while not (await asyncio.wait({request}, timeout=_STEP))[0]:
                    if call.cancel is not None and call.cancel():
                        return _failed("crash", "The call was cancelled.")
                return self._answered(said, request.result())
        except TimeoutError:
            return _failed("timeout", f"No whole answer within {call.seconds:.0f} s.")
        except Exception as error:
            return _failure(error)
        finally:
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)

    async def _request(self, said: list[ModelMessage], call: ToolCall) -> ModelResponse:
        from openai import AsyncOpenAI
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        async with AsyncOpenAI(
            base_url=self.url, api_key=self.key or "none", max_retries=0, timeout=min(self.silence, call.seconds)
        ) as client:
            model = OpenAIChatModel(call.model or self.model, provider=OpenAIProvider(openai_client=client))
            async with model_request_stream(model, said) as stream:
                async for _event in stream:
                    pass
                return stream.get()

    def _answered(self, said: list[ModelMessage], response: ModelResponse) -> dict[str, Any]:
        text, usage = response.text or "", response.usage
        counted = TokenUsage(input=usage.input_tokens, output=usage.output_tokens, cached=usage.cache_read_tokens)
        if "finish_reason" not in (response.provider_details or {}):  # the library's own field is "stop" in any case
            return {**_failed("connection_error", "The answer broke off."), "raw": text, "usage": counted}
        if not text.strip():
            return {**_failed("crash", "The answer is empty."), "usage": counted}
        session = secrets.token_hex(8)
        self.talks[session] = [*said, response]
        return {"text": text, "raw": text, "payload": extract_json(text), "session": session, "usage": counted,
                "model": response.model_name or self.model}  # fmt: skip


def _models(body: bytes) -> set[str]:
    """The names of the models that a server lists; none if it has no such list."""
    try:
        return {str(one["id"]) for one in json.loads(body)["data"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        return set()


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _failed(kind: str, why: str) -> dict[str, Any]:
    return {"kind": kind, "why": why, "raw": why}


def _failure(error: Exception) -> dict[str, Any]:
    """Return what an exception of the library means for the call."""
    from pydantic_ai import exceptions as known

    why = f"{type(error).__name__}: {error}"[:2000]
    if isinstance(error, known.ModelAuthenticationError):
        return {**_failed("not_logged_in", why), "http_status": getattr(error, "status_code", None)}
    if isinstance(error, known.ModelHTTPError):
        fields = {"http_status": error.status_code, "retry_after": error.retry_after or 0.0}
        return {**_failed("http_error", why), **fields}
    if isinstance(error, known.ModelTimeoutError):
        return _failed("timeout", why)
    if isinstance(error, known.ModelConnectionError):
        return _failed("connection_error", why)
    return _failed("crash", why)


def parse_endpoint(text: str) -> tuple[str, str]:
    """Return (url, model) from URL#MODEL. Raises InvalidConfig if either is missing or invalid."""
    url, _, model = text.rpartition("#")
    parts = urlsplit(url)
    if not model or parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise InvalidConfig(
            f"{text!r} is no endpoint.",
            "Write URL#MODEL, such as http://127.0.0.1:8000/v1#my-model, without a password.",
        )
    return url, model


def endpoint_caller(text: str, key_variable: str, environ: Mapping[str, str] = os.environ) -> EndpointCaller:
    """Return the caller for URL#MODEL, with the key in the named environment variable."""
    url, model = parse_endpoint(text)
    return EndpointCaller(url, model, environ.get(key_variable, ""))
