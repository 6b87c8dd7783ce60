from datetime import date

import pytest

from calver import CalVer, VersionError, bump, latest


def after(text, *day, candidate=False):
    return str(bump(CalVer.parse(text), date(*day), candidate))


def test_parse():
    assert CalVer.parse("v24.04.2") == CalVer(2024, 4, 2)
    assert CalVer.parse("24.10.0rc3") == CalVer(2024, 10, 0, 3)


@pytest.mark.parametrize("text", ["24.4.1", "2024.04.1", "24.13.0", "24.00.0", "24.04", "24.04.1b2"])
def test_parse_bad(text):
    with pytest.raises(VersionError):
        CalVer.parse(text)


def test_text():
    assert str(CalVer(2009, 3, 11)) == "09.03.11"


def test_order():
    texts = ["24.04.0", "24.04.10", "23.12.3", "24.04.2rc1", "24.04.2", "24.04.2rc10"]
    assert [str(v) for v in sorted(map(CalVer.parse, texts))] == [
        "23.12.3",
        "24.04.0",
        "24.04.2rc1",
        "24.04.2rc10",
        "24.04.2",
        "24.04.10",
    ]


def test_bump_in_the_month():
    assert after("24.04.1", 2024, 4, 30) == "24.04.2"


def test_bump_in_a_new_month():
    assert after("24.04.7", 2024, 5, 1) == "24.05.0"


def test_bump_in_a_new_year():
    assert after("24.12.7", 2025, 1, 2) == "25.01.0"


def test_bump_a_year_later():
    assert after("23.04.7", 2024, 4, 9) == "24.04.0"


def test_candidate():
    assert after("24.04.1", 2024, 5, 1, candidate=True) == "24.05.0rc1"
    assert after("24.05.0rc1", 2024, 5, 9, candidate=True) == "24.05.0rc2"
    assert after("24.05.0rc2", 2024, 6, 1) == "24.05.0"


def test_from_the_future():
    with pytest.raises(VersionError):
        after("24.05.0", 2024, 4, 30)


def test_latest():
    tags = ["v24.04.0", "nightly", "24.03.9", "24.05.0rc1"]
    assert latest(tags) == CalVer(2024, 4, 0)
    assert latest(tags, candidates=True) == CalVer(2024, 5, 0, 1)
    assert latest([]) is None
