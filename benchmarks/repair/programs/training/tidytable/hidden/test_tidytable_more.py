import pytest

from tidytable import Table, alignment, tidy


@pytest.mark.parametrize("marker, expected", [
    (":-:", "center"),
    (":---------:", "center"),
    (":-", "left"),
    (":-----", "left"),
    ("-:", "right"),
    ("-", None),
])
def test_alignment(marker, expected):
    assert alignment(marker) == expected


def test_center_only():
    assert Table.parse(["a", ":-:", "bbbbb"]).format() == [
        "|   a   |",
        "| :---: |",
        "| bbbbb |",
    ]


def test_center_odd_space_goes_right():
    assert Table.parse(["abcd", ":-:", "x"]).format()[2] == "|  x   |"


def test_left():
    assert Table.parse(["a|b", ":-|:-", "1|2"]).format() == [
        "| a   | b   |",
        "| :-- | :-- |",
        "| 1   | 2   |",
    ]


def test_right():
    assert Table.parse(["a", "-:", "1"]).format() == ["|   a |", "| --: |", "|   1 |"]


def test_tidy_twice_changes_nothing():
    once = tidy("a|bb|c|d\n:-:|:-|-:|-\n1|2|3|4")
    assert once == "\n".join([
        "|  a  | bb  |   c | d   |",
        "| :-: | :-- | --: | --- |",
        "|  1  | 2   |   3 | 4   |",
    ])
    assert tidy(once) == once


def test_no_rows():
    assert tidy("|head|x|\n|:-:|-|") == "| head | x   |\n| :--: | --- |"


def test_two_tables():
    assert tidy("a|b\n-|:-:\n\nc|d\n:-:|-\n") == (
        "| a   |  b  |\n| --- | :-: |\n\n|  c  | d   |\n| :-: | --- |\n"
    )
