import pytest
from werkzeug.http import parse_accept_header


@pytest.mark.parametrize(
    ("text", "quality"),
    [("1", 1), ("0", 0), ("1.0", 1), ("0.5", 0.5), ("0.125", 0.125), ("0.0", 0)],
)
def test_qualities(text, quality):
    assert list(parse_accept_header(f"en;q={text},de")) and dict(parse_accept_header(f"en;q={text}")) == {"en": quality}


@pytest.mark.parametrize("text", ["x", "2", "1.5", "-1", ".5", "1e0", "1_0", "inf", "nan"])
def test_what_is_no_quality(text):
    assert dict(parse_accept_header(f"en;q={text},de;q=0.5")) == {"de": 0.5}


def test_the_order():
    assert [name for name, _ in parse_accept_header("a;q=0,b;q=1,c;q=0.5")] == ["b", "c", "a"]
