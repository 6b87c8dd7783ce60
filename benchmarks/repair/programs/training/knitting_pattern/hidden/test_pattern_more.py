import pytest

from pattern import check, parse_pattern
from stitches import PatternError


def test_no_rows():
    assert check([], 12) == 12


def test_last_row_counts():
    assert check(parse_pattern("k3, kfb"), 4) == 5
    assert check(parse_pattern("ssk, k2"), 4) == 3


def test_lace_grows_and_shrinks():
    rows = parse_pattern("k1, yo, k1, yo, k1\nssk, k1, k2tog\nk3")
    assert check(rows, 3) == 3


def test_third_row_is_wrong():
    rows = parse_pattern("k3, m1\nk2, k2tog\nk4")
    with pytest.raises(PatternError, match="row 3 takes 4 loops, but there are 3"):
        check(rows, 3)


def test_same_count_twice():
    assert check(parse_pattern("k5\np5\nsl1, k4"), 5) == 5
