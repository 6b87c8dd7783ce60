import pytest
from free_slots import common_free, first_fit, free, load, parse_block, parse_time, show


def b(*texts):
    return [parse_block(t) for t in texts]


def shown(blocks):
    return [show(x) for x in blocks]


def test_parse():
    assert parse_time("9:30") == 570
    assert parse_block("8:00-24:00") == (480, 1440)


def test_parse_errors():
    for bad in ("10:00-9:00", "25:00-26:00"):
        with pytest.raises(ValueError):
            parse_block(bad)


def test_empty_day():
    assert shown(free([])) == ["9:00-17:00"]


def test_gaps():
    assert shown(free(b("12:00-13:00", "9:00-10:00"))) == ["10:00-12:00", "13:00-17:00"]


def test_outside_ignored():
    assert shown(free(b("6:00-7:00", "18:00-19:00"))) == ["9:00-17:00"]


def test_overlapping():
    assert shown(free(b("9:00-11:00", "10:00-12:00"))) == ["12:00-17:00"]


def test_nested():
    assert shown(free(b("9:00-15:00", "10:00-11:00"))) == ["15:00-17:00"]


def test_shortest():
    assert shown(free(b("9:10-16:00"), shortest=30)) == ["16:00-17:00"]


def test_common():
    ann, bob = b("9:00-16:00"), b("10:00-10:30", "16:30-17:00")
    assert shown(common_free([ann, bob])) == ["16:00-16:30"]


def test_first_fit():
    assert first_fit([b("9:00-10:05")], 60) == parse_time("10:15")
    assert first_fit([b("9:00-16:30")], 60) is None


def test_load():
    assert load(b("9:00-13:00")) == 0.5
