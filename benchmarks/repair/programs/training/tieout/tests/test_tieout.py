from datetime import date

import pytest

from tieout import Entry, Line, canonical, reconcile


def day(n):
    return date(2024, 5, n)


def ids(report):
    return [id for _, id in report.pairs]


def test_canonical():
    assert canonical(" re-2024 / 17a") == "RE202417A"


def test_same_reference_whatever_the_day():
    report = reconcile([Line(day(30), 500, "RE17")], [Entry(1, day(1), 500, "RE17")])
    assert ids(report) == [1]
    assert report.clean


def test_statement_without_dashes():
    report = reconcile([Line(day(30), 500, "re17")], [Entry(1, day(1), 500, "RE-17")])
    assert ids(report) == [1]
    assert report.clean


def test_ledger_without_dashes():
    report = reconcile([Line(day(30), 500, "RE 17")], [Entry(1, day(1), 500, "RE17")])
    assert ids(report) == [1]


def test_nearest_day():
    entries = [Entry(1, day(8), 500), Entry(2, day(11), 500)]
    report = reconcile([Line(day(10), 500)], entries)
    assert ids(report) == [2]
    assert report.open_entries == [entries[0]]


def test_too_far_away():
    report = reconcile([Line(day(10), 500)], [Entry(1, day(14), 500)])
    assert report.pairs == []
    assert report.difference == 0
    assert not report.clean


def test_reference_before_day():
    entries = [Entry(1, day(10), 500, "A"), Entry(2, day(20), 500, "B")]
    report = reconcile([Line(day(10), 500), Line(day(10), 500, "A")], entries, 15)
    assert sorted(ids(report)) == [1, 2]
    assert [line.reference for line, _ in report.pairs] == ["A", ""]


def test_each_entry_once():
    lines = [Line(day(1), 500), Line(day(1), 500)]
    report = reconcile(lines, [Entry(1, day(1), 500)])
    assert ids(report) == [1]
    assert report.difference == 500


def test_same_reference_other_amount():
    report = reconcile([Line(day(1), 700, "A")], [Entry(1, day(1), 500, "A")])
    assert report.pairs == []
    assert report.difference == 200


def test_duplicate_id():
    with pytest.raises(ValueError):
        reconcile([], [Entry(1, day(1), 5), Entry(1, day(2), 5)])
