import pytest
from arrow.locales import KoreanLocale


@pytest.mark.parametrize(
    ("text", "frame", "delta", "expected"),
    [
        ("2년", "year", -2, "재작년"),
        ("1년", "year", -1, "작년"),
        ("2년", "year", 2, "내후년"),
        ("3일", "days", -3, "3일 전"),
        ("2일", "day", -2, "그제"),
        ("3일", "days", 3, "글피"),
        ("3년", "years", -3, "3년 전"),
    ],
)
def test_words(text, frame, delta, expected):
    assert KoreanLocale()._format_relative(text, frame, delta) == expected
