from datetime import datetime

from retention import Backup, Policy, plan


def files(*stamps, job="db"):
    return [f"{job}_{stamp}T0300.zip" for stamp in stamps]


def test_parse():
    assert Backup.parse("web-db_20240131T0315.tar.gz") == Backup(
        datetime(2024, 1, 31, 3, 15), "web-db", "web-db_20240131T0315.tar.gz",
    )


def test_parse_others():
    assert Backup.parse("notes.txt") is None
    assert Backup.parse("db_20241399T0000.zip") is None


def test_newest_of_the_day():
    names = ["db_20240105T0300.zip", "db_20240105T1500.zip"]
    assert plan(names, Policy(3, 0, 0)) == ([names[1]], [names[0]])


def test_days_without_backup_do_not_count():
    names = files("20240101", "20240108", "20240120")
    assert plan(names, Policy(2, 0, 0)) == (names[1:], names[:1])


def test_weeks():
    names = files("20240506", "20240512", "20240513", "20240519", "20240520")
    assert plan(names, Policy(0, 3, 0))[0] == files("20240512", "20240519", "20240520")


def test_week_over_new_year():
    names = files("20241222", "20241230", "20241231", "20250101", "20250103")
    assert plan(names, Policy(0, 2, 0))[0] == files("20241222", "20250103")


def test_last_days_of_december():
    names = files("20240103", "20241218", "20241230")
    assert plan(names, Policy(0, 3, 0))[1] == []
    assert plan(files("20231230", "20240101", "20241230"), Policy(0, 2, 0))[0] == files("20240101", "20241230")


def test_months():
    names = files("20231115", "20231231", "20240102", "20240131")
    assert plan(names, Policy(0, 0, 2))[0] == files("20231231", "20240131")


def test_reasons():
    backup = Backup.parse("db_20240131T0300.zip")
    assert Policy().keep([backup]) == {backup: ["day", "week", "month"]}


def test_jobs_are_separate():
    names = files("20240101") + files("20240102", job="web")
    assert plan(names, Policy(1, 0, 0)) == (names, [])


def test_protected():
    names = files("20240101", "20240102")
    assert plan(names, Policy(1, 0, 0), protected=[names[0]]) == ([names[1]], [])
