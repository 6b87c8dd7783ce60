from batch_shipper import Limits, SendError, Shipper


class Sink:
    def __init__(self, failures=0):
        self.batches = []
        self.failures = failures

    def __call__(self, lines):
        if self.failures:
            self.failures -= 1
            raise SendError
        self.batches.append(lines)


def test_full_batch():
    sink = Sink()
    shipper = Shipper(sink, Limits(max_lines=2))
    for i in range(5):
        shipper.log("info", f"m{i} ", 0)
    assert sink.batches == [["INFO m0", "INFO m1"], ["INFO m2", "INFO m3"]]
    assert shipper.pending == 1


def test_bytes():
    sink = Sink()
    shipper = Shipper(sink, Limits(max_bytes=16))
    for text in ("aa", "bb", "cc", "x" * 30):
        shipper.log("info", text, 0)
    assert sink.batches == [["INFO aa", "INFO bb"]]
    assert shipper.stats.dropped == 1


def test_age():
    sink = Sink()
    shipper = Shipper(sink)
    shipper.log("info", "a", 1)
    shipper.log("info", "b", 3)
    shipper.tick(5.5)
    assert sink.batches == []
    shipper.tick(6)
    assert sink.batches == [["INFO a", "INFO b"]]


def test_age_of_a_later_batch():
    sink = Sink()
    shipper = Shipper(sink, Limits(max_lines=2))
    shipper.log("info", "a", 0)
    shipper.log("info", "b", 0)
    shipper.log("info", "c", 4)
    shipper.tick(6)
    assert shipper.pending == 1
    shipper.tick(9)
    assert sink.batches == [["INFO a", "INFO b"], ["INFO c"]]


def test_flush():
    sink = Sink()
    shipper = Shipper(sink)
    shipper.flush()
    shipper.log("warn", "a", 0)
    shipper.log("info", "b", 0)
    shipper.flush()
    assert sink.batches == [["WARN a", "INFO b"]]
    assert shipper.stats.by_level == {"WARN": 1, "INFO": 1}


def test_retry_keeps_order():
    sink = Sink(failures=1)
    shipper = Shipper(sink, Limits(max_lines=1))
    shipper.log("info", "a", 0)
    assert shipper.pending == 1
    shipper.log("info", "b", 0)
    assert sink.batches == [["INFO a"], ["INFO b"]]


def test_gives_up():
    sink = Sink(failures=2)
    shipper = Shipper(sink, Limits(max_attempts=2))
    shipper.log("info", "a", 0)
    shipper.flush()
    shipper.tick(1)
    assert (shipper.stats.dropped, shipper.pending, sink.batches) == (1, 0, [])
