"""Which requirements of the analysis serve which criterion of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.core.code_names import code_name, split_code_name
from testfix_pipeline.core.plan_records import Case, Criterion, Requirement
from testfix_pipeline.planning.code_readers import surface_of
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.python_code.source_file import Source


def asked(
    criteria: Sequence[Criterion], sources: Sequence[Source], unit: Iterable[Requirement]
) -> Iterator[Requirement]:
    """The unit requirements, with what the input itself demands of a routine as the first case of its normal use.

    A routine that the input speaks of and that tests run already gets a requirement that is covered, so that every
    criterion with code has one.
    """
    open_ones = list(unit)
    demanded = {subject: _demands(criteria, subject) for one in criteria for subject in one.subjects}
    for item in open_ones:
        cases = demanded.get(_subject(item), []) if item.part == "happy" else []
        yield item.model_copy(update={"cases": [*cases, *item.cases]}) if cases else item
    known = {_subject(item) for item in open_ones}
    happy = {_subject(item) for item in open_ones if item.part == "happy"}
    for source in sources:
        for routine in surface_of(source.path, source.text):
            subject = code_name(source.path, routine.name)
            if subject in demanded and subject not in happy:
                yield Requirement(
                    id="", file=source.path, layer="L1", part="happy", target=routine.name,
                    title=f"{routine.call}: what is asked for", cases=demanded[subject],
                    expectation="requirement", covered=subject not in known and not _shows_a_call(demanded[subject]),
                )  # fmt: skip


def _shows_a_call(cases: Sequence[Case]) -> bool:
    """Whether the input shows calls with their results: tests there may run the routine and not state these."""
    return any(one.call for case in cases for one in expectations(case.expected))


def _subject(item: Requirement) -> str:
    return code_name(item.file, item.target)


def _demands(criteria: Sequence[Criterion], subject: str) -> list[Case]:
    """What the input says of a routine, as cases; only the three routines that each criterion speaks of first."""
    return [
        Case(given=f"as {one.id} asks", expected=one.text, origin="requirement", source=one.id)
        for one in criteria
        if subject in one.subjects[:3]
    ]


def traced_to(criteria: Sequence[Criterion], requirements: Iterable[Requirement]) -> list[Requirement]:
    """The requirements, each with the ids of the criteria that it serves."""
    return [
        item.model_copy(update={"criteria": [one.id for one in criteria if _serves(item, one)]})
        for item in requirements
    ]


def _serves(item: Requirement, one: Criterion) -> bool:
    """A criterion without words means everything; a file all that is in it; a routine itself, and its joint work."""
    if not one.words and not one.subjects:
        return True
    if item.file in one.subjects:
        return True
    names = [name for file, name in map(split_code_name, one.subjects) if file == item.file and name]
    if item.layer == "L2":
        return any(f"`{name}`" in case.given for name in names for case in item.cases)
    return item.target in names
