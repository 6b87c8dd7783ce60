from logread import LogFile

HEAD = "09:00:00 INFO app: hello\n"


def test_many_continuations():
    log = LogFile().feed([HEAD, "  a\n", "  b\n", "  c\n"])
    assert log.records[0].lines == ["hello", "a", "b", "c"]
    assert log.unparsed == []


def test_unparsed_between():
    log = LogFile().feed([HEAD, " a", "junk", " b"])
    assert log.unparsed == ["junk"]
    assert log.records[0].lines == ["hello", "a", "b"]


def test_unparsed_after_record():
    log = LogFile().feed([HEAD, "junk", "junk2"])
    assert log.unparsed == ["junk", "junk2"]
    assert log.records[0].lines == ["hello"]


def test_lost_indented_then_record():
    log = LogFile().feed(["  lost", HEAD, "  more"])
    assert log.unparsed == ["  lost"]
    assert log.records[0].message == "hello\nmore"


def test_notes_and_blanks():
    log = LogFile().feed(["# x", "", "   ", HEAD, "#y", "\t"])
    assert log.unparsed == []
    assert log.records[0].lines == ["hello"]


def test_feed_twice():
    log = LogFile().feed([HEAD])
    log.feed(["\tcontinued"])
    assert log.records[0].message == "hello\ncontinued"
    assert log.unparsed == []
