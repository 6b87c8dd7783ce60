from datetime import date

from tieout import Entry, Line, canonical, reconcile

NEW = date(2024, 6, 30)
OLD = date(2024, 1, 1)


def ids(report):
    return [id for _, id in report.pairs]


def test_lower_case_ledger():
    assert ids(reconcile([Line(NEW, 5, "INV9")], [Entry(4, OLD, 5, "inv9")])) == [4]


def test_slashes_in_ledger():
    assert ids(reconcile([Line(NEW, 5, "2024 9 A")], [Entry(4, OLD, 5, "2024/9/a")])) == [4]


def test_blanks_around():
    assert ids(reconcile([Line(NEW, 5, "X1")], [Entry(4, OLD, 5, "  x1 ")])) == [4]


def test_both_written_differently():
    assert ids(reconcile([Line(NEW, 5, "x.1")], [Entry(4, OLD, 5, "X-1")])) == [4]


def test_both_with_the_same_dashes():
    assert ids(reconcile([Line(NEW, 5, "X-1")], [Entry(4, OLD, 5, "X-1")])) == [4]


def test_two_spellings_of_one_reference():
    entries = [Entry(1, OLD, 5, "x-1"), Entry(2, OLD, 7, "X1"), Entry(3, OLD, 5, "X 1")]
    report = reconcile([Line(NEW, 7, "x1"), Line(NEW, 5, "x1"), Line(NEW, 5, "X1")], entries)
    assert ids(report) == [2, 1, 3]
    assert report.clean


def test_different_reference_stays_different():
    report = reconcile([Line(NEW, 5, "X-2")], [Entry(1, OLD, 5, "X-1")])
    assert report.pairs == []


def test_falls_back_to_day():
    assert ids(reconcile([Line(OLD, 5, "zzz")], [Entry(1, OLD, 5, "X-1")])) == [1]


def test_entries_keep_their_spelling():
    entry = Entry(1, OLD, 5, "x-1")
    assert reconcile([], [entry]).open_entries == [entry]
    assert entry.reference == "x-1"


def test_tolerance_inclusive():
    assert ids(reconcile([Line(date(2024, 5, 4), 5)], [Entry(1, date(2024, 5, 1), 5)])) == [1]
    assert ids(reconcile([Line(date(2024, 5, 5), 5)], [Entry(1, date(2024, 5, 1), 5)])) == []


def test_canonical_empty():
    assert canonical("") == "" == canonical(" -")
