"""The journal of calls: each line says whether it is as it was written, and damage is kept and named."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    made = Journal(tmp_path / "tool-calls.jsonl")
    for number in (1, 2, 3):
        made.write(JournalLine(event="asked", call=str(number), tool="caf\udce9", money=0.1 * number))
    return made


def _cut(content: bytes) -> bytes:
    return content[:-7]


def _flip(content: bytes) -> bytes:
    return content.replace(b'"call": "3"', b'"call": "9"')


def _unreadable(content: bytes) -> bytes:
    return content.replace(b'"call": "3"', b"\xff\0\n")


@pytest.mark.parametrize("damage", [_cut, _flip, _unreadable])
def test_a_damaged_line_is_no_call_and_is_kept_and_named(journal: Journal, damage) -> None:
    assert [line.call for line in journal.lines()] == ["1", "2", "3"] and journal.repair() == []
    damaged = damage(journal.path.read_bytes())
    journal.path.write_bytes(damaged)
    assert [line.call for line in journal.lines()] == ["1", "2"]
    (said,) = journal.repair()
    assert "tool-calls.jsonl.damaged-1" in said
    assert journal.path.with_name("tool-calls.jsonl.damaged-1").read_bytes() == damaged
    journal.write(JournalLine(event="asked", call="4"))
    assert [line.call for line in journal.lines()] == ["1", "2", "4"]
    assert journal.repair() == []


def test_a_repairing_that_was_killed_keeps_the_damage_once(journal: Journal) -> None:
    whole = journal.path.read_bytes()
    for _ in range(2):
        journal.path.write_bytes(_cut(whole))
        journal.repair()
    assert [path.name for path in journal.path.parent.glob("*.damaged-*")] == ["tool-calls.jsonl.damaged-1"]


def test_lines_of_older_writers_and_of_a_hand_count(journal: Journal) -> None:
    rows = [json.loads(text) for text in journal.path.read_text().splitlines()]
    assert all(row["format"] == 1 for row in rows)
    for row in rows:
        del row["checksum"], row["format"]
        row["tool"] = "codex"
    journal.path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert [line.tool for line in journal.lines()] == ["codex"] * 3 and journal.repair() == []
    assert not journal.lines()[0].model_extra
