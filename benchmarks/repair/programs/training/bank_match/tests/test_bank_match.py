from datetime import date

from bank_match import Entry, Matcher, money, parse_amount, parse_statement, report


def entry(ref, day, cents):
    return Entry(ref, date(2024, 3, day), cents)


def test_amounts():
    assert parse_amount("12.50") == 1250
    assert parse_amount(" 1,250.00 ") == 125000
    assert parse_amount("(12.50)") == -1250
    assert parse_amount("-0.05") == -5


def test_statement():
    text = "# March\n\nB1;2024-03-05;-12.50;Bakery; cash\nB2;2024-03-06;100\n"
    assert parse_statement(text) == [
        Entry("B1", date(2024, 3, 5), -1250, "Bakery; cash"),
        Entry("B2", date(2024, 3, 6), 10000),
    ]


def test_simple_match():
    result = Matcher().reconcile([entry("B1", 5, 100)], [entry("C1", 4, 100)])
    assert result.matched == [("B1", "C1")]
    assert result.settled


def test_window():
    bank = [entry("B1", 10, 100)]
    assert Matcher(3).reconcile(bank, [entry("C1", 7, 100)]).settled
    assert Matcher(3).reconcile(bank, [entry("C1", 13, 100)]).settled
    assert not Matcher(3).reconcile(bank, [entry("C1", 6, 100)]).settled


def test_nearest_day_first():
    book = [entry("C1", 8, 100), entry("C2", 5, 100)]
    result = Matcher(3).reconcile([entry("B1", 5, 100)], book)
    assert result.matched == [("B1", "C2")]
    assert result.only_book == [book[0]]


def test_earlier_and_later_entries():
    book = [entry("C1", 12, 500), entry("C2", 9, 500)]
    result = Matcher(3).reconcile([entry("B1", 10, 500)], book)
    assert result.matched == [("B1", "C2")]


def test_each_entry_once():
    bank = [entry("B1", 5, 100), entry("B2", 5, 100)]
    result = Matcher().reconcile(bank, [entry("C1", 5, 100)])
    assert result.matched == [("B1", "C1")]
    assert result.only_bank == [bank[1]]
    assert result.difference == 100


def test_same_distance():
    book = [entry("C2", 5, 100), entry("C1", 5, 100)]
    assert Matcher().reconcile([entry("B1", 5, 100)], book).matched == [("B1", "C1")]


def test_report():
    bank = [entry("B1", 5, 100), entry("B2", 6, 2000)]
    book = [entry("C1", 5, 100), entry("C2", 5, -50)]
    assert report(Matcher().reconcile(bank, book)) == [
        "B1 = C1",
        "B2 not in the book: 20.00",
        "C2 not at the bank: -0.50",
        "difference 20.50",
    ]
    assert money(-123456) == "-1,234.56"
