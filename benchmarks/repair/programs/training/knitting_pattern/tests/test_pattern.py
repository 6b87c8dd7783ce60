import pytest

from pattern import check, parse_pattern, parse_row, widest
from stitches import PatternError


def test_simple_row():
    assert parse_row("k2, p, yo").expand() == ["k", "k", "p", "yo"]


def test_code_with_digits():
    assert parse_row("k2tog, k2").expand() == ["k2tog", "k", "k"]


def test_nested_groups():
    row = parse_row("(k1, (p1, yo) x2) x2.")
    assert row.expand() == ["k", "p", "yo", "p", "yo"] * 2
    assert (row.takes, row.makes) == (6, 10)


@pytest.mark.parametrize("text", ["k2, q3", "(k2, p2", "k2) x2", "k2, !"])
def test_unreadable(text):
    with pytest.raises(PatternError):
        parse_row(text)


def test_ribbing_keeps_its_width():
    rows = parse_pattern("(k2, p2) x5\n\n(k2, p2) x5  # again\n")
    assert len(rows) == 2
    assert check(rows, 20) == 20


def test_wrong_cast_on():
    with pytest.raises(PatternError, match="row 1 takes 4 loops, but there are 5"):
        check(parse_pattern("k4"), 5)


def test_hat_crown():
    rows = parse_pattern("(k2, k2tog) x4\n(k1, k2tog) x4\nk2tog, k6\n")
    assert check(rows, 16) == 7


def test_row_that_ignores_an_increase():
    rows = parse_pattern("k2, kfb, k2\nk5")
    with pytest.raises(PatternError, match="row 2 takes 5 loops, but there are 6"):
        check(rows, 5)


def test_widest():
    assert widest(parse_pattern("k2, m1, k2\nk1, k2tog, k2"), 4) == 5
