import pytest

from word_report import Report, compare, merge, read_stop_words, render, render_all, words


@pytest.fixture
def cat():
    return Report.of("Cat", "The cat and the hat. A cat!")


@pytest.fixture
def dog():
    return Report.of("Dog", "Dog, cat and hen")


def test_words():
    assert words("Don't ask: WELL-known 'things'") == ["don't", "ask", "well-known", "things"]


def test_stop_words():
    assert read_stop_words("The\n\n a # article\n# none\n") == {"the", "a"}
    report = Report.of("x", "the cat", stop_words=frozenset({"cat"}))
    assert report.counts == {"the": 1}


def test_report(cat):
    assert cat.total == 7
    assert cat.distinct == 2
    assert cat.top(1) == [("cat", 2)]
    assert cat.once() == ["hat"]
    assert cat.per_thousand("Cat") == 285.7


def test_top_order():
    assert Report.of("x", "c b b a c d").top(3) == [("b", 2), ("c", 2), ("d", 1)]


def test_by_length():
    assert Report.of("x", "one three two").by_length() == {3: 2, 5: 1}


def test_merge(cat, dog):
    both = merge("Both", [cat, dog])
    assert both.top(2) == [("cat", 3), ("dog", 1)]
    assert both.total == 11
    assert merge("None", []).top(5) == []


def test_compare(cat, dog):
    assert compare(cat, dog) == (["hat"], ["dog", "hen"])


def test_compare_after_merge(cat, dog):
    both = merge("Both", [cat, dog])
    assert compare(both, cat) == (["dog", "hen"], [])
    assert compare(both, dog) == (["hat"], [])


def test_render(dog):
    assert render(dog, 2) == "Dog: 4 words, 3 distinct\n  cat    1  250.0\n  dog    1  250.0"


def test_render_all(cat, dog):
    assert render_all("All", [cat, dog], 1) == (
        "All: 11 words, 4 distinct\n  cat    3  272.7\n\n"
        "Cat: 7 words, 2 distinct\n  cat    2  285.7\n\n"
        "Dog: 4 words, 3 distinct\n  cat    1  250.0"
    )
