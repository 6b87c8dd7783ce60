import linecache

import pytest
from werkzeug.debug.tbtools import DebugTraceback


def rendered(monkeypatch, lines):
    monkeypatch.setattr(linecache, "getlines", lambda *args, **kwargs: lines)
    try:
        raise ValueError("oops")
    except ValueError as error:
        return DebugTraceback(error).render_traceback_html()


@pytest.mark.parametrize("count", [0, 1, 5, 8])
def test_sources_that_end_before_the_line(monkeypatch, count):
    html = rendered(monkeypatch, ["truncated"] * count)
    assert "test_short_sources.py" in html
    assert "truncated" not in html


def test_sources_that_hold_the_line(monkeypatch):
    assert rendered(monkeypatch, [f"text {number}" for number in range(40)]).count("text 12") == 1
