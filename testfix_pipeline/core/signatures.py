"""The signature of a failure, the basis of clusters, stuck tests, batching and trimmed prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Cluster, Failure, Frame, Outcome
from testfix_pipeline.core.test_ids import FailureSignature

_LINES = 6
_WIDTH = 160
_LONGEST = 2000  # characters of a line: an error message may contain a whole document
_FRAMES = 2

# Quoted Python names distinguish causes; any other quoted text is data.
_NAME = r"'[A-Za-z_][\w.]*'"
_NAMED = (
    rf"\b(?:name|named|attribute|argument|argument:|arguments:|fixture|object|type) {_NAME}|(?<!\w){_NAME}(?= object )"
)
_QUOTED = r"""(?<!\w)[rbfuRBFU]{0,2}(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_TEXT = re.compile(f"(?P<kept>{_NAMED})|{_QUOTED}")
_PLACEHOLDERS = (
    (re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "<uuid>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z\b|[+-]\d\d:?\d\d\b)?"), "<time>"),
    (re.compile(r"\b\d\d:\d\d:\d\d(?:\.\d+)?\b"), "<time>"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b"), "<hex>"),
    (
        re.compile(r"(?<![\w/.<])(?:[A-Za-z]:)?(?:\.{0,2}/)?(?:[\w.@~+-]+[/\\])+[\w.@~+-]+|(?<![\w/.<>])/[\w.@~+-]+"),
        "<path>",
    ),
    (re.compile(r"(?<![\w.<])[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?(?!\w)"), "<n>"),
)
_REPEATS = re.compile(r"(<\w+>)(?:, <\w+>)+")
_DIFF = re.compile(r"^([-?]|\+(?!\s+(where|and) )|Use -v |\.\.\.Full output)")
_WHERE = re.compile(
    r"^\+\s+(?:where|and) .*? = (?:<bound method (?P<method>[\w.]+) of|(?:[\w.]*\.)?(?P<function>[A-Za-z_]\w*)\()"
)


def normalise_message(text: str) -> str:
    """An error message without its data: at most six lines with placeholders for values.

    Lines of a diff are data. pytest's `+  where 3 = add(1, 2)` lines stay: they name the function under test.
    """
    lines = (" ".join(line[:_LONGEST].split()) for line in text.splitlines())
    kept = [line for line in lines if line and not _DIFF.match(line)]
    return "\n".join(_without_data(line)[:_WIDTH].rstrip() for line in kept[:_LINES])


def _without_data(line: str) -> str:
    line = _TEXT.sub(lambda match: match["kept"] or "<str>", line)
    for pattern, placeholder in _PLACEHOLDERS:
        line = pattern.sub(placeholder, line)
    return _REPEATS.sub(r"\1, ..", line)


def source_frames(frames: Sequence[Frame]) -> list[Frame]:
    """The frames of a traceback (outermost first, as Python has them) outside the tests, innermost first."""
    return [frame for frame in reversed(frames) if not is_test_side(frame.file)]


def signature(outcome: Outcome) -> FailureSignature:
    """Return error type, normalised message and the innermost project frames of one failure, on one line.

    Line numbers are left out, so that an edit above does not change it. If only test code was running, the test's file
    is used, since its functions would separate failures with one cause. For the same reason an assertion on a
    function's result is identified by the function, not by the form of the comparison. A test that never ended is
    identified by what it had called, since its position at the end is chance.
    """
    frames = source_frames(outcome.frames)
    inner = frames[-1:] if outcome.never_ended else frames[:_FRAMES]
    place = " < ".join(f"{frame.file}:{frame.function}" for frame in inner) or outcome.id.file
    if outcome.never_ended:
        return FailureSignature(f"{outcome.error_type} | {place}")
    called = "" if inner else function_under_test(outcome.message)
    message = f"wrong result of {called}" if called else normalise_message(outcome.message).replace("\n", " / ")
    return FailureSignature(" | ".join((outcome.error_type or outcome.status, message, place)))


def clusters(failures: Sequence[Failure]) -> list[Cluster]:
    """Group the failures by signature, largest group first, then by signature. One without is a group of its own."""
    groups: dict[str, list[Failure]] = {}
    for failure in sorted(failures, key=lambda failure: failure.test):
        groups.setdefault(failure.signature or failure.test, []).append(failure)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        Cluster(signature=key, tests=[member.test for member in group], title=_title(group[0]))
        for key, group in ordered
    ]


def _title(failure: Failure) -> str:
    """Return a title such as `AssertionError in slugify (text.py)`."""
    kind = failure.error_type.rpartition(".")[2] or "Failure"
    test_file = PurePosixPath(failure.test.file).name
    inner = source_frames(failure.frames)
    if inner:
        return f"{kind} in {inner[0].function} ({PurePosixPath(inner[0].file).name})"
    called = function_under_test(failure.error)
    return f"{kind} in {called} ({test_file})" if called else f"{kind} in {test_file}"


def function_under_test(message: str) -> str:
    """The function whose result pytest's `+  where` line shows, or ""."""
    matches = (_WHERE.match(line.strip()) for line in message.splitlines())
    return next((match["function"] or match["method"] for match in matches if match), "")
