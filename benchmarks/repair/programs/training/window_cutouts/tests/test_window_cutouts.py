import pytest

from window_cutouts import Span, common, cut_out, first_gap, parse_span


def spans(text):
    return [parse_span(part) for part in text.split()]


def free(window, busy):
    return " ".join(str(span) for span in cut_out(parse_span(window), spans(busy)))


def test_parse():
    assert parse_span("9:30-11") == Span(570, 660)
    assert str(parse_span("9:30-11")) == "09:30-11:00"


def test_not_a_span():
    with pytest.raises(ValueError):
        parse_span("11-10")
    with pytest.raises(ValueError):
        parse_span("23-25")


def test_nothing_busy():
    assert free("9-17", "") == "09:00-17:00"


def test_one_hole():
    assert free("9-17", "12-13") == "09:00-12:00 13:00-17:00"


def test_unsorted():
    assert free("9-17", "15-16 10-11") == "09:00-10:00 11:00-15:00 16:00-17:00"


def test_touching_spans():
    assert free("9-17", "10-11 11-12") == "09:00-10:00 12:00-17:00"


def test_overlapping_spans():
    assert free("9-17", "10-12 11-13") == "09:00-10:00 13:00-17:00"


def test_span_inside_another():
    assert free("9-17", "10-15 11-12") == "09:00-10:00 15:00-17:00"


def test_over_the_edges():
    assert free("9-17", "8-10 16-18") == "10:00-16:00"


def test_outside():
    assert free("9-17", "7-9 17-19") == "09:00-17:00"


def test_all_busy():
    assert free("9-17", "8-18") == ""


def test_first_gap():
    assert first_gap(parse_span("9-17"), spans("9:30-11 11:45-12"), 45) == parse_span("11-11:45")
    assert first_gap(parse_span("9-10"), spans("9:30-9:45"), 60) is None


def test_common():
    ann = spans("9-12 14-15")
    bob = spans("10-10:30 14:30-16")
    assert common(parse_span("9-17"), ann, bob) == spans("12-14 16-17")
