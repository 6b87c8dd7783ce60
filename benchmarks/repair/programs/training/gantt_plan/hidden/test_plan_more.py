from plan import Plan


def slacks(text):
    return {name: slot.slack for name, slot in Plan(text).slots.items()}


def test_critical_successor_in_the_middle():
    text = "a: 1\nb: 2 after a\nc: 5 after a\nd: 3 after a"
    assert slacks(text) == {"a": 0, "b": 3, "c": 0, "d": 2}


def test_critical_successor_first_and_last():
    assert slacks("a: 1\nb: 9 after a\nc: 1 after a") == {"a": 0, "b": 0, "c": 8}
    assert slacks("a: 1\nc: 1 after a\nb: 9 after a") == {"a": 0, "c": 8, "b": 0}


def test_lag_and_two_successors():
    assert slacks("a: 2 +3\nb: 4 after a\nc: 1 after a\nd: 12") == {"a": 3, "b": 3, "c": 6, "d": 0}


def test_slack_is_never_negative():
    text = "a: 3\nb: 2 after a\nc: 2 after a\nd: 6 after b\ne: 1 after b, c\nf: 1 after c"
    assert all(value >= 0 for value in slacks(text).values())
    assert Plan(text).critical_path() == ["a", "b", "d"]


def test_chart():
    assert Plan("a: 1\nb: 3 after a\nc: 1 after a").chart().splitlines() == ["a |#", "b | ###", "c | =--"]
