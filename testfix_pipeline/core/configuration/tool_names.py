"""The names that tools have in settings: `auto`, `builtin`, `gemini:some-model`, `endpoint:URL#MODEL`, `replay:FILE`...

A tool is called by its whole name everywhere: two models of one command line are two tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.configuration.setting_types import DEFAULT_MODELS
from testfix_pipeline.core.errors import InvalidConfig

Kind = Literal["builtin", "cli", "endpoint", "recorded", "replay"]

BUILTIN, ENDPOINT = "builtin", "endpoint"
MODELS, AUTO = "models", "auto"
_FILES: dict[str, Kind] = {"recorded": "recorded", "replay": "replay"}


@dataclass(frozen=True)
class ToolName:
    """A name taken apart. `program` is gemini, qwen or codex; `rest` what the colon is followed by."""

    text: str
    kind: Kind
    program: str = ""
    rest: str = ""


def parse_tool(text: str) -> ToolName:
    """Raises InvalidConfig for a tool nobody knows, and for one that lacks its file or address."""
    head, colon, rest = text.partition(":")
    if text == BUILTIN:
        return ToolName(text, "builtin")
    if head in DEFAULT_MODELS and bool(rest) == bool(colon):
        return ToolName(text, "cli", head, rest)
    if head == ENDPOINT and bool(rest) == bool(colon):
        return ToolName(text, "endpoint", rest=rest)
    if head in _FILES and rest:
        return ToolName(text, _FILES[head], rest=rest)
    raise InvalidConfig(
        f"There is no tool {text!r}.",
        f"Use `{AUTO}`, `{BUILTIN}`, `{'`, `'.join(DEFAULT_MODELS)}` (each also as NAME:MODEL), `{MODELS}` for those "
        "three, "
        "`endpoint:URL#MODEL`, `recorded:FILE` for scripted answers, or `replay:FILE` for a recorded session.",
    )


def expanded(names: Sequence[str]) -> list[str]:
    """The names with `models` and `auto` replaced by what they stand for, in order; each once.

    Both stand for the three command lines, `auto` (which asks only the usable ones) also for the built-in engine.
    """
    groups = {MODELS: [*DEFAULT_MODELS], AUTO: [*DEFAULT_MODELS, BUILTIN]}
    return list(dict.fromkeys(one for name in names for one in groups.get(name, [name])))


def automatic(names: Sequence[str]) -> set[str]:
    """The tools that only `auto` brings in: nobody named them, so that one which can't be used is not missed."""
    named = set(expanded([name for name in names if name != AUTO]))
    return set(expanded(names)) - named - {BUILTIN}
