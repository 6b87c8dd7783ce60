"""Errors that a server or a test client of commands caught: a test sees only what came of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.core.records import Failure, Frame

_STATUS = re.compile(
    r"\b500 (?:==|!=|is)|(?:==|!=|is) 500\b|\b500 INTERNAL|\bexit_code\b|<Result \w|"
    r"^(?:assert )?1 (?:==|!=) 0\b|"
    r"^(?:assert )?0 (?:==|!=) 1\b|"
    r"<!doctype h(?s:.)*?(?:500 Internal Server|ion\.</p>)",
    re.M,
)
"""The last is Werkzeug's page, of which pytest shows only the end: "... there is an error in the application.</p>"."""


def hides_error(failure: Failure) -> bool:
    """Whether a test compares a status that says that an error was caught, or the page that tells of it."""
    return failure.error_type.rpartition(".")[2] in ("AssertionError", "Failed") and bool(_STATUS.search(failure.error))


def caught_failures(answer: dict[str, Any], failures: Sequence[Failure]) -> list[Failure]:
    """Failures with the errors that the probe saw caught, in the place of the first of these failures."""
    found = []
    for one in answer.get("caught", ()) if failures else ():
        frame = Frame(file=one["file"], line=one["line"], function="")
        said = {"error_type": one["type"], "error": one["message"], "frames": [frame]}
        found.append(failures[0].model_copy(update={**said, "file": one["file"], "line": one["line"]}))
    return found
