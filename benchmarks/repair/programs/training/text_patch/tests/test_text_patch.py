import pytest
from text_patch import Conflict, Hunk, apply, invert, stat

TEXT = "a\nb\nc\nd\ne\nf"


def test_replace():
    assert apply(TEXT, [Hunk(2, ["b"], ["B"])]) == "a\nB\nc\nd\ne\nf"


def test_insert():
    assert apply(TEXT, [Hunk(1, [], ["x", "y"])]) == "x\ny\n" + TEXT


def test_delete():
    assert apply(TEXT, [Hunk(5, ["e", "f"], [])]) == "a\nb\nc\nd"


def test_two_same_size():
    assert apply(TEXT, [Hunk(6, ["f"], ["F"]), Hunk(1, ["a"], ["A"])]) == "A\nb\nc\nd\ne\nF"


def test_insert_twice():
    hunks = [Hunk(1, [], ["0"]), Hunk(4, [], ["+"])]
    assert apply(TEXT, hunks) == "0\na\nb\nc\n+\nd\ne\nf"


def test_big_growth_then_replace():
    hunks = [Hunk(1, ["a"], ["a1", "a2", "a3", "a4"]), Hunk(5, ["e"], ["E"])]
    assert apply(TEXT, hunks) == "a1\na2\na3\na4\nb\nc\nd\nE\nf"


def test_fuzz():
    assert apply(TEXT, [Hunk(5, ["c"], ["C"])]) == "a\nb\nC\nd\ne\nf"


def test_conflict():
    with pytest.raises(Conflict):
        apply(TEXT, [Hunk(6, ["a"], [])])


def test_invert_lines():
    back = invert([Hunk(1, ["a"], []), Hunk(3, ["c"], ["C"])])
    assert [(h.line, h.old, h.new) for h in back] == [(1, [], ["a"]), (2, ["C"], ["c"])]


def test_stat():
    assert stat([Hunk(1, ["a"], ["b", "c"]), Hunk(2, ["x"])]) == "+2 -2"
