"""The HTML pages: whole, self-contained, and nothing that a project names gets to be markup."""

from html.parser import HTMLParser

import pytest

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.analytics.reports.history_report import all_sessions_page, rate_steps
from testfix_pipeline.analytics.reports.session_report import session_page
from testfix_pipeline.cli.views import history_view
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.test_ids import SessionId

EVIL = "test_x.py::test_<script>alert('1')</script>\"><img src=x onerror=alert(2)>"
_VOID = {"meta", "line", "circle", "polyline"}


class Page(HTMLParser):
    """The elements, attributes and texts of a page; fails on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.headings: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def sound(text: str) -> Page:
    """The page, which fetches nothing, runs nothing and says so."""
    page = Page(text)
    assert not page.tags & {"script", "img", "iframe", "link", "object", "form", "a", "base"}
    assert not {name for name in page.attributes if name.startswith("on")} | page.attributes & {"src", "href", "action"}
    assert "default-src 'none'" in text and "url(" not in text and "@import" not in text
    return page


@pytest.fixture
def scenario(tmp_path, story, monkeypatch):
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    one = story("WFS-test-a", day=1, description="</title><script>alert(3)</script>", branch="<b>x")
    one.baseline(**{EVIL: "failed", "b": "passed"}).planned("f1", signatures={EVIL: "<i>sig</i>"})
    one.attempted("f1", reason="<u>because</u>", newly_passing=[EVIL], patch="--- a/<x>\n+++ b/<x>\n-<old>\n+<new>\n")
    one.settled("f1", after={EVIL: "passed", "b": "passed"}).finished()
    two = story("WFS-test-b", day=2).baseline(**{EVIL: "passed", "b": "failed"})
    for _number in range(3):
        two.planned("f").attempted("f").settled()
    two.finished("blocked", "blocked")
    history = History()
    for mine in (one, two):
        history.append(mine.frames())
    return one, two


def test_the_page_of_all_sessions_answers_what_people_ask(scenario) -> None:
    page = sound(all_sessions_page(Tables(History())))
    assert {"Pass rate", "Sessions", "Regressions", "Stuck tests", "Flaky tests", "Time to repair"} <= set(
        page.headings
    )
    text = " ".join(page.texts)
    for shown in ("WFS-test-a", "test_x.py::b", "WFS-test-b-com", "WFS-test-a-com", "sig test_x.py::b", "few cases"):
        assert shown in text, shown


def test_what_is_repaired_leaves_no_empty_row(tmp_path, story, monkeypatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    mine = story("WFS-test-a", day=1).baseline(b="failed")
    for _number in range(3):
        mine.planned("f").attempted("f").settled()
    mine.planned("f").attempted("f", newly_passing=["test_x.py::b"]).settled("f", after={"b": "passed"}).finished()
    History().append(mine.frames())
    assert len(Tables(History()).whole("stuck_tests")) == 1
    assert "None is stuck." in sound(all_sessions_page(Tables(History()))).texts


def test_the_page_of_a_session_shows_its_iterations_and_diffs(scenario) -> None:
    one, two = scenario
    page = sound(session_page(one.root, SessionId("WFS-test-a")))
    text = " ".join(page.texts)
    for shown in (EVIL, "<new>", "<u>because</u>", "f1: landed", "50 → 100", "conservative", "+++ b/<x>\n"):
        assert shown in text, shown
    blocked = " ".join(sound(session_page(two.root, SessionId("WFS-test-b"))).texts)
    assert "test_x.py::b" in blocked and "failures in a row" in blocked
    with pytest.raises(PipelineError):
        session_page(one.root, SessionId("WFS-test-none"))


def test_an_empty_history_has_a_page_too(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    assert "No session yet." in " ".join(sound(all_sessions_page(Tables(History()))).texts)


def test_reports_are_written_where_they_are_wanted(scenario, tmp_path) -> None:
    one, _two = scenario
    whole = history_view.report(None, "", None)
    assert whole == str(History().folder / "reports/all.html")
    wanted = tmp_path / "deep/page.html"
    assert history_view.report(None, "", wanted) == str(wanted) and wanted.read_text().startswith("<!doctype html>")
    with pytest.raises(PipelineError):
        history_view.report(None, "", one.root / ".workflow/active/WFS-test-a/workflow-session.json/x.html")


def test_glance_names_only_what_is_flaky(scenario) -> None:
    glance = history_view.text(history_view.show(None, ""))
    assert "flaky_tests (0 flaky; all 2 tests whose status changed: --table flaky_tests)" in glance
    named = history_view.text(history_view.show(None, "flaky_tests"))
    assert "flaky_tests (2 rows)" in named and "changed" in named


def test_rates_are_reported_as_steps() -> None:
    assert rate_steps([50.0, 50.0, 66.66, 100.0]) == "50 → 66.7 → 100"
    assert rate_steps([]) == ""
