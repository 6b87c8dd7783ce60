from burner_board import Board, clock


def make(seconds=100):
    b = Board()
    b.start("pie", seconds)
    return b


def test_paused_twice_extended():
    b = make()
    b.tick(40)
    b.pause("pie")
    b.extend("pie", 10)
    b.extend("pie", 5)
    assert b.stop("pie") == 75


def test_paused_shortened():
    b = make()
    b.pause("pie")
    b.tick(30)
    b.extend("pie", -60)
    assert b.show() == ["pie 0:40 (paused)"]
    b.resume("pie")
    assert b.tick(40) == [(70, "done", "pie")]


def test_stays_paused():
    b = make()
    b.pause("pie")
    b.extend("pie", 20)
    assert b.tick(500) == []
    assert b.next_due() is None


def test_at_least_a_second_while_paused():
    b = make()
    b.tick(50)
    b.pause("pie")
    b.extend("pie", -50)
    assert b.stop("pie") == 1


def test_running_at_least_a_second():
    b = make()
    b.tick(50)
    b.extend("pie", -50)
    assert b.tick(1) == [(51, "done", "pie")]


def test_running_is_not_paused_by_extending():
    b = make()
    b.extend("pie", 20)
    assert b.show() == ["pie 2:00"]
    assert b.tick(120) == [(120, "done", "pie")]


def test_extend_after_resume():
    b = make()
    b.pause("pie")
    b.tick(10)
    b.resume("pie")
    b.extend("pie", 10)
    assert b.tick(110) == [(120, "done", "pie")]


def test_paused_then_running_extended():
    b = make()
    b.pause("pie")
    b.extend("pie", 10)
    b.resume("pie")
    b.extend("pie", 10)
    assert b.stop("pie") == 120


def test_clock():
    assert [clock(s) for s in (0, 59, 60, 3600)] == ["0:00", "0:59", "1:00", "1:00:00"]
