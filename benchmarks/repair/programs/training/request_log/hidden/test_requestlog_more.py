from requestlog import Analysis, parse


def test_exactly_at_the_limit():
    requests = list(parse([
        "2024-03-01T10:00:00 GET /a 200 250ms", "2024-03-01T10:00:00 GET /a 200 251ms", "2024-03-01T10:00:00 GET /a 200 3s",
    ]))
    analysis = Analysis(requests, slow_after=0.25)
    assert [r.took for r in analysis.slow()] == [3000, 251]
    assert analysis.routes()["GET /a"].slow == 2
    assert analysis.slow_after == 0.25
    assert analysis.routes()["GET /a"].p95 == 3000


def test_changed_later():
    analysis = Analysis(parse(["2024-03-01T10:00:00 GET /a 200 2s"]))
    analysis.slow_after = 3
    assert analysis.slow() == []
    assert analysis.routes()["GET /a"].slow == 0
