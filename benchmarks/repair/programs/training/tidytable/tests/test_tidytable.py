import pytest

from tidytable import Table, alignment, is_delimiter, split_row, tidy


def test_split_row():
    assert split_row("| a | b|c |") == ["a", "b", "c"]
    assert split_row(r"a \| b | c") == [r"a \| b", "c"]


def test_is_delimiter():
    assert is_delimiter("|---|:-:|")
    assert not is_delimiter("| - a | b |")


def test_alignment():
    assert alignment("---") is None
    assert alignment(":--") == "left"
    assert alignment("--:") == "right"


def test_plain():
    assert tidy("a|b\n-|-\none|two2") == "\n".join([
        "| a   | b    |",
        "| --- | ---- |",
        "| one | two2 |",
    ])


def test_aligned():
    assert tidy("|name|n|mid|\n|:-|-:|:-:|\n|x|10|a|\n|long one|5|centre|") == "\n".join([
        "| name     |   n |  mid   |",
        "| :------- | --: | :----: |",
        "| x        |  10 |   a    |",
        "| long one |   5 | centre |",
    ])


def test_short_and_long_rows():
    assert Table.parse(["a|b", "-|-", "1", "1|2|3"]).rows == [["1", ""], ["1", "2"]]


def test_different_delimiter():
    with pytest.raises(ValueError):
        Table.parse(["a|b", "-|-|-"])


def test_text_around():
    text = "Intro\n\na|b\n-|-\n\nEnd | of it"
    assert tidy(text) == "Intro\n\n| a   | b   |\n| --- | --- |\n\nEnd | of it"


def test_code_block():
    text = "```\na|b\n-|-\n```"
    assert tidy(text) == text
