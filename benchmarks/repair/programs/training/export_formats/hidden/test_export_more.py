from export import export, formats


def test_more():
    assert formats() == ["csv", "json", "tsv"]
    assert export([["a"]], "CSV") == "a"
