from huddle_rooms import Building, Room, clock


def make(*spans, **more):
    r = Room("R", 5, **more)
    for i, (start, end) in enumerate(spans):
        r.book(f"m{i}", clock(start), clock(end))
    return r


def test_now_after_all_meetings():
    assert make(("8:00", "9:00")).next_start(30, clock("12:05")) == clock("12:05")


def test_now_after_all_too_late():
    assert make(("8:00", "9:00")).next_start(30, clock("17:31")) is None


def test_last_possible():
    assert make(("8:00", "9:00")).next_start(30, clock("17:30")) == clock("17:30")


def test_now_between():
    r = make(("8:00", "9:00"), ("10:00", "11:00"), ("14:00", "15:00"))
    assert r.next_start(60, clock("12:00")) == clock("12:00")
    assert r.next_start(60, clock("9:30")) == clock("11:00")


def test_now_just_before_meeting():
    r = make(("8:00", "9:00"), ("10:00", "11:00"))
    assert r.next_start(60, clock("9:01")) == clock("11:00")
    assert r.next_start(60, clock("9:00")) == clock("9:00")


def test_cleanup_counts():
    r = make(("9:00", "10:00"), cleanup=20)
    assert r.next_start(30, clock("10:05")) == clock("10:20")
    assert r.next_start(30, clock("10:30")) == clock("10:30")


def test_cleanup_before_next():
    r = make(("10:00", "11:00"), cleanup=20)
    assert r.next_start(100) == clock("8:00")
    assert r.next_start(101) == clock("11:20")


def test_found_start_can_be_booked():
    r = make(("8:30", "9:00"), ("11:00", "12:00"))
    for now in range(clock("8:00"), clock("17:00"), 25):
        start = r.next_start(45, now)
        assert start >= now
        assert r.is_free(start, start + 45)


def test_before_opening():
    assert make().next_start(10, clock("6:00")) == clock("8:00")


def test_soonest_now():
    a = Room("A", 4)
    a.book("x", clock("8:00"), clock("9:00"))
    b = Room("B", 8)
    assert Building([a, b]).soonest(30, now=clock("10:00")) == ("10:00", "A")
    assert Building([a, b]).soonest(30, people=6, now=clock("10:00")) == ("10:00", "B")


def test_whole_day():
    assert make().next_start(600) == clock("8:00")
    assert make().next_start(601) is None
