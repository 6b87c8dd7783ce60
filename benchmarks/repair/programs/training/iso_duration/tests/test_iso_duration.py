import pytest

from iso_duration import Duration, DurationError, parse, total


def test_parse():
    assert parse("PT5M").seconds == 300
    assert parse("P1DT2H").seconds == 93600
    assert parse("P2W").seconds == 1209600
    assert parse("pt1.5s").seconds == 1.5
    assert parse("+PT0,25S").seconds == 0.25


@pytest.mark.parametrize("text", ["", "P", "P1DT", "P1M", "PT1D"])
def test_parse_errors(text):
    with pytest.raises(DurationError):
        parse(text)


def test_negative():
    assert parse("-P1D") == Duration.of(days=-1)
    assert parse("-PT1H30M").seconds == -5400


def test_str():
    assert str(Duration.of(days=1, hours=2, seconds=3.04)) == "P1DT2H3.04S"
    assert str(Duration.of(weeks=1)) == "P7D"
    assert str(Duration()) == "PT0S"


def test_round_trip():
    for text in ("P1D", "PT1M0.5S", "-PT2H", "-P3DT4H5M6S"):
        assert str(parse(text)) == text


def test_arithmetic():
    assert parse("PT1H") - parse("PT90M") == -parse("PT30M")
    assert parse("PT1M") * 1.5 == Duration.of(seconds=90)
    assert parse("PT59S") < parse("PT1M")


def test_words():
    assert parse("P1DT2H3M").words() == "1 day, 2 hours"
    assert parse("PT1M1S").words(most=1) == "1 minute"
    assert parse("PT0S").words() == "no time"


def test_total():
    assert str(total(["PT30M", "PT45M", "P1D"])) == "P1DT1H15M"
    assert total([]) == Duration()


def test_total_with_correction():
    assert str(total(["PT10M", "-PT30S"])) == "PT9M30S"
