import pytest
from glob_match import braces, matches, select


def test_star():
    assert matches("*.py", "a.py")
    assert not matches("*.py", "d/a.py")


def test_question():
    assert matches("a?c", "abc")
    assert not matches("a?c", "ac")


def test_class():
    assert matches("[a-c]x", "bx")
    assert not matches("[!a-c]x", "bx")


def test_double_star_zero_or_one():
    assert matches("src/**/a.py", "src/a.py")
    assert matches("src/**/a.py", "src/lib/a.py")


def test_double_star_deep():
    assert matches("src/**/a.py", "src/x/y/z/a.py")


def test_double_star_alone():
    assert matches("**", "a")
    assert matches("docs/**", "docs/a/b.txt")


def test_braces():
    assert braces("{a,b{c,d}}x") == ["ax", "bcx", "bdx"]
    assert matches("*.{js,ts}", "m.ts")


def test_unbalanced():
    with pytest.raises(ValueError):
        braces("{a")


def test_select():
    paths = ["a.py", "t/b.py", "t/u/c.py", "t/x.txt"]
    assert select(paths, ["**/*.py"], ["a*"]) == ["t/b.py", "t/u/c.py"]
