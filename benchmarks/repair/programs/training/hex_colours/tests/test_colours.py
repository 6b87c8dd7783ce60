import pytest

from colours import ColourError, contrast, mix, parse, ramp, readable_on, to_hex


def test_six_digits():
    assert parse("#12aB34") == (0x12, 0xAB, 0x34)
    assert parse("000080") == (0, 0, 128)


def test_names():
    assert parse(" Navy ") == (0, 0, 128)


@pytest.mark.parametrize("text", ["", "#12", "#12345", "ghost", "#gggggg"])
def test_errors(text):
    with pytest.raises(ColourError):
        parse(text)


def test_three_digits():
    assert parse("#fa0") == (255, 170, 0)


def test_to_hex_stays_in_range():
    assert to_hex((300, -5, 15.6)) == "#ff0010"


def test_mix():
    assert mix("black", "white") == "#808080"
    assert mix("red", "navy", 0) == "#ff0000"


def test_mix_of_short_colours():
    assert mix("#f00", "#00f", 1) == "#0000ff"


def test_contrast():
    assert contrast("black", "white") == 21
    assert contrast("red", "red") == 1


def test_readable():
    assert readable_on("navy") == "white"
    assert readable_on("#ffff00") == "black"


def test_ramp():
    assert ramp("#000000", "#0000ff", 3) == ["#000000", "#000080", "#0000ff"]
    with pytest.raises(ColourError):
        ramp("red", "navy", 1)
