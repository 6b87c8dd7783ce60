from datetime import date, timedelta

from repeatdays import Repeat, agenda


def d(month, day):
    return date(2024, month, day)


def test_windows_join_up():
    repeat = Repeat(d(1, 1), "weekly", count=10)
    whole = repeat.between(d(1, 1), d(12, 31))
    parts = repeat.between(d(1, 1), d(2, 10)) + repeat.between(d(2, 11), d(12, 31))
    assert len(whole) == 10
    assert parts == whole


def test_last_day_only():
    repeat = Repeat(d(5, 1), count=5)
    assert repeat.between(d(5, 5), d(5, 9)) == [d(5, 5)]
    assert repeat.between(d(5, 6), d(5, 9)) == []


def test_falls_on():
    repeat = Repeat(d(5, 1), count=3)
    assert [repeat.falls_on(d(5, n)) for n in range(1, 6)] == [True, True, True, False, False]


def test_monthly_count():
    repeat = Repeat(d(1, 31), "monthly", count=3)
    assert repeat.between(d(3, 1), d(12, 31)) == [d(3, 31)]


def test_weekdays_count():
    repeat = Repeat(d(5, 1), "weekly", weekdays=(0, 2), count=4)
    assert repeat.between(d(5, 7), d(6, 30)) == [d(5, 8), d(5, 13)]


def test_except_days_still_counted():
    repeat = Repeat(d(5, 1), count=4, except_days={d(5, 3)})
    assert repeat.between(d(5, 2), d(5, 31)) == [d(5, 2), d(5, 4)]
    assert repeat.between(d(5, 3), d(5, 31)) == [d(5, 4)]


def test_except_day_before_the_window():
    repeat = Repeat(d(5, 1), count=4, except_days={d(5, 1)})
    assert repeat.between(d(5, 2), d(5, 31)) == [d(5, 2), d(5, 3), d(5, 4)]


def test_window_before_start():
    assert Repeat(d(5, 1), count=2).between(d(4, 1), d(5, 31)) == [d(5, 1), d(5, 2)]


def test_next_after_walks_the_series():
    repeat = Repeat(d(5, 1), interval=3, count=3)
    assert repeat.next_after(d(4, 30)) == d(5, 1)
    assert repeat.next_after(d(5, 1)) == d(5, 4)
    assert repeat.next_after(d(5, 6)) == d(5, 7)
    assert repeat.next_after(d(5, 7)) is None


def test_without_count():
    assert Repeat(d(5, 1)).between(d(5, 30), d(6, 2)) == [d(5, 30) + timedelta(days=n) for n in range(4)]


def test_count_and_until():
    repeat = Repeat(d(5, 1), count=10, until=d(5, 4))
    assert repeat.between(d(5, 3), d(5, 31)) == [d(5, 3), d(5, 4)]


def test_agenda_later():
    repeats = {"a": Repeat(d(5, 1), count=2), "b": Repeat(d(5, 1), count=3)}
    assert agenda(repeats, d(5, 2), d(5, 9)) == [(d(5, 2), ["a", "b"]), (d(5, 3), ["b"])]
