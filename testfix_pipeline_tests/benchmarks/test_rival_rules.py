"""Stop conditions, applied to what searches recorded."""

import pytest

from benchmarks.repair.rivals import stopped

ONE = {
    "tried": 400,
    "labels": {"a": "wrong", "b": "exact", "c": "wrong"},
    "events": [
        {"tried": 10, "best": "a", "confidence": 0.5},
        {"tried": 40, "best": "b", "confidence": 0.8},
        {"tried": 140, "best": "c", "confidence": 0.9},
    ],
}


@pytest.mark.parametrize(
    ("least", "label", "none_tried"), [(0.5, "wrong", True), (0.05, "exact", False), (0.0, "wrong", False)]
)
def test_a_condition_ends_the_search_where_it_would_have_ended(least: float, label: str, none_tried: bool) -> None:
    found, rivals = stopped(ONE, least)
    assert found == label and (rivals == 0) is none_tried and rivals <= 390
