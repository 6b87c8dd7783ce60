from catalogue import card, justify, leader, paragraph, wrap


def test_short():
    assert wrap("a b", 10) == ["a b"]


def test_nothing():
    assert wrap("  ", 10) == []


def test_two_lines():
    assert wrap("one two three", 7) == ["one two", "three"]


def test_exactly_one_too_long():
    assert wrap("ab cd ef", 4) == ["ab", "cd", "ef"]


def test_long_word():
    assert wrap("a extraordinary b", 5) == ["a", "extraordinary", "b"]


def test_justify():
    assert justify("a b c", 8) == "a   b  c"


def test_paragraph():
    assert paragraph("aa bb cc dd", 6) == ["aa  bb", "cc dd"]


def test_leader():
    assert leader("a", "b", 8) == "a .... b"


def test_card():
    assert card("Title", "Writer", "7", 12) == "Title\n      Writer\nshelf ... 7"[:0] + "Title\n      Writer\nshelf .... 7"
