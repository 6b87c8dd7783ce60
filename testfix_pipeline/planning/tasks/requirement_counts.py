"""Requirements counted, gathered and put into words: which of them make one task, and how many tests that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.core.plan_records import Requirement

A_TASK = 60  # tests: more than that nobody reviews at once


def of_folder(folder: str, wanted: Sequence[Requirement]) -> Iterator[tuple[str, list[Requirement]]]:
    """A folder's requirements as one task, or as several of whole files where one would hold too many."""
    if count(wanted) <= A_TASK:
        yield folder, list(wanted)
        return
    held: list[Requirement] = []
    for own in sorted(by_file(wanted).values(), key=count, reverse=True):
        if held and count([*held, *own]) > A_TASK:
            yield names(held), held
            held = []
        held += own
    yield names(held), held


def names(wanted: Sequence[Requirement]) -> str:
    files = list(by_file(wanted))
    return ", ".join(files[:2]) + (f" and {len(files) - 2} more" if len(files) > 2 else "")


def asked(wanted: Sequence[Requirement]) -> int:
    """How many of the input's criteria requirements serve."""
    return len({name for each in wanted for name in each.criteria})


def by_file(wanted: Sequence[Requirement]) -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for each in wanted:
        found.setdefault(each.file, []).append(each)
    return found


def count(wanted: Sequence[Requirement]) -> int:
    """How many tests: one a case, or one where the analysis lists none."""
    return sum(max(1, len(each.cases)) for each in wanted)


def quantified(file: str, wanted: Sequence[Requirement]) -> str:
    """`12 tests for 3 functions of parser.py (L1: 8 happy, 4 boundary)`"""
    targets = len({each.target for each in wanted if each.layer == "L1" and each.target not in ("", file)})
    of = f"{targets} function{'s' if targets > 1 else ''} of {file}" if targets else file
    total = count(wanted)
    return f"{total} test{'s' if total > 1 else ''} for {of} ({'; '.join(shares(wanted))})"


def shares(wanted: Sequence[Requirement]) -> Iterator[str]:
    for layer in ("L1", "L2", "L3"):
        parts: dict[str, int] = {}
        for each in wanted:
            if each.layer == layer:
                parts[each.part] = parts.get(each.part, 0) + count([each])
        if parts:
            optional = ", optional" if layer == "L3" else ""
            yield f"{layer}{optional}: " + ", ".join(f"{number} {part}" for part, number in parts.items())
