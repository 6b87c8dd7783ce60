import pytest

from glossary_index import Glossary, contains, page_ranges, stems

PAGES = [
    "A Compiler reads source code.",
    "Source code is made of tokens. Parsers read a token at a time.",
    "The compilers of today are fast.",
    "An abstract syntax tree (AST) comes from the parser.",
]


@pytest.fixture
def glossary():
    g = Glossary()
    g.define("compiler", "translates programs")
    return g


def test_one_term(glossary):
    assert glossary.occurrences(PAGES) == {"compiler": [1, 3]}


def test_first_page(glossary):
    assert glossary.entries(PAGES, first_page=10) == ["compiler, 10, 12"]


def test_synonyms():
    g = Glossary()
    g.define("syntax tree", synonyms=["AST", "source code"])
    assert g.entries(PAGES) == ["syntax tree, 1-2, 4"]


def test_several_terms(glossary):
    glossary.define("Parser")
    glossary.define("token")
    assert glossary.occurrences(PAGES) == {"compiler": [1, 3], "Parser": [2, 4], "token": [2]}


def test_unused(glossary):
    glossary.define("linker")
    glossary.define("token")
    assert glossary.unused(PAGES) == ["linker"]


def test_see(glossary):
    glossary.see("translator", "compiler")
    assert glossary.entries(PAGES) == ["compiler, 1, 3", "translator, see compiler"]
    with pytest.raises(KeyError):
        glossary.see("x", "y")


def test_render(glossary):
    glossary.define("Token")
    glossary.define("code")
    assert glossary.render(PAGES) == "[C]\n  code, 1-2\n  compiler, 1, 3\n[T]\n  Token, 2"


def test_empty_term(glossary):
    with pytest.raises(ValueError):
        glossary.define(" ?")


def test_page_ranges():
    assert page_ranges([7, 1, 2, 3, 2]) == "1-3, 7"
    assert page_ranges([]) == ""


def test_stems():
    assert stems("Entries of 'Classes'") == ["entry", "of", "classe"]
    assert contains(["a", "b", "c"], ["b", "c"])
    assert not contains(["a", "b", "c"], ["a", "c"])
