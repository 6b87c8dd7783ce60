from session_split import Hit, Session, sessions, summary


def test_several_open_in_start_order():
    hits = [Hit(0, "z", "/1"), Hit(1, "a", "/2"), Hit(2, "z", "/3"), Hit(3, "m", "/4")]
    assert list(sessions(hits)) == [
        Session("z", 0, 2, ("/1", "/3")),
        Session("a", 1, 1, ("/2",)),
        Session("m", 3, 3, ("/4",)),
    ]


def test_single_hit():
    assert list(sessions([Hit(7, "q", "/")])) == [Session("q", 7, 7, ("/",))]


def test_exact_gap_continues():
    out = list(sessions([Hit(0, "a", "/"), Hit(50, "a", "/b")], gap=50))
    assert out == [Session("a", 0, 50, ("/", "/b"))]


def test_gap_then_open():
    out = list(sessions([Hit(0, "a", "/"), Hit(51, "a", "/b")], gap=50))
    assert [s.paths for s in out] == [("/",), ("/b",)]


def test_logout_not_repeated():
    out = list(sessions([Hit(0, "a", "/"), Hit(1, "a", "/logout")]))
    assert len(out) == 1


def test_reorder_by_last_restart():
    hits = [Hit(0, "a", "/"), Hit(20, "b", "/"), Hit(100, "a", "/x"), Hit(60, "b", "/y")]
    out = list(sessions(hits, gap=50))
    assert [(s.visitor, s.start) for s in out] == [("a", 0), ("b", 20), ("a", 100)]


def test_summary_counts_open():
    assert summary(["0 a /", "5000 a /", "5010 a /x"]) == {"a": (2, 10, 3)}
