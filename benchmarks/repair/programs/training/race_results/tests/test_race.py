from race import Runner, clock, group, places, table, winners

RUNNERS = [
    Runner("Ben", 31, 2400),
    Runner("Ada", 24, 2345),
    Runner("Cem", 38, 2400),
    Runner("Dora", 19, None),
    Runner("Eve", 27, 3723),
]


def test_clock():
    assert clock(59) == "0:59"
    assert clock(3723) == "1:02:03"


def test_places():
    assert [(place, runner.name) for place, runner in places(RUNNERS)] == [
        (1, "Ada"),
        (2, "Ben"),
        (2, "Cem"),
        (4, "Eve"),
    ]


def test_no_ties():
    assert [place for place, _ in places(RUNNERS[:2])] == [1, 2]


def test_nobody():
    assert places([]) == []
    assert table([]) == []


def test_table():
    lines = table([RUNNERS[0], RUNNERS[1], RUNNERS[3]])
    assert lines == ["1. Ada 39:05", "2. Ben 40:00 +0:55", "-  Dora did not finish"]


def test_group():
    assert group(19) == "juniors"
    assert group(20) == "20-29"
    assert group(39) == "30-39"


def test_winners():
    assert winners(RUNNERS) == {"20-29": "Ada", "30-39": "Ben"}
