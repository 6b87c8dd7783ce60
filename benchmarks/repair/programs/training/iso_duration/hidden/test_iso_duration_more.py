from iso_duration import Duration, parse, total


def test_negative_seconds():
    assert parse("-PT1S").millis == -1000
    assert parse("-PT0.25S").millis == -250


def test_negative_mixed():
    assert parse("-PT1M1S").seconds == -61
    assert parse("-P1WT0,5S").millis == -(7 * 24 * 3600 * 1000 + 500)


def test_of_with_sign():
    assert Duration.of(minutes=2, seconds=2, sign=-1) == -Duration.of(minutes=2, seconds=2)
    assert Duration.of(seconds=-5).seconds == -5


def test_text_of_negative():
    assert str(parse("-PT59.999S")) == "-PT59.999S"
    assert parse("-PT1M5S").words() == "minus 1 minute, 5 seconds"


def test_opposites_cancel():
    for text in ("PT7S", "P1DT1S", "PT1H2M3.5S"):
        assert total([text, "-" + text]) == Duration()


def test_positive_stays():
    assert parse("+PT1M1S").seconds == parse("PT1M1S").seconds == 61
