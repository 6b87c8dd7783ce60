import pytest
from ini_reader import IniError, parse


def test_simple():
    d = parse("[a]\nX = 1\ny=2\n[b]\nx=3\n")
    assert d.sections() == ["a", "b"]
    assert d.keys("a") == ["x", "y"]
    assert d.get("b", "X") == "3"


def test_comments():
    d = parse("# top\n[a]\n; no\nx = 1\n")
    assert d.keys("a") == ["x"]


def test_continuation():
    d = parse("[a]\nx = 1\n  2\n\t3\n")
    assert d.raw("a", "x") == "1\n2\n3"
    assert d.get_list("a", "x") == ["1", "2", "3"]


def test_blank_ends_continuation():
    with pytest.raises(IniError) as info:
        parse("[a]\nx = 1\n\n  2\n")
    assert info.value.number == 4


def test_continuation_after_header():
    with pytest.raises(IniError) as info:
        parse("[a]\nx = 1\n[b]\n  2\n")
    assert info.value.number == 4


def test_errors():
    for bad, line in (("x=1", 1), ("[a\n", 1), ("[a]\nfoo", 2)):
        with pytest.raises(IniError) as info:
            parse(bad)
        assert info.value.number == line


def test_references():
    d = parse("[a]\nroot = /r\nlib = $(root)/lib\n[b]\np = $(a:lib)/x$(none)\n")
    assert d.get("b", "p") == "/r/lib/x"


def test_circular():
    d = parse("[a]\nx = $(y)\ny = $(x)\n")
    with pytest.raises(ValueError):
        d.get("a", "x")


def test_default():
    d = parse("[a]\n")
    assert d.get("a", "q", 5) == 5
    assert d.get("zz", "q") is None
