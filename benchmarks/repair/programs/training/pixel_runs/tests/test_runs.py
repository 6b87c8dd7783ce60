import pytest

from runs import coded, decoded, longest, runs


def test_runs():
    assert runs("wwb") == [("w", 2), ("b", 1)]
    assert runs("") == []


def test_coded():
    assert coded("wwwbbw") == "3w2bw"


def test_decoded():
    assert decoded("3w") == "www"
    assert decoded("wb") == "wb"


def test_decoded_two():
    assert decoded("3w2b") == "wwwbb"


def test_decoded_long():
    assert decoded("12w") == "w" * 12


def test_round_trip():
    assert decoded(coded("wwbwwwb")) == "wwbwwwb"


def test_ends_with_a_count():
    with pytest.raises(ValueError):
        decoded("w3")


def test_longest():
    assert longest(["wbb", "bbbw"], "b") == 3
    assert longest([], "b") == 0
