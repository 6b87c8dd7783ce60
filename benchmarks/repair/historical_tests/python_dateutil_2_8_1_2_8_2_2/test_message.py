from datetime import date

import pytest
from dateutil.parser import isoparser


@pytest.mark.parametrize("text", ["2014-04-19T", "20140419x", "2014-0419"])
def test_the_message_shows_the_text(text):
    for given in (text, text.encode("ascii")):
        with pytest.raises(ValueError) as caught:
            isoparser().parse_isodate(given)
        assert "b'" not in str(caught.value)


def test_the_text_is_in_the_message():
    with pytest.raises(ValueError, match="'20140419x'"):
        isoparser().parse_isodate("20140419x")


def test_good_dates():
    assert isoparser().parse_isodate("2014-04-19") == date(2014, 4, 19)
