import pytest

from colours import contrast, parse


@pytest.mark.parametrize("short, full", [("#000", "#000000"), ("fff", "ffffff"), ("#18c", "#1188cc"), ("#0A9", "#00aa99")])
def test_same(short, full):
    assert parse(short) == parse(full)


def test_contrast():
    assert contrast("#fff", "#000") == 21
