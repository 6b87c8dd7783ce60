from datetime import date
from decimal import Decimal

from matching import Invoice, Line, match


def test_equal_lines():
    twin = Line(date(2024, 5, 2), Decimal(10), "x")
    invoices = [Invoice(f"N{n}", date(2024, 5, 1), Decimal(10)) for n in range(3)]
    result = match(invoices, [twin, Line(date(2024, 5, 2), Decimal(10), "x")])
    assert sorted(result.pairs) == ["N0", "N1"]
    assert [i.number for i in result.unpaid] == ["N2"]
    assert result.unknown == []


def test_customer_line_used_by_earlier():
    invoices = [Invoice("A", date(2024, 5, 1), Decimal(10), "Kim"), Invoice("B", date(2024, 5, 2), Decimal(10), "Kim")]
    lines = [Line(date(2024, 5, 3), Decimal(10), "z"), Line(date(2024, 5, 4), Decimal(10), "kim")]
    result = match(invoices, lines)
    assert [result.pairs[n].text for n in "AB"] == ["kim", "z"]
