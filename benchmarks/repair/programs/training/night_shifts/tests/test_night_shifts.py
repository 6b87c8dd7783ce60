from night_shifts import latest, minutes, paid, worked


def test_minutes():
    assert minutes("07:45") == 465


def test_day_shift():
    assert worked("09:00-17:30") == 510


def test_night_shift():
    assert worked("22:00-06:00") == 480


def test_until_midnight():
    assert worked("20:00-00:00") == 240


def test_paid_break():
    assert paid(["08:00-16:00"]) == 450


def test_paid_short():
    assert paid(["08:00-12:00", "13:00-15:00"]) == 360


def test_paid_night():
    assert paid(["23:00-07:00", "08:00-09:00"]) == 510


def test_latest():
    assert latest(["06:00-14:00", "22:00-06:00", "14:00-22:00"]) == "22:00-06:00"
