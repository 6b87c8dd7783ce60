from batch_shipper import Limits, SendError, Shipper


def make(**limits):
    sent = []
    return Shipper(sent.append, Limits(**limits)), sent


def test_age_after_flush():
    s, sent = make()
    s.log("info", "a", 0)
    s.flush()
    s.log("info", "b", 20)
    s.tick(21)
    assert s.pending == 1
    s.tick(25)
    assert sent == [["INFO a"], ["INFO b"]]


def test_age_after_an_aged_batch():
    s, sent = make(max_age=2)
    s.log("info", "a", 0)
    s.tick(2)
    s.log("info", "b", 3)
    s.tick(4)
    assert sent == [["INFO a"]]
    s.tick(5)
    assert len(sent) == 2


def test_age_after_bytes():
    s, sent = make(max_bytes=8)
    s.log("info", "aa", 0)
    s.log("info", "bb", 4)
    s.tick(5)
    assert sent == [["INFO aa"]]
    s.tick(9)
    assert sent == [["INFO aa"], ["INFO bb"]]


def test_age_counts_from_first_line():
    s, sent = make()
    s.log("info", "a", 0)
    s.flush()
    s.log("info", "b", 10)
    s.log("info", "c", 14)
    s.tick(15)
    assert sent[1:] == [["INFO b", "INFO c"]]


def test_age_from_time_zero():
    s, sent = make()
    s.log("info", "a", 0)
    s.log("info", "b", 4)
    s.tick(5)
    assert sent == [["INFO a", "INFO b"]]


def test_tick_without_lines():
    s, sent = make()
    s.tick(100)
    s.log("info", "a", 100)
    s.flush()
    s.tick(200)
    assert sent == [["INFO a"]]


def test_flush_twice():
    s, sent = make()
    s.log("info", "a", 0)
    s.flush()
    s.flush()
    assert s.stats.batches == 1


def test_size_in_bytes():
    s, sent = make(max_bytes=17)
    s.log("info", "éé", 0)
    s.log("info", "b", 0)
    assert sent == []
    s.log("info", "c", 0)
    assert sent == [["INFO éé", "INFO b"]]


def test_failed_batch_and_new_age():
    calls = []

    def send(lines):
        calls.append(lines)
        if len(calls) == 1:
            raise SendError

    s = Shipper(send, Limits())
    s.log("info", "a", 0)
    s.tick(5)
    s.log("info", "b", 6)
    s.tick(7)
    assert s.pending == 1
    assert calls == [["INFO a"], ["INFO a"]]
