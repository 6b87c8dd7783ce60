import pytest
from tabulate import tabulate


@pytest.mark.parametrize("word", ["True", "False"])
@pytest.mark.parametrize("number", ["1.", "2.5", "10"])
def test_true_and_false_stay_words(word, number):
    lines = [line.strip() for line in tabulate([[word], [number]], tablefmt="plain").splitlines()]
    assert lines[0] == word
    assert float(lines[1]) == float(number)


def test_numbers_are_formatted_as_ever():
    lines = tabulate([["1.25"], ["2.5"]], tablefmt="plain", floatfmt=".1f").splitlines()
    assert [line.strip() for line in lines] == ["1.2", "2.5"]
