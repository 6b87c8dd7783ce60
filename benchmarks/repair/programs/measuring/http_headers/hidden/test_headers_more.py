import pytest

from headers import Headers


@pytest.mark.parametrize("name", ["Host", "host", "HOST", "hOsT"])
def test_all_spellings(name):
    headers = Headers([("Host", "x.org")])
    assert name in headers
    assert headers.get(name) == "x.org"
    assert headers.remove(name) is True
    assert name not in headers


def test_removing_keeps_the_others():
    headers = Headers([("A", "1"), ("a", "2"), ("B", "3")])
    headers.remove("A")
    assert list(headers.items()) == [("B", "3")]


def test_absent():
    assert "Z" not in Headers()
    assert Headers().remove("Z") is False
