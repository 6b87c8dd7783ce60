from dotenv_loader import parse


def test_base64_padding():
    assert parse("KEY=c2VjcmV0Cg==") == {"KEY": "c2VjcmV0Cg=="}


def test_quoted_assignment():
    assert parse("OPTS='-Dx=1 -Dy=2'") == {"OPTS": "-Dx=1 -Dy=2"}


def test_empty_value():
    assert parse("A=") == {"A": ""}


def test_starts_with_equals():
    assert parse("A==b") == {"A": "=b"}
