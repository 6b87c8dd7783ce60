"""Says which tests have other ids in each run, and gives those of a run the ids of an earlier one.

A name may hold the time, a random number or a port. pytest's tests get their known ids where they are collected (see
`in_target/testfix_places.py`); those of other frameworks here, when they have run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from testfix_pipeline.core.records import BADNESS, SuiteRun
from testfix_pipeline.core.test_ids import TestId, group_of
from testfix_pipeline.execution.in_target.testfix_places import match_places

_VARYING = re.compile(r"[\w.:+-]*\d[\w.:+-]*")
"""A word with a digit: a time, a date, a uuid, an address, a port."""


def place_of(test: str) -> str:
    """What stays of the id of a test that has another one in each run: its function, or the group that it is in."""
    file, separator, rest = test.partition("::")
    return f"{file}{separator}{rest.partition('[')[0]}" if rest.endswith("]") else group_of(test)


def other_id_notices(renamed: Iterable[TestId], together: Iterable[str]) -> list[str]:
    """A sentence for each function, or group of tests, that has other ids in each run."""
    found = [
        f"{place}: {number} tests have another id in each run; matched by their place."
        if number > 1
        else f"{place}: 1 test has another id in each run; matched by its place."
        for place, number in Counter(map(place_of, renamed)).items()
    ]
    return [*found, *(f"{one}: another number of cases in each run; they count together." for one in together)]


def with_known_ids(run: SuiteRun, known: Iterable[TestId]) -> SuiteRun:
    """The run of whole files; tests that have other ids than `known` get these: by their place, or all together.

    Those of a file whose number differs, too, have the worst outcome among them.
    """
    if run.fault is not None or run.outcomes.keys() == set(known):
        return run
    before, names = _by_file(known), dict[TestId, list[TestId]]()
    renamed: list[TestId] = []
    joined: list[list[TestId]] = []
    for file, found in _by_file(run.collected).items():
        matched, lost, new = match_ids(before.get(file, ()), found)
        names |= {test: [name] for test, name in matched.items()}
        renamed += matched.values()
        ran = [test for test in new if test in run.outcomes]
        if lost and ran:
            worst = max(ran, key=lambda test: BADNESS[run.outcomes[test].status])
            names |= {**{test: [] for test in new}, worst: lost}
            joined.append(lost)
    if not names:
        return run
    together = list(dict.fromkeys(place_of(test) for tests in joined for test in tests))
    changed = {
        "outcomes": {
            name: outcome.model_copy(update={"id": name})
            for test, outcome in run.outcomes.items()
            for name in names.get(test, [test])
        },
        "collected": [name for test in run.collected for name in names.get(test, [test])],
        "notices": [*run.notices, *other_id_notices(renamed, together)],
        "other_ids": {**dict.fromkeys(map(place_of, renamed), "by place"), **dict.fromkeys(together, "together")},
        "joined": joined,
    }
    return run.model_copy(update=changed)


def match_ids(
    known: Sequence[TestId], found: Sequence[TestId]
) -> tuple[dict[TestId, TestId], list[TestId], list[TestId]]:
    """Match the tests of a file in two runs, both in their order: (known id by found id, lost ids, new ids).

    Tests match that differ in words with digits alone, then those that come after the same test; in their order where
    several do, if both runs have as many.
    """
    names: dict[TestId, TestId] = {}
    for places in (_by_steady_words, _by_test_before):
        now = [names.get(test, test) for test in found]
        steady = {*known}.intersection(now)
        matched, _ = match_places(places(known, steady), places(now, steady))
        names |= {TestId(test): TestId(name) for test, name in matched.items()}
    now = [names.get(test, test) for test in found]
    before, after = set(known), set(now)
    return names, [test for test in known if test not in after], [test for test in now if test not in before]


def _by_steady_words(tests: Iterable[TestId], steady: Collection[TestId]) -> dict[str, list[str]]:
    """The ids that are not steady by what they are without words that hold a digit."""
    found: dict[str, list[str]] = {}
    for test in tests:
        if test not in steady:
            found.setdefault("::".join(_VARYING.sub("#", title) for title in test.titles), []).append(test)
    return found


def _by_test_before(tests: Iterable[TestId], steady: Collection[TestId]) -> dict[str, list[str]]:
    """The ids that are not steady by the last steady one before them."""
    found: dict[str, list[str]] = {}
    last = ""
    for test in tests:
        if test in steady:
            last = test
        else:
            found.setdefault(last, []).append(test)
    return found


def _by_file(tests: Iterable[TestId]) -> dict[str, list[TestId]]:
    found: dict[str, list[TestId]] = {}
    for test in tests:
        if not test.is_file:
            found.setdefault(test.file, []).append(test)
    return found
