import pytest

from gazette import Article, Layout, balance, justify, wrap


def test_wrap_plain():
    assert wrap("one two three four", 9) == ["one two", "three", "four"]
    assert wrap("", 9) == []


def test_wrap_only_long_word():
    assert wrap("extraordinary", 8) == ["extraor-", "dinary"]


def test_wrap_long_word_in_text():
    assert wrap("an extraordinary day", 8) == ["an", "extraor-", "dinary", "day"]


def test_wrap_too_narrow():
    with pytest.raises(ValueError):
        wrap("a", 1)


def test_justify():
    assert justify("a b c", 8) == "a   b  c"
    assert justify("alone", 8) == "alone"


def test_balance():
    assert balance(["1", "2", "3", "4", "5"], 3) == [["1", "2"], ["3", "4"], ["5"]]


def test_set_article():
    article = Article("News", "it rains\n\nstill wet")
    assert Layout(width=6).set_article(article) == ["NEWS", "it", "rains", "", "still", "wet"]


def test_render():
    page = Layout(columns=2, width=6, gutter=1).render([Article("News", "it rains now")])
    assert page == "NEWS   rains\nit     now"


def test_render_long_word():
    page = Layout(columns=2, width=6, gutter=1).render([Article("Sky", "a rainshower")])
    assert page == "SKY    rains-\na      hower"


def test_pages_split():
    layout = Layout(columns=2, width=3, height=1)
    pages = layout.pages([Article("A", "bbb ccc")])
    assert pages == [[["A"], ["bbb"]], [["ccc"], []]]
