from duration_text import duration_text, in_unit, quantity


def test_half_an_hour():
    assert in_unit(1800, "hour") == "0.5 hours"


def test_zero_in_other_units():
    assert in_unit(0, "week") == "0 weeks"
    assert in_unit(3, "day") == "0 days"


def test_quantities():
    assert [quantity(n, "file") for n in (0, 1, 2, 0.25)] == [
        "0 files", "1 file", "2 files", "0.25 files"]


def test_rounding_to_one_takes_singular():
    assert in_unit(61, "minute") == "1 minute"
    assert in_unit(59, "minute", digits=2) == "0.98 minutes"


def test_exact_single_units():
    assert duration_text(604800) == "1 week"
    assert duration_text(86400 * 2) == "2 days"


def test_one_unit_only():
    assert duration_text(3599, max_units=1) == "59 minutes"
