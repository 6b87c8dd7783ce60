import pytest
from werkzeug import http
from werkzeug._internal import _plain_int
from werkzeug.sansio.utils import get_content_length


@pytest.mark.parametrize("text", ["7", " 7", "7 ", "\t7\t", "  7  "])
def test_spaces_do_not_count(text):
    assert _plain_int(text) == 7
    assert get_content_length(text) == 7
    assert http.parse_age(text).total_seconds() == 7


def test_negative_numbers():
    assert _plain_int(" -3 ") == -3


@pytest.mark.parametrize("text", ["", " ", "1 2", "+7", "1_000", "7x", "\u0667"])
def test_what_is_no_number(text):
    with pytest.raises(ValueError):
        _plain_int(text)
