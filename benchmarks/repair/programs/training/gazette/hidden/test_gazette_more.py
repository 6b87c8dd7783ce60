import pytest

from gazette import Article, Layout, balance, justify, wrap


@pytest.mark.parametrize("text, width, lines", [
    ("to be abcdefghij", 5, ["to be", "abcd-", "efgh-", "ij"]),
    ("x abcdef y", 5, ["x", "abcd-", "ef y"]),
    ("abcdef ghijkl", 5, ["abcd-", "ef", "ghij-", "kl"]),
    ("abcdefg", 5, ["abcd-", "efg"]),
    ("a abcde", 5, ["a", "abcde"]),
])
def test_wrap(text, width, lines):
    assert wrap(text, width) == lines


def test_exact_fit():
    assert wrap("ab cd", 5) == ["ab cd"]
    assert wrap("  ab \n cd ", 4) == ["ab", "cd"]


def test_no_letter_is_lost():
    text = "we saw internationalisation everywhere and incomprehensibilities too"
    for width in range(4, 25):
        lines = wrap(text, width)
        assert all(0 < len(line) <= width for line in lines)
        joined = "".join(lines).replace("-", "").replace(" ", "")
        assert joined == text.replace(" ", "")


def test_long_title():
    article = Article("A catastrophe", "ok")
    assert Layout(width=7).set_article(article) == ["A", "CATAST-", "ROPHE", "ok"]


def test_justified_article():
    lines = Layout(width=8, justified=True).set_article(Article("T", "a b abcdefghij c d"))
    assert lines == ["T", "a      b", "abcdefg-", "hij c d"]


def test_justify_exact():
    assert justify("ab cd", 5) == "ab cd"


def test_balance_few():
    assert balance(["1"], 3) == [["1"], [], []]


def test_two_articles():
    layout = Layout(columns=1, width=4)
    assert layout.render([Article("A", "b"), Article("C", "d")]) == "A\nb\n\nC\nd"


def test_form_feed():
    layout = Layout(columns=1, width=4, height=2)
    assert layout.render([Article("A", "b\n\nc")]) == "A\nb\f\nc"
