from datetime import date, timedelta

from overhours import TimeSheet, overtime_report

MONDAY = date(2024, 7, 1)


def sheet(*hours, name="x", rate=1000):
    result = TimeSheet(name, rate)
    for n, length in enumerate(hours):
        result.add(MONDAY + timedelta(days=n), "6:00", f"{6 + length}:00")
    return result


def split(*hours):
    return [(w.regular // 60, w.overtime // 60) for w in sheet(*hours).weeks()]


def test_five_long_days():
    assert split(10, 10, 10, 10, 10) == [(40, 10)]


def test_one_long_day_in_full_week():
    assert split(9, 8, 8, 8, 8) == [(40, 1)]


def test_short_day_does_not_hide_daily_overtime():
    assert split(12, 4, 8, 8, 8) == [(36, 4)]


def test_long_days_below_forty():
    assert split(10, 10, 10, 10) == [(32, 8)]


def test_long_days_and_saturday():
    assert split(10, 10, 10, 10, 10, 5) == [(40, 15)]


def test_long_saturday():
    assert split(8, 8, 8, 8, 8, 10) == [(40, 10)]


def test_six_short_days():
    assert split(7, 7, 7, 7, 7, 7) == [(40, 2)]


def test_exactly_forty():
    assert split(8, 8, 8, 8, 8) == [(40, 0)]


def test_total_is_what_was_worked():
    hours = (9, 11, 8, 3, 10, 8, 2)
    week, = sheet(*hours).weeks()
    assert week.total == sum(hours) * 60


def test_second_week_starts_anew():
    assert split(9, 9, 9, 9, 9, 0, 0, 9, 9) == [(40, 5), (16, 2)]


def test_pay():
    assert sheet(10, 10, 8, 8, 8).pay() == 40 * 1000 + 4 * 1500


def test_report():
    sheets = [sheet(9, 9, 9, 9, 9, name="a"), sheet(8, 8, 8, 8, 8, 6, name="b")]
    assert overtime_report(sheets) == ["b 6:00", "a 5:00"]
