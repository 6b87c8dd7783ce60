from opening_hours import OpeningHours


def test_sunday_night_into_monday():
    hours = OpeningHours("Su 22:00-04:00")
    assert hours.is_open("Mo", "03:59")
    assert not hours.is_open("Mo", "04:00")
    assert not hours.is_open("Su", "03:00")
    assert not hours.is_open("Tu", "01:00")


def test_day_shift_is_no_night_shift():
    hours = OpeningHours("Mo 08:00-17:00")
    assert not hours.is_open("Tu", "07:00")
    assert not hours.is_open("Tu", "09:00")


def test_both_the_night_and_the_day():
    hours = OpeningHours("Fr 22:00-02:00; Sa 10:00-12:00")
    assert hours.is_open("Sa", "01:59")
    assert not hours.is_open("Sa", "02:00")
    assert hours.is_open("Sa", "10:00")
    assert not hours.is_open("Su", "01:00")


def test_day_before_is_off():
    hours = OpeningHours("Mo-Su 20:00-01:00; We off")
    assert not hours.is_open("Th", "00:30")
    assert hours.is_open("We", "00:30")


def test_round_the_clock():
    hours = OpeningHours("Mo-Su 06:00-06:00")
    assert hours.is_open("Mo", "05:00")
    assert hours.is_open("Th", "06:00")
