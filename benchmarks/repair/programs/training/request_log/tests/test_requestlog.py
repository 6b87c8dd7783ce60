import pytest

from requestlog import Analysis, Summary, parse, percentile

LOG = """\
2024-03-01T10:00:00 GET /items/7?full=1 200 35ms
2024-03-01T10:00:02 POST /items 500 1.2s "out of disk"
started worker 3
2024-03-01T10:00:04 GET /items/12 404 5ms
2024-03-01T10:00:09 GET /items/12/parts/3 200 0.4s
2024-03-01T10:00:11 GET /items/8 200 2m
"""


@pytest.fixture
def requests():
    return list(parse(LOG.splitlines()))


def test_parse(requests):
    assert len(requests) == 5
    assert (requests[1].status, requests[1].took, requests[1].note) == (500, 1200, "out of disk")


def test_units(requests):
    assert [r.took for r in requests] == [35, 1200, 5, 400, 120000]


def test_route(requests):
    assert [r.route for r in requests[2:4]] == ["GET /items/:id", "GET /items/:id/parts/:id"]


def test_percentile():
    assert percentile([5, 1, 3, 2, 4], 50) == 3
    assert percentile(range(1, 101), 95) == 95
    assert percentile([7], 0) == 7


def test_percentile_of_nothing():
    with pytest.raises(ValueError):
        percentile([], 50)


def test_order_of_routes(requests):
    assert list(Analysis(requests).routes()) == ["GET /items/:id", "GET /items/:id/parts/:id", "POST /items"]


def test_slow(requests):
    assert [r.took for r in Analysis(requests).slow()] == [120000, 1200]
    assert [r.took for r in Analysis(requests, slow_after=0.3).slow()] == [120000, 1200, 400]


def test_nothing_is_slow(requests):
    assert Analysis(requests[:1] + requests[2:3], slow_after=50).slow() == []


def test_summary_counts_slow(requests):
    assert Analysis(requests).routes()["GET /items/:id"] == Summary(3, 0, 1, 35, 120000)


def test_report(requests):
    assert Analysis(requests, slow_after=0.5).report().splitlines() == [
        "GET /items/:id: 3x 35 ms 1 slow",
        "GET /items/:id/parts/:id: 1x 400 ms",
        "POST /items: 1x 1200 ms 1 failed 1 slow",
    ]
