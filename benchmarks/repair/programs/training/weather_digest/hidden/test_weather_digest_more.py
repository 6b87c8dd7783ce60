from weather import digest, format_digest, parse


def one(text):
    return digest(parse(text))


def test_single_reading():
    assert one("a;d;1;2;3") == {"a": {"coldest": 1, "warmest": 2, "rain": 3, "wet_days": 1, "days": 1}}


def test_negative_temperatures():
    d = one("a;d1;-9;-3;0\na;d2;-7;-5;0")["a"]
    assert (d["coldest"], d["warmest"]) == (-9, -3)


def test_warmest_not_on_last_day():
    assert one("a;d1;1;20;0\na;d2;15;16;0")["a"]["warmest"] == 20


def test_coldest_unaffected():
    assert one("a;d1;1;20;0\na;d2;15;16;0")["a"]["coldest"] == 1


def test_empty():
    assert digest([]) == {}
    assert format_digest({}) == ""


def test_stations_separate():
    d = one("a;d;0;1;0\nb;d;0;30;0")
    assert d["a"]["warmest"] == 1 and d["b"]["warmest"] == 30
