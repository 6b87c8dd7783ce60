from datetime import date
from decimal import Decimal

from matching import Invoice, Line, match, read_statement, report


def invoice(number, day, amount, customer=""):
    return Invoice(number, date(2024, 3, day), Decimal(amount), customer)


def line(day, amount, text=""):
    return Line(date(2024, 3, day), Decimal(amount), text)


def test_read():
    assert read_statement("2024-03-05; 1.234,50; Rent\n") == [line(5, "1234.50", "Rent")]


def test_by_number():
    result = match([invoice("R7", 1, 50)], [line(9, 50), line(20, 50, "R7, thanks")])
    assert result.pairs == {"R7": line(20, 50, "R7, thanks")}


def test_by_amount():
    result = match([invoice("R7", 1, 50)], [line(2, 60), line(9, 50)])
    assert result.pairs["R7"].booked == date(2024, 3, 9)
    assert result.unknown == [line(2, 60)]


def test_too_late():
    result = match([invoice("R7", 1, 50)], [line(20, 50)], days=10)
    assert result.unpaid == [invoice("R7", 1, 50)]


def test_customer_first():
    result = match([invoice("R7", 1, 50, "Lee")], [line(2, 50, "Kim"), line(3, 50, "Ann LEE")])
    assert result.pairs["R7"].text == "Ann LEE"


def test_two_equal_payments():
    result = match([invoice("R1", 1, 50), invoice("R2", 1, 50)], [line(3, 50, "b"), line(2, 50, "a")])
    assert [result.pairs[n].text for n in ("R1", "R2")] == ["a", "b"]
    assert result.unknown == []


def test_one_line_pays_one_invoice():
    result = match([invoice("R1", 2, 50), invoice("R2", 1, 50)], [line(3, 50), line(4, 8)])
    assert list(result.pairs) == ["R2"]
    assert [i.number for i in result.unpaid] == ["R1"]
    assert result.unknown == [line(4, 8)]


def test_outgoing_lines_are_passed_over():
    assert match([], [line(1, -5)]).unknown == []


def test_report():
    result = match([invoice("R1", 1, 50), invoice("R2", 1, 9)], [line(3, 50), line(4, 8)])
    assert report(result) == "R1: paid 2024-03-03\nR2: open 9\nnot assigned: 8"
