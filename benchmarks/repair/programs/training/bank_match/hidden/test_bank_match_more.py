from datetime import date

from bank_match import Entry, Matcher, report


def entry(ref, day, cents=100):
    return Entry(ref, date(2024, 6, day), cents)


def match(bank, book, window=3):
    return Matcher(window).reconcile(bank, book).matched


def test_same_day_wins_over_later():
    assert match([entry("B1", 10)], [entry("C1", 11), entry("C2", 10)]) == [("B1", "C2")]


def test_same_day_wins_over_earlier():
    assert match([entry("B1", 10)], [entry("C1", 9), entry("C2", 10)]) == [("B1", "C2")]


def test_later_day_is_nearer():
    assert match([entry("B1", 10)], [entry("C1", 7), entry("C2", 12)]) == [("B1", "C2")]


def test_earlier_day_is_nearer():
    assert match([entry("B1", 10)], [entry("C1", 13), entry("C2", 9)]) == [("B1", "C2")]


def test_all_later():
    book = [entry("C1", 13), entry("C2", 11), entry("C3", 12)]
    assert match([entry("B1", 10)], book) == [("B1", "C2")]


def test_all_earlier():
    book = [entry("C1", 7), entry("C2", 9), entry("C3", 8)]
    assert match([entry("B1", 10)], book) == [("B1", "C2")]


def test_equal_distance_on_both_sides():
    assert match([entry("B1", 10)], [entry("C2", 9), entry("C1", 11)]) == [("B1", "C1")]
    assert match([entry("B1", 10)], [entry("C1", 9), entry("C2", 11)]) == [("B1", "C1")]


def test_two_lines_settle():
    bank = [entry("B1", 10), entry("B2", 14)]
    book = [entry("C1", 13), entry("C2", 9)]
    result = Matcher(3).reconcile(bank, book)
    assert result.matched == [("B1", "C2"), ("B2", "C1")]
    assert result.settled


def test_amounts_are_kept_apart():
    book = [entry("C1", 10, 200), entry("C2", 13, 100)]
    assert match([entry("B1", 10, 100)], book) == [("B1", "C2")]


def test_edges_of_the_window():
    result = Matcher(1).reconcile([entry("B1", 10)], [entry("C1", 8), entry("C2", 12)])
    assert result.matched == []
    assert [e.ref for e in result.only_book] == ["C1", "C2"]
    assert result.difference == -100


def test_report_of_nearest():
    result = Matcher().reconcile([entry("B1", 10)], [entry("C1", 13), entry("C2", 10)])
    assert report(result) == ["B1 = C2", "C1 not at the bank: 1.00", "difference -1.00"]
