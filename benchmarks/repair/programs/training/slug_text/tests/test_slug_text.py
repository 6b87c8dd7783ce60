from datetime import date

from slug_text import permalink, slug


def test_words():
    assert slug("Hello, big World!") == "hello-big-world"


def test_accents():
    assert slug("Crème brûlée") == "creme-brulee"


def test_signs_around():
    assert slug("  -- News -- ") == "news"


def test_cut_inside_a_word():
    assert slug("autumn colours", limit=9) == "autumn-co"


def test_cut_between_words():
    assert slug("autumn colours", limit=7) == "autumn"


def test_exact_fit():
    assert slug("autumn", limit=6) == "autumn"


def test_permalink():
    assert permalink(date(2024, 3, 9), "Spring is here") == "/2024/03/spring-is-here/"


def test_short_permalink():
    assert permalink(date(2024, 3, 9), "Spring is here", limit=10) == "/2024/03/spring-is/"


def test_untitled():
    assert permalink(date(2023, 11, 1), "???") == "/2023/11/untitled/"
