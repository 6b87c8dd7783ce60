from urllib.parse import quote

import pytest

from percent_text import encode, query


@pytest.mark.parametrize("text", ["ß", "日本", "naïve Ångström", "🙂", "\x7f", "a+b"])
def test_like_the_standard_library(text):
    assert encode(text) == quote(text, safe="")


def test_keep_an_accent():
    assert encode("é è", keep="é") == "é%20%C3%A8"


def test_name_in_a_query():
    assert query({"größe": "ü"}) == "gr%C3%B6%C3%9Fe=%C3%BC"
