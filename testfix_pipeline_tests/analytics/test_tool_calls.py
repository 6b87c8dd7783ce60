"""Calls of tools as rows."""

from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine


def test_each_call_is_a_row_with_its_end_its_refusal_and_its_price(story):
    session = story("WFS-test-calls").baseline(a="failed").planned("IMPL-fix-1")
    journal = Journal(session.store.path(JOURNAL))
    place = {"iteration": 1, "purpose": "analysis"}
    journal.write(JournalLine(event="chain", tools=["gemini", "qwen", "codex"], **place))
    journal.write(
        JournalLine(event="asked", call="1", tool="gemini", model="g", mode="read", tokens=9, money=0.9, **place)
    )
    journal.write(JournalLine(event="answered", call="1", tool="gemini", kind="http_error", http_status=503, **place))
    journal.write(JournalLine(event="refused", tool="gemini", rule="transport", why="HTTP 503.", **place))
    journal.write(JournalLine(event="not_asked", tool="qwen", why="no money", **place))
    journal.write(JournalLine(event="asked", call="2", tool="codex", mode="read", tokens=5, money=0.5, **place))
    numbers = {"tokens": 30, "money": 0.25, "input_tokens": 20, "output_tokens": 10, "seconds": 1.5}
    journal.write(JournalLine(event="answered", call="2", tool="codex", network="limited", **numbers, **place))
    fix = {"iteration": 1, "purpose": "fix", "task": "IMPL-fix-1"}
    journal.write(JournalLine(event="asked", call="3", tool="codex", mode="write", tokens=7, money=0.5, **fix))
    journal.write(JournalLine(event="worked", tool="builtin", **fix))

    frames = session.frames()
    rows = frames["tool_calls"].to_dict("records")
    shown = [(row["tool"], row["purpose"], row["kind"], row["refused"], row["reason"]) for row in rows]
    assert shown == [
        ("gemini", "analysis", "http_error", "transport", "HTTP 503."),
        ("qwen", "analysis", "not_called", "", "no money"),
        ("codex", "analysis", "ok", "", ""),
        ("codex", "fix", "unfinished", "", ""),
    ]
    assert (rows[0]["http_status"], rows[2]["tokens"], rows[2]["seconds"]) == (503, 30, 1.5)
    assert rows[3]["task_id"] == "IMPL-fix-1"
    for table in ("sessions", "iterations"):  # a call without an end counts as what was set aside for it
        (row,) = frames[table].to_dict("records")
        assert (row["calls"], row["tokens"], row["money"]) == (3, 37, 0.75)


def test_a_session_without_calls_used_nothing(story):
    frames = story("WFS-test-none").baseline(a="failed").planned("IMPL-fix-1").frames()
    assert len(frames["tool_calls"]) == 0 and list(frames["sessions"]["calls"]) == [0]
