import random

from window_cutouts import Span, common, cut_out, first_gap


def minutes_of(spans):
    return [minute for span in spans for minute in range(span.start, span.end)]


def test_agrees_with_single_minutes():
    dice = random.Random(5)
    for _ in range(150):
        busy = []
        for _ in range(dice.randint(0, 7)):
            start = dice.randint(0, 90)
            busy.append(Span(start, start + dice.randint(1, 40)))
        window = Span(20, 100)
        covered = set(minutes_of(busy))
        expected = [minute for minute in range(20, 100) if minute not in covered]
        found = cut_out(window, busy)
        assert minutes_of(found) == expected
        assert all(left.end < right.start for left, right in zip(found, found[1:]))


def test_several_inside_one():
    busy = [Span(10, 100), Span(20, 30), Span(40, 50), Span(60, 70)]
    assert cut_out(Span(0, 120), busy) == [Span(0, 10), Span(100, 120)]


def test_same_start():
    assert cut_out(Span(0, 60), [Span(10, 40), Span(10, 20)]) == [Span(0, 10), Span(40, 60)]


def test_inside_a_span_over_the_end():
    assert cut_out(Span(0, 60), [Span(30, 90), Span(40, 50)]) == [Span(0, 30)]


def test_no_gap_inside_a_long_meeting():
    assert first_gap(Span(0, 100), [Span(0, 80), Span(10, 20)], 30) is None
    assert first_gap(Span(0, 100), [Span(0, 70), Span(10, 20)], 30) == Span(70, 100)


def test_common_of_three():
    calendars = [[Span(0, 50)], [Span(10, 20)], [Span(45, 60), Span(15, 30)]]
    assert common(Span(0, 80), *calendars) == [Span(60, 80)]


def test_busy_list_stays_as_it_is():
    busy = [Span(30, 40), Span(10, 20)]
    cut_out(Span(0, 60), busy)
    assert busy == [Span(30, 40), Span(10, 20)]
