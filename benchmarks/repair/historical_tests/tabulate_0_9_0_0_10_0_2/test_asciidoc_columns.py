import re

from tabulate import tabulate


def columns(text):
    return re.search(r'cols="([^"]*)"', text).group(1).split(",")


def test_the_place_comes_before_the_width():
    found = columns(tabulate([["spam", 41.5], ["eggs", 451.0]], ["word", "number"], tablefmt="asciidoc"))
    assert [cell[0] for cell in found] == ["<", ">"]
    assert all(cell[1:].isdigit() for cell in found)


def test_centred_columns():
    found = columns(tabulate([["spam", "ham"]], tablefmt="asciidoc", colalign=("center", "right")))
    assert [cell[0] for cell in found] == ["^", ">"]
    assert [int(cell[1:]) for cell in found] == [len(" spam "), len(" ham ")]
