import pytest

from buildfile import BuildError, order, parse, script, stale

SIMPLE = """\
# a letter
letter.pdf: letter.tex
    latex letter.tex

letter.tex: letter.txt
    convert letter.txt
"""

SHARED = """\
app: main.o util.o
    link main.o util.o
main.o: main.c util.h
    cc main.c
util.o: util.c util.h
    cc util.c
"""


def test_parse():
    rules = parse(SHARED)
    assert list(rules) == ["app", "main.o", "util.o"]
    assert rules["main.o"].needs == ["main.c", "util.h"]
    assert rules["app"].commands == ["link main.o util.o"]


@pytest.mark.parametrize("text", ["  cc x", "app main.o", "a: b\na: c"])
def test_errors(text):
    with pytest.raises(BuildError, match="line"):
        parse(text)


def test_order_of_a_chain():
    assert order(parse(SIMPLE), "letter.pdf") == ["letter.txt", "letter.tex", "letter.pdf"]


def test_order_of_two_branches():
    assert order(parse("all: a b\na: x\nb: y\n"), "all") == ["x", "a", "y", "b", "all"]


def test_shared_header():
    assert order(parse(SHARED), "app") == ["main.c", "util.h", "main.o", "util.c", "util.o", "app"]


@pytest.mark.parametrize("text, message", [
    ("a: b\nb: c\nc: b\n", "circle: b > c > b"), ("a: a\n", "circle: a > a"),
])
def test_circle(text, message):
    with pytest.raises(BuildError, match=message):
        order(parse(text), "a")


def test_stale():
    times = {"letter.txt": 5, "letter.tex": 3, "letter.pdf": 9}
    assert stale(parse(SIMPLE), "letter.pdf", times) == ["letter.tex", "letter.pdf"]


def test_up_to_date():
    assert stale(parse(SIMPLE), "letter.pdf", {"letter.txt": 1, "letter.tex": 1, "letter.pdf": 2}) == []


def test_no_source():
    with pytest.raises(BuildError, match="letter.txt"):
        stale(parse(SIMPLE), "letter.pdf", {})


def test_script():
    times = {"main.c": 9, "util.c": 1, "util.h": 1, "main.o": 2, "util.o": 2, "app": 3}
    assert script(parse(SHARED), "app", times) == ["cc main.c", "link main.o util.o"]
