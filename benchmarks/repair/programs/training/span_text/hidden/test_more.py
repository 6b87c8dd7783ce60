from span_text import ago, span_text


def test_zero_with_one_unit():
    assert span_text(0, most=1) == "0s"


def test_part_of_a_second():
    assert span_text(0.4) == "0s"
    assert span_text(1.9) == "1s"


def test_just_now():
    assert ago(99.5, 100) == "0s ago"


def test_soon():
    assert ago(100.25, 100) == "in 0s"


def test_gap_between_units():
    assert span_text(86405) == "1d 5s"
