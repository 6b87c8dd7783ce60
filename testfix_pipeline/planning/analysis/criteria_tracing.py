"""Links the requirements of the analysis to the criteria of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.core.code_names import code_name, split_code_name
from testfix_pipeline.core.plan_records import Case, Criterion, Requirement
from testfix_pipeline.planning.code_readers import surface_of
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.python_code.source_file import Source


def with_required_cases(
    criteria: Sequence[Criterion], sources: Sequence[Source], unit: Iterable[Requirement]
) -> Iterator[Requirement]:
    """Yield the unit requirements; those of normal use begin with the cases that the input asks of their routine.

    A routine that the input speaks of and that tests run already gets a requirement that is covered, so that every
    criterion with code has one.
    """
    open_ones = list(unit)
    demanded = {subject: _required_cases(criteria, subject) for one in criteria for subject in one.subjects}
    for item in open_ones:
        cases = demanded.get(_code_name_of(item), []) if item.part == "happy" else []
        yield item.model_copy(update={"cases": [*cases, *item.cases]}) if cases else item
    known = {_code_name_of(item) for item in open_ones}
    happy = {_code_name_of(item) for item in open_ones if item.part == "happy"}
    for source in sources:
        for routine in surface_of(source.path, source.text):
            subject = code_name(source.path, routine.name)
            if subject in demanded and subject not in happy:
                yield Requirement(
                    id="", file=source.path, layer="L1", part="happy", target=routine.name,
                    title=f"{routine.call}: what is asked for", cases=demanded[subject],
                    expectation="requirement", covered=subject not in known and not _show_calls(demanded[subject]),
                )  # fmt: skip


def _show_calls(cases: Sequence[Case]) -> bool:
    """Whether the input shows calls with their results: a test may run the routine without asserting these."""
    return any(one.call for case in cases for one in expectations(case.expected))


def _code_name_of(item: Requirement) -> str:
    return code_name(item.file, item.target)


def _required_cases(criteria: Sequence[Criterion], subject: str) -> list[Case]:
    """What the input asks of a routine, as cases; only the first three routines of each criterion count."""
    return [
        Case(given=f"as {one.id} asks", expected=one.text, origin="requirement", source=one.id)
        for one in criteria
        if subject in one.subjects[:3]
    ]


def with_criteria(criteria: Sequence[Criterion], requirements: Iterable[Requirement]) -> list[Requirement]:
    """The requirements, each with the ids of the criteria that it serves."""
    return [
        item.model_copy(update={"criteria": [one.id for one in criteria if _serves(item, one)]})
        for item in requirements
    ]


def _serves(item: Requirement, one: Criterion) -> bool:
    """Whether a requirement serves a criterion.

    One without words is served by all, a file by all of its requirements, a routine by its own and by those of its
    interactions.
    """
    if not one.words and not one.subjects:
        return True
    if item.file in one.subjects:
        return True
    names = [name for file, name in map(split_code_name, one.subjects) if file == item.file and name]
    if item.layer == "L2":
        return any(f"`{name}`" in case.given for name in names for case in item.cases)
    return item.target in names
