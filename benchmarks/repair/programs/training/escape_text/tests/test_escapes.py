from escapes import fields, plain


def test_plain():
    assert plain("abc") == "abc"


def test_empty():
    assert plain("") == ""


def test_escaped():
    assert plain("a\\|b") == "a|b"


def test_escaped_escape():
    assert plain("a\\\\b") == "a\\b"


def test_last():
    assert plain("a\\") == "a\\"


def test_fields():
    assert fields("a|b") == ["a", "b"]


def test_fields_escaped():
    assert fields("a\\|b|c") == ["a\\|b", "c"]
