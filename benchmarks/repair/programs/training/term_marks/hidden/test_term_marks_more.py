import pytest

from term_marks import Category, TermMarks


def make():
    return TermMarks([Category("quiz", 1, drop=2), Category("final", 3), Category("essay", 4)])


def test_only_one_category():
    t = make()
    t.record("a", "quiz", "q1", 6, 10)
    assert t.average("a") == pytest.approx(60)


def test_two_categories():
    t = make()
    t.record("a", "quiz", "q1", 100)
    t.record("a", "final", "f", 60)
    assert t.average("a") == pytest.approx(70)


def test_other_two_categories():
    t = make()
    t.record("a", "essay", "e", 50)
    t.record("a", "final", "f", 85)
    assert t.average("a") == pytest.approx(65)


def test_zero_mark_counts():
    t = make()
    t.record("a", "quiz", "q1", 0)
    t.record("a", "final", "f", 80)
    assert t.average("a") == pytest.approx(60)


def test_all_zero():
    t = make()
    t.record("a", "final", "f", 0)
    assert t.average("a") == 0
    assert t.letter("a") == "F"


def test_everything():
    t = make()
    t.record("a", "quiz", "q1", 40)
    t.record("a", "final", "f", 80)
    t.record("a", "essay", "e", 60)
    assert t.average("a") == pytest.approx((40 + 240 + 240) / 8)


def test_drops_two():
    t = make()
    for title, points in [("q1", 1), ("q2", 9), ("q3", 5), ("q4", 7)]:
        t.record("a", "quiz", title, points, 10)
    assert t.dropped("a", "quiz") == {"q1", "q3"}
    assert t.average("a") == pytest.approx(80)


def test_ranking_midterm():
    t = make()
    t.record("a", "quiz", "q1", 70)
    t.record("b", "final", "f", 80)
    t.record("c", "essay", "e", 75)
    assert [s for s, _ in t.ranking()] == ["b", "c", "a"]


def test_letter_bounds():
    t = make()
    t.record("a", "quiz", "q1", 60)
    t.record("b", "quiz", "q1", 59)
    assert t.letter("a") == "D"
    assert t.letter("b") == "F"


def test_weights_of_one():
    t = TermMarks([Category("x", 1), Category("y", 1)])
    t.record("s", "y", "only", 42)
    assert t.average("s") == pytest.approx(42)
