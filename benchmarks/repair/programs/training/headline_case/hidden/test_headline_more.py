import pytest

from headline import headline, styled


@pytest.mark.parametrize("word", ["Of", "OF", "The", "In", "BY", "tO"])
def test_small_however_written(word):
    assert styled(word) == word.lower()
    assert styled(word, edge=True) == word.capitalize()


def test_all_big():
    assert headline("The Lord Of The Rings") == "The Lord of the Rings"
