"""Information in a failure's message: actual and expected values, exceptions that were not raised."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testfix_pipeline.core import python_code
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.failure_evidence import COMPARISON, is_literal

NOT_RAISED = re.compile(r"DID NOT (?:RAISE|WARN)\b.*?class '(?:[\w.<>]*\.)?(\w+)'|(\w+) not (?:raised|triggered)")
INNER = re.compile(r"^At index .*? diff: (.+?) != (.+)$")
ARGUMENTS = re.compile(r"([\w.<>]+)\(\) (?:missing|takes|got)")
QUOTED = re.compile(r"'([A-Za-z_]\w*)'")
QUOTED_TEXT = re.compile(r"'([^'\n]{3,40})'")
WORD = re.compile(r"[A-Za-z_]{3,}")


def comparisons(failure: Failure) -> list[tuple[str, str]]:
    """(left, right) texts that the message compares, whole values first, then their parts."""
    found = []
    for line in failure.error.splitlines():
        match = INNER.match(line.strip()) or COMPARISON.match(line.strip())
        if match:
            found.append((match.group(1).strip(), match.group(2).strip()))
    return found


def differences(failure: Failure) -> list[str]:
    """The parts of compared values that the other value lacks: of pairs, and of the lines of a diff."""
    found = [part for left, right in comparisons(failure) for part in _differing_parts(left, right)]
    lines = [line.strip() for line in failure.error.splitlines()]
    removed = [line[2:] for line in lines if line.startswith("- ")]
    added = [line[2:] for line in lines if line.startswith("+ ") and not line.startswith("+  where")]
    for left, right in zip(removed, added, strict=False):
        found += _differing_parts(left, right)
    found += removed[len(added) :] + added[len(removed) :]
    return [part for part in found if part.strip(" '\"")]


def _differing_parts(left: str, right: str) -> Iterator[str]:
    """Yields the differing middle parts of two texts."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    yield from (left[start : len(left) - end], right[start : len(right) - end])


def canonical(text: str) -> str | None:
    """The `repr` of a literal; None if the text is no literal or was shortened."""
    return repr(python_code.literal(text)) if is_literal(text) and "..." not in text else None


def actual_values(failure: Failure) -> list[str]:
    """Literals of the failing comparison. Either side may be the actual value, so both are included, left first."""
    found = [canonical(part) for pair in comparisons(failure) for part in pair]
    return [value for value in found if value is not None]


def missing_exception(failure: Failure) -> str:
    """The name of an exception that the test expected and that was not raised, or ""."""
    match = NOT_RAISED.search(failure.error)
    return next((group for group in match.groups() if group), "") if match else ""


def called_wrongly(failure: Failure) -> str:
    """The function, perhaps with its class, whose arguments a TypeError complains about, or ""."""
    match = ARGUMENTS.match(failure.error) if failure.error_type == "TypeError" else None
    return match.group(1).replace(".<locals>", "") if match else ""


def quoted_identifiers(failure: Failure) -> set[str]:
    """Identifiers in quotes in the message."""
    return set(QUOTED.findall(failure.error[:500]))


def quoted_texts(failure: Failure) -> set[str]:
    """Short texts in quotes, and the key of a KeyError."""
    found = set(QUOTED_TEXT.findall(failure.error[:500]))
    if failure.error_type == "KeyError" and is_literal(failure.error):
        found.add(str(python_code.literal(failure.error)))
    return {text for text in found if len(text) > 2}


def words(text: str) -> set[str]:
    """The words of a text in lower case."""
    return {word.lower() for word in WORD.findall(text)}
