import pytest

from vcard import Card, dump, parse
from vcard.text import escape, unescape


@pytest.mark.parametrize("text", ["a\nb", "\n", "a\\nb", "\\\n\\", "n,N\n;", "C:\\new\\Notes\n"])
def test_there_and_back(text):
    assert unescape(escape(text)) == text
    assert "\n" not in escape(text)
    assert parse(dump([Card("x", note=text)]))[0].note == text


def test_capital():
    assert unescape("a\\Nb") == "a\nb"
