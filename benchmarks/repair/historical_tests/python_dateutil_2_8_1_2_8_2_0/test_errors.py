import pytest
from dateutil.parser import ParserError, parse


@pytest.mark.parametrize("text", ["0-100", "0-50", "0-13"])
def test_months_that_are_none(text):
    with pytest.raises(ParserError) as caught:
        parse(text)
    assert text in str(caught.value)


def test_days_that_are_none():
    with pytest.raises(ParserError) as caught:
        parse("2014-02-30")
    assert "day is out of range" in str(caught.value) and "2014-02-30" in str(caught.value)
