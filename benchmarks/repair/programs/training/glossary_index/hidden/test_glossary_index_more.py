import pytest

from glossary_index import Glossary

PAGES = [
    "Roots grow in soil. Soil feeds trees.",
    "Trees have leaves; a leaf has veins.",
    "Berries grow on bushes.",
    "Soil, tree, berry.",
    "Nothing here.",
]


def make(*terms):
    g = Glossary()
    for term in terms:
        g.define(term)
    return g


def test_single():
    assert make("soil").occurrences(PAGES) == {"soil": [1, 4]}


def test_two():
    assert make("soil", "berry").occurrences(PAGES) == {"berry": [3, 4], "soil": [1, 4]}


def test_four():
    assert make("tree", "soil", "root", "berry").occurrences(PAGES) == {
        "berry": [3, 4], "root": [1], "soil": [1, 4], "tree": [1, 2, 4],
    }


def test_texts_from_generator():
    g = make("tree", "soil", "root")
    assert g.occurrences(text for text in PAGES) == {
        "root": [1], "soil": [1, 4], "tree": [1, 2, 4],
    }


def test_all_on_one_page():
    assert make("a", "b", "c").occurrences(["c b a"]) == {"a": [1], "b": [1], "c": [1]}


def test_no_pages():
    g = make("a", "b")
    assert g.occurrences([]) == {"a": [], "b": []}
    assert g.render([]) == ""


def test_synonyms_of_second():
    g = make("berry")
    g.define("plant", synonyms=["tree", "bushe"])
    assert g.entries(PAGES) == ["berry, 3-4", "plant, 1-4"]


def test_unused_none():
    assert make("soil", "tree").unused(PAGES) == []


def test_unused_some():
    assert make("soil", "rock", "tree", "air").unused(PAGES) == ["air", "rock"]


def test_first_page_of_all():
    assert make("soil", "tree").entries(PAGES, 101) == ["soil, 101, 104", "tree, 101-102, 104"]


def test_see_of_later_term():
    g = make("berry", "tree")
    g.see("Oak", "tree")
    assert g.entries(PAGES) == ["berry, 3-4", "Oak, see tree", "tree, 1-2, 4"]


@pytest.mark.parametrize("term, pages", [("berry", "3-4"), ("soil", "1, 4"), ("tree", "1-2, 4")])
def test_render(term, pages):
    g = make("berry", "soil", "tree")
    assert f"[{term[0].upper()}]\n  {term}, {pages}" in g.render(PAGES)
