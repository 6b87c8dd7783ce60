import pytest

from vcard import Card, CardError, dump, parse
from vcard.text import escape, fold, unescape, unfold

TEXT = "BEGIN:VCARD\r\nFN:Ann Lee\r\nTEL;TYPE=work:123\r\nTEL:456\r\nX-ODD:1\r\nEND:VCARD\r\n"


def test_parse():
    assert parse(TEXT) == [Card("Ann Lee", phones=["123", "456"])]


def test_dump():
    assert dump([Card("Ann", emails=["a@x.org"])]).split("\r\n") == [
        "BEGIN:VCARD", "VERSION:3.0", "FN:Ann", "EMAIL:a@x.org", "END:VCARD", "",
    ]


def test_escapes():
    assert escape("a,b;c\\d") == "a\\,b\\;c\\\\d"
    assert unescape("a\\,b\\;c\\\\d") == "a,b;c\\d"


def test_note_of_two_lines():
    assert dump([Card("Ann", note="one\ntwo")]).split("\r\n")[3] == "NOTE:one\\ntwo"


def test_read_note_of_two_lines():
    assert parse("BEGIN:VCARD\nFN:A\nNOTE:one\\ntwo\nEND:VCARD")[0].note == "one\ntwo"


def test_long_lines():
    line = "NOTE:" + "x" * 200
    folded = fold(line)
    assert max(map(len, folded.split("\r\n"))) == 75
    assert unfold(folded) == [line]


@pytest.mark.parametrize(
    "text", ["FN:Ann", "BEGIN:VCARD\nFN:Ann", "BEGIN:VCARD\nEND:VCARD", "BEGIN:VCARD\nFN\nEND:VCARD"],
)
def test_errors(text):
    with pytest.raises(CardError):
        parse(text)


def test_there_and_back():
    cards = [Card("Lee, Ann", "A;B", phones=["1"]), Card("Bob")]
    assert parse(dump(cards)) == cards
