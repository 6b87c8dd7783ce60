import pytest

from globlet import Pattern, PatternError, select


def fits(source, text, **options):
    return Pattern(source, **options).matches(text)


def test_plain():
    assert fits("a.txt", "a.txt")
    assert not fits("a.txt", "a.txtx")
    assert not fits("a.txt", "b.txt")


def test_question_mark():
    assert fits("a?c", "abc")
    assert not fits("a?c", "ac")
    assert not fits("a?c", "a/c")


def test_star():
    assert fits("*.py", "main.py")
    assert fits("*.py", ".py")
    assert fits("a*b*c", "a--b--b--c")
    assert not fits("*.py", "main.pyc")


def test_star_in_folder():
    assert fits("src/*.py", "src/main.py")
    assert not fits("src/*.py", "src/tools/main.py")


def test_double_star():
    assert fits("src/**.py", "src/tools/main.py")
    assert fits("**", "any/thing")


def test_sets():
    assert fits("v[0-9]", "v7")
    assert fits("v[!0-9]", "vx")
    assert not fits("v[!0-9]", "v7")
    assert not fits("a[!x]b", "a/b")


def test_ignore_case():
    assert fits("READ*", "readme", ignore_case=True)
    assert not fits("READ*", "readme")


def test_not_closed():
    with pytest.raises(PatternError):
        Pattern("a[bc")


def test_select():
    names = ["a.py", "b.txt", "lib/a.py", "lib/test_a.py"]
    assert select(names) == names
    assert select(names, ["**.py"], ["lib/test_*"]) == ["a.py", "lib/a.py"]


def test_select_top_folder_only():
    names = ["a.py", "b.txt", "lib/a.py"]
    assert select(names, ["*"]) == ["a.py", "b.txt"]
