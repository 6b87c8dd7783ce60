import pytest

from typeset import justify, paragraph


@pytest.mark.parametrize("number", range(2, 8))
@pytest.mark.parametrize("extra", range(9))
def test_width_and_gaps(number, extra):
    words = ["xy"] * number
    width = 3 * number - 1 + extra
    line = justify(words, width)
    gaps = [len(gap) for gap in line.split("xy")[1:-1]]
    assert len(line) == width
    assert gaps == sorted(gaps, reverse=True)
    assert max(gaps) - min(gaps) <= 1


def test_indented():
    assert paragraph("a b c d e f", 7, "justify", first_indent=1)[0] == " a  b c"
