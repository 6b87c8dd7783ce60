"""Counts requirements, groups them into tasks, and describes them in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.plan_records import Requirement

A_TASK = 60  # tests: more than that nobody reviews at once


def split_folder(folder: str, wanted: Sequence[Requirement]) -> Iterator[tuple[str, list[Requirement]]]:
    """Yield the requirements of a folder as one task, or as several of whole files where they are too many."""
    if count_tests(wanted) <= A_TASK:
        yield folder, list(wanted)
        return
    held: list[Requirement] = []
    for own in sorted(group_by_file(wanted).values(), key=count_tests, reverse=True):
        if held and count_tests([*held, *own]) > A_TASK:
            yield file_names(held), held
            held = []
        held += own
    yield file_names(held), held


def file_names(wanted: Sequence[Requirement]) -> str:
    """The names of the first two files, and the number of the others."""
    return first_names(list(group_by_file(wanted)), 2)


def count_criteria(wanted: Sequence[Requirement]) -> int:
    """The number of the input's criteria that the requirements serve."""
    return len({name for each in wanted for name in each.criteria})


def group_by_file(wanted: Sequence[Requirement]) -> dict[str, list[Requirement]]:
    """The requirements by file."""
    found: dict[str, list[Requirement]] = {}
    for each in wanted:
        found.setdefault(each.file, []).append(each)
    return found


def count_tests(wanted: Sequence[Requirement]) -> int:
    """The number of tests: one for each case, or one for a requirement without cases."""
    return sum(max(1, len(each.cases)) for each in wanted)


def counted_requirement(file: str, wanted: Sequence[Requirement]) -> str:
    """A requirement in words: `12 tests for 3 functions of parser.py (L1: 8 happy, 4 boundary)`."""
    targets = len({each.target for each in wanted if each.layer == "L1" and each.target not in ("", file)})
    of = f"{targets} function{'s' if targets > 1 else ''} of {file}" if targets else file
    total = count_tests(wanted)
    return f"{total} test{'s' if total > 1 else ''} for {of} ({'; '.join(counts_by_layer(wanted))})"


def counts_by_layer(wanted: Sequence[Requirement]) -> Iterator[str]:
    """Yield for each layer the numbers of tests by part, in words."""
    for layer in ("L1", "L2", "L3"):
        parts: dict[str, int] = {}
        for each in wanted:
            if each.layer == layer:
                parts[each.part] = parts.get(each.part, 0) + count_tests([each])
        if parts:
            optional = ", optional" if layer == "L3" else ""
            yield f"{layer}{optional}: " + ", ".join(f"{number} {part}" for part, number in parts.items())
