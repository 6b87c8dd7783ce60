from datetime import date
from decimal import Decimal

import pytest

from ledgerimport import Row, StatementError, read_statement
from ledgerimport.reader import balance

TEXT = """Booked,Details,Value
03.02.2024,Rent   February,950.00-
2024-02-01,Salary,"2,100.00 CR"

"""


def test_rows_are_sorted():
    assert read_statement(TEXT) == [
        Row(date(2024, 2, 1), "Salary", Decimal("2100.00")),
        Row(date(2024, 2, 3), "Rent February", Decimal("-950.00")),
    ]


def test_balance():
    assert balance(read_statement(TEXT), Decimal(10)) == Decimal("1160.00")


def test_american_statement():
    rows = read_statement("Date,Description,Amount\n02/14/2024,Flowers,(35.50)\n02/13/2024,Refund,$20.00\n")
    assert [row.amount for row in rows] == [Decimal("20.00"), Decimal("-35.50")]


def test_empty():
    with pytest.raises(StatementError, match="empty"):
        read_statement("")


def test_missing_column():
    with pytest.raises(StatementError, match="amount"):
        read_statement("date,text\n")


def test_line_is_named():
    with pytest.raises(StatementError, match="line 3"):
        read_statement("date,text,amount\n2024-01-01,a,1\nyesterday,b,2\n")
