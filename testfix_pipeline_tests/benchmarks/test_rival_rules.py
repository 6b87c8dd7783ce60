"""Stop rules for rivals, applied to what searches recorded."""

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
    ("most", "label", "rivals"), [(0, "wrong", 0), (40, "wrong", 20), (100, "exact", 50), (1000, "wrong", 230)]
)
def test_rule_ends_the_search_where_it_would_have_ended(most: int, label: str, rivals: int) -> None:
    assert stopped(ONE, most) == (label, pytest.approx(rivals))
