import pytest

from bib_style import Bibliography, Entry


def entry(key, title, year=2000, authors=("Ash, Kim",), **more):
    return Entry(key, tuple(authors), year, title, **more)


def test_letters_by_title():
    bib = Bibliography([entry("c", "Cats"), entry("a", "Ants"), entry("b", "Bees")])
    assert bib.cite("a", "b", "c") == "(Ash, 2000a; Ash, 2000b; Ash, 2000c)"


def test_letters_run_down_the_list():
    bib = Bibliography([entry("z", "Zoo"), entry("m", "the Moon"), entry("n", "A Nut")])
    lines = bib.render()
    assert lines == ["Ash, K. (2000a). the Moon.", "Ash, K. (2000b). A Nut.",
                     "Ash, K. (2000c). Zoo."]


def test_added_in_order():
    bib = Bibliography([entry("a", "Ants"), entry("b", "Bees")])
    assert bib.cite("b") == "(Ash, 2000b)"


def test_other_years_have_no_letter():
    bib = Bibliography([entry("b", "Bees"), entry("a", "Ants"), entry("c", "Cows", 2001)])
    assert bib.cite("c", "b") == "(Ash, 2001; Ash, 2000b)"


def test_later_addition_shifts_letters():
    bib = Bibliography([entry("b", "Bees"), entry("c", "Cows")])
    assert bib.cite("b") == "(Ash, 2000a)"
    bib.add(entry("a", "Ants"))
    assert bib.cite("b") == "(Ash, 2000b)"


def test_et_al_ordered_by_later_names():
    bib = Bibliography([
        entry("z", "Apes", authors=("Ash, Kim", "Zorn, X", "Fox, Y")),
        entry("d", "Yaks", authors=("Ash, Kim", "Dahl, X", "Fox, Y")),
    ])
    assert bib.cite("z", "d") == "(Ash et al., 2000b; Ash et al., 2000a)"


def test_no_authors():
    bib = Bibliography([entry("x", "Annual Report", authors=(), source="City", pages="3"),
                        entry("y", "Annual Report", authors=(), source="Bank")])
    assert len(bib.render()) == 2
    assert bib.render()[0] == "Annual Report (2000a). City, p. 3."


def test_keys_keep_entries_in_order_of_adding():
    bib = Bibliography([entry("b", "Bees"), entry("a", "Ants")])
    bib.render()
    assert list(bib.entries) == ["b", "a"]


def test_two_groups():
    bib = Bibliography([entry("b1", "B"), entry("b2", "B", authors=("Elm, Jo",)),
                        entry("a1", "A"), entry("a2", "A", authors=("Elm, Jo",))])
    assert bib.cite("a1", "a2", "b1", "b2") == "(Ash, 2000a; Elm, 2000a; Ash, 2000b; Elm, 2000b)"


def test_unknown_key():
    with pytest.raises(KeyError):
        Bibliography().cite("nope")


def test_empty():
    assert Bibliography().render() == []
