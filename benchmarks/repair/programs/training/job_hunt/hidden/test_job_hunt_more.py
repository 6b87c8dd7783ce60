from datetime import date

import pytest

from job_hunt import load

TODAY = date(2024, 3, 31)


def make(*days):
    return load([(f"C{i}", "r", "applied", f"2024-03-{d:02d}") for i, d in enumerate(days)])


def test_longer_limit():
    assert make(1, 16).report(TODAY, 30) == "2 open on 2024-03-31\nNo news for 30 days or more:\n- C0, r (30 days)"


def test_longer_limit_none():
    assert make(2, 3).report(TODAY, 30) == "2 open on 2024-03-31"


def test_shorter_limit():
    assert make(30).report(TODAY, 1) == "1 open on 2024-03-31\nNo news for 1 days or more:\n- C0, r (1 days)"


def test_keyword():
    assert "C0" in make(26).report(TODAY, days=5)
    assert "C0" not in make(26).report(TODAY, days=6)


def test_default_limit():
    assert make(18).report(TODAY) == "1 open on 2024-03-31"
    assert "- C0, r (14 days)" in make(17).report(TODAY)


def test_zero():
    assert "- C0, r (0 days)" in make(31).report(TODAY, 0)


def test_closed_not_listed():
    t = make(1, 2)
    t.advance("C0", "r", "withdrawn", date(2024, 3, 2))
    assert t.report(TODAY, 20) == "1 open on 2024-03-31\nNo news for 20 days or more:\n- C1, r (29 days)"


def test_empty():
    assert load([]).report(TODAY, 3) == "0 open on 2024-03-31"


def test_stale_order():
    assert [a.company for a in make(5, 3, 3).stale(TODAY)] == ["C1", "C2", "C0"]


def test_unknown_status():
    with pytest.raises(ValueError):
        make(1).advance("C0", "r", "lost", TODAY)
