import pytest

from logread import LogFile

TEXT = """# rotated
10:00:00 INFO web: started
10:00:05 ERROR db: query failed
    near line 3
\tretrying

10:00:05 WARN web: slow
10:01:00 ERROR db: gone
"""


@pytest.fixture
def log():
    return LogFile().feed(TEXT.splitlines())


def test_count(log):
    assert len(log.records) == 4


def test_fields(log):
    r = log.records[0]
    assert (r.time, r.level, r.source, r.message) == ("10:00:00", "INFO", "web", "started")


def test_continuation_lines(log):
    assert log.records[1].message == "query failed\nnear line 3\nretrying"


def test_continuation_is_parsed(log):
    assert log.unparsed == []


def test_unparsed():
    log = LogFile().feed(["oops", "10:00:00 TRACE web: x"])
    assert log.unparsed == ["oops", "10:00:00 TRACE web: x"]


def test_indented_first_line():
    log = LogFile().feed(["  lost"])
    assert log.unparsed == ["  lost"]
    assert log.records == []


def test_levels(log):
    assert log.levels() == {"INFO": 1, "ERROR": 2, "WARN": 1}


def test_errors_of(log):
    assert len(log.errors_of("db")) == 2
    assert log.errors_of("web") == []


def test_between(log):
    assert len(log.between("10:00:05", "10:01:00")) == 2


def test_noisiest(log):
    assert log.noisiest() == "db"
    assert LogFile().noisiest() is None
