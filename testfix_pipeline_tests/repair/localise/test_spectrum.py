"""The spectrum: which tests run which lines, and the suspiciousness that follows."""

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.localise.spectrum import LinePairs, Spectrum, SpectrumCounts, ochiai


def test_ochiai_is_that_of_the_literature() -> None:
    """Two of three failing and two of ten passing tests run the line."""
    assert ochiai(SpectrumCounts(2, 2, 3, 10)) == pytest.approx(2 / (3 * 4) ** 0.5)


def test_the_spectrum_counts_only_what_failing_tests_run() -> None:
    f, g, p, unknown = map(TestId, ("f", "g", "p", "unknown"))
    executed = {f: {"a.py": {1, 2}}, g: {"a.py": {2}}, p: {"a.py": {2, 3}, "b.py": {1}}, unknown: {}}
    spectrum = Spectrum.of(executed, [f, g, unknown], [p])
    assert spectrum.counts("a.py", 2) == SpectrumCounts(2, 1, 2, 1)
    assert spectrum.counts("a.py", 3).ef == 0 and "b.py" not in spectrum.passed


def test_how_a_condition_goes_is_counted() -> None:
    a, b, c = map(TestId, "abc")
    executed: dict[TestId, dict[str, set[int]]] = {a: {"m.py": {1, 2}}, b: {"m.py": {1}}, c: {"m.py": {2}}}
    together = LinePairs(executed, [a, b, c], {"m.py": {1, 2}})
    assert together.count("m.py", 1, 2, True) == 1
    assert together.count("m.py", 1, 2, False) == 1
