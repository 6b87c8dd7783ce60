import pytest

from ports import PortPool


@pytest.mark.parametrize("text, expected", [
    ("10-20, 10-30", "10-30"), ("5, 1-9", "1-9"), ("1-9, 5", "1-9"), ("1-2, 4-5, 7-8, 1-20", "1-20"),
])
def test_covering(text, expected):
    assert str(PortPool(text)) == expected
