"""How four kinds of model server answer: Gemini, chat/completions, Responses and Messages, streamed and whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Wire = Literal["gemini", "chat", "responses", "messages"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Say:
    """The model answers with a text and ends its turn."""

    text: str


@dataclass(frozen=True)
class Use:
    """The model calls one of the client's tools."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


Answer = Say | Use

INPUT_TOKENS, OUTPUT_TOKENS, CACHED_TOKENS = 120, 30, 20
"""What every answer says that it cost."""


def wire_of(path: str) -> Wire | None:
    """Which format a request speaks by its path; None for anything that asks no model."""
    place = path.split("?")[0]
    if place.endswith(":generateContent") or place.endswith(":streamGenerateContent"):
        return "gemini"
    if place.endswith("/chat/completions"):
        return "chat"
    if place.endswith("/messages"):
        return "messages"
    return "responses" if place.endswith("/responses") else None


def is_streamed(wire: Wire, path: str, body: Json) -> bool:
    return ":streamGenerateContent" in path if wire == "gemini" else bool(body.get("stream"))


def model_of(wire: Wire, path: str, body: Json) -> str:
    return path.split("/models/")[-1].split(":")[0] if wire == "gemini" else str(body.get("model", ""))


def whole(wire: Wire, answer: Answer, turn: int) -> bytes:
    """The answer as one JSON body."""
    makers = {"gemini": _gemini, "chat": _chat, "responses": _response, "messages": _message}
    return json.dumps(makers[wire](answer, turn)).encode()


def events(wire: Wire, answer: Answer, turn: int) -> list[bytes]:
    """The answer as server-sent events. All but the first are needed for it to be complete."""
    makers = {
        "gemini": _gemini_events,
        "chat": _chat_events,
        "responses": _response_events,
        "messages": _message_events,
    }
    return makers[wire](answer, turn)


def error_body(wire: Wire, status: int, message: str) -> bytes:
    if wire == "gemini":
        states = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}
        error: Json = {"code": status, "message": message, "status": states.get(status, "INTERNAL")}
    elif wire == "messages":
        kinds = {400: "invalid_request_error", 401: "authentication_error", 429: "rate_limit_error"}
        return json.dumps(
            {"type": "error", "error": {"type": kinds.get(status, "api_error"), "message": message}}
        ).encode()
    else:
        error = {"message": message, "type": "invalid_request_error" if status < 500 else "server_error", "code": None}
    return json.dumps({"error": error}).encode()


def _event(data: Json, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def _halves(text: str) -> tuple[str, str]:
    middle = len(text) // 2
    return text[:middle], text[middle:]


# Gemini


def _gemini(answer: Answer, turn: int) -> Json:
    return _gemini_chunk(_gemini_part(answer), finish="STOP")


def _gemini_part(answer: Answer) -> Json:
    if isinstance(answer, Say):
        return {"text": answer.text}
    return {"functionCall": {"name": answer.tool, "args": dict(answer.arguments)}}


def _gemini_chunk(part: Json | None, finish: str = "") -> Json:
    candidate: Json = {"content": {"role": "model", "parts": [part] if part else []}, "index": 0}
    chunk: Json = {"candidates": [candidate], "modelVersion": "loop-model"}
    if finish:
        candidate["finishReason"] = finish
        chunk["usageMetadata"] = {
            "promptTokenCount": INPUT_TOKENS,
            "candidatesTokenCount": OUTPUT_TOKENS,
            "cachedContentTokenCount": CACHED_TOKENS,
            "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
        }
    return chunk


def _gemini_events(answer: Answer, turn: int) -> list[bytes]:
    if isinstance(answer, Use):
        return [_event(_gemini_chunk(_gemini_part(answer))), _event(_gemini_chunk(None, "STOP"))]
    first, second = _halves(answer.text)
    last = _gemini_chunk({"text": second} if second else None, "STOP")
    return [*([_event(_gemini_chunk({"text": first}))] if first else []), _event(last)]


# chat/completions

_CHAT_USAGE = {
    "prompt_tokens": INPUT_TOKENS,
    "completion_tokens": OUTPUT_TOKENS,
    "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
    "prompt_tokens_details": {"cached_tokens": CACHED_TOKENS},
}


def _chat(answer: Answer, turn: int) -> Json:
    message: Json = {"role": "assistant", "content": answer.text if isinstance(answer, Say) else None}
    if isinstance(answer, Use):
        message["tool_calls"] = [_chat_call(answer, turn)]
    finish = "stop" if isinstance(answer, Say) else "tool_calls"
    return {
        "id": f"chat-{turn}",
        "object": "chat.completion",
        "created": 0,
        "model": "loop-model",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": _CHAT_USAGE,
    }


def _chat_call(answer: Use, turn: int) -> Json:
    function = {"name": answer.tool, "arguments": json.dumps(dict(answer.arguments))}
    return {"id": f"call_{turn}", "type": "function", "function": function}


def _chat_chunk(turn: int, delta: Json, finish: str | None = None) -> Json:
    return {
        "id": f"chat-{turn}",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "loop-model",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _chat_events(answer: Answer, turn: int) -> list[bytes]:
    if isinstance(answer, Say):
        deltas: list[Json] = [{"role": "assistant", "content": half} for half in _halves(answer.text)]
    else:
        deltas = [{"role": "assistant", "content": None, "tool_calls": [{"index": 0, **_chat_call(answer, turn)}]}]
    finish = "stop" if isinstance(answer, Say) else "tool_calls"
    chunks = [*(_chat_chunk(turn, delta) for delta in deltas), _chat_chunk(turn, {}, finish)]
    closing = {**_chat_chunk(turn, {}), "choices": [], "usage": _CHAT_USAGE}
    return [*map(_event, [*chunks, closing]), b"data: [DONE]\n\n"]


# Responses


def _item(answer: Answer, turn: int) -> Json:
    if isinstance(answer, Use):
        return {
            "type": "function_call",
            "id": f"fc_{turn}",
            "call_id": f"call_{turn}",
            "name": answer.tool,
            "arguments": json.dumps(dict(answer.arguments)),
            "status": "completed",
        }
    content = [{"type": "output_text", "text": answer.text, "annotations": []}]
    return {"type": "message", "id": f"msg_{turn}", "role": "assistant", "status": "completed", "content": content}


def _response(answer: Answer, turn: int) -> Json:
    return {
        "id": f"resp_{turn}",
        "object": "response",
        "created_at": 0,
        "model": "loop-model",
        "status": "completed",
        "output": [_item(answer, turn)],
        "usage": {
            "input_tokens": INPUT_TOKENS,
            "input_tokens_details": {"cached_tokens": CACHED_TOKENS},
            "output_tokens": OUTPUT_TOKENS,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
        },
    }


def _response_events(answer: Answer, turn: int) -> list[bytes]:
    done = _response(answer, turn)
    begun = {**done, "status": "in_progress", "output": [], "usage": None}
    item = done["output"][0]
    sent_events: list[Json] = [{"type": "response.created", "response": begun}]
    if isinstance(answer, Say):
        started = {**item, "status": "in_progress", "content": []}
        sent_events.append({"type": "response.output_item.added", "output_index": 0, "item": started})
        place = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        sent_events += [{"type": "response.output_text.delta", **place, "delta": half} for half in _halves(answer.text)]
    sent_events.append({"type": "response.output_item.done", "output_index": 0, "item": item})
    sent_events.append({"type": "response.completed", "response": done})
    return [_event({**one, "sequence_number": number}, one["type"]) for number, one in enumerate(sent_events)]


# Messages


def _message(answer: Answer, turn: int) -> Json:
    block: Json = {"type": "text", "text": answer.text} if isinstance(answer, Say) else _tool_block(answer, turn)
    return {
        **_begun_message(turn),
        "content": [block],
        "stop_reason": "end_turn" if isinstance(answer, Say) else "tool_use",
        "usage": {**_begun_message(turn)["usage"], "output_tokens": OUTPUT_TOKENS},
    }


def _begun_message(turn: int) -> Json:
    usage = {"input_tokens": INPUT_TOKENS - CACHED_TOKENS, "cache_read_input_tokens": CACHED_TOKENS, "output_tokens": 0}
    made = {"id": f"msg_{turn}", "type": "message", "role": "assistant", "model": "loop-model", "content": []}
    return {**made, "stop_reason": None, "stop_sequence": None, "usage": usage}


def _tool_block(answer: Use, turn: int) -> Json:
    return {"type": "tool_use", "id": f"toolu_{turn}", "name": answer.tool, "input": dict(answer.arguments)}


def _message_events(answer: Answer, turn: int) -> list[bytes]:
    if isinstance(answer, Say):
        begun: Json = {"type": "text", "text": ""}
        deltas: list[Json] = [{"type": "text_delta", "text": half} for half in _halves(answer.text) if half]
    else:
        begun = {**_tool_block(answer, turn), "input": {}}
        deltas = [{"type": "input_json_delta", "partial_json": json.dumps(dict(answer.arguments))}]
    reason = "end_turn" if isinstance(answer, Say) else "tool_use"
    sent_events: list[Json] = [
        {"type": "message_start", "message": _begun_message(turn)},
        {"type": "content_block_start", "index": 0, "content_block": begun},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": OUTPUT_TOKENS},
        },
        {"type": "message_stop"},
    ]
    return [_event(event, str(event["type"])) for event in sent_events]
