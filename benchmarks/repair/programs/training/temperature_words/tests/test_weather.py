from weather import feel, report, wind


def test_freezing():
    assert feel(-3) == "freezing"


def test_cold():
    assert feel(0) == "cold"
    assert feel(11) == "cold"


def test_mild():
    assert feel(12) == "mild"
    assert feel(21) == "mild"


def test_warm():
    assert feel(22) == "warm"
    assert feel(30) == "warm"


def test_wind():
    assert [wind(s) for s in (0, 10, 40, 80)] == ["calm", "breeze", "strong wind", "storm"]


def test_report():
    assert report(2, 31) == "cold, strong wind (wind chill)"


def test_report_warm():
    assert report(25, 31) == "warm, strong wind"
