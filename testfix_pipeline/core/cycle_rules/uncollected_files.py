"""Test files that can't be collected, counted by the tests that were known in them."""

from __future__ import annotations

from collections.abc import Iterable

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.cycle_rules import results

_NAMED = 3


def uncollected(outcomes: results.Outcomes, known: Iterable[str]) -> str:
    """Return a sentence on uncollected test files and the pass rate that counts their known tests; "" for none.

    known: ids of tests in the last green session. In the measured rate a file counts as one error, since the number of
    its tests is only known from such a session.
    """
    files = sorted(test for test, one in outcomes.items() if one.status == "error" and results.is_collection_id(test))
    if not files:
        return ""
    tests = list(known)
    hidden = {file: [test for test in results.made_visible(file, tests) if test not in outcomes] for file in files}
    number = sum(map(len, hidden.values()))
    said = f"{counted(len(files), 'file')} can't be collected: {first_names(files, _NAMED)}"
    if not number:
        return f"{said}. How many tests {'it holds' if len(files) == 1 else 'they hold'} is not known."
    passed, failing = results.counts(outcomes)
    failing += number - sum(bool(tests) for tests in hidden.values())
    where = "it" if len(files) == 1 else "them"
    share = f"{passed} of {passed + failing} pass ({results.format_rate(results.rate(passed, failing))}%)"
    return f"{said}. With the {counted(number, 'test')} that the last green session had in {where}, {share}."
