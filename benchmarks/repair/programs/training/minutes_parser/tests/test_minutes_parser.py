from datetime import date

import pytest

from minutes_parser import Item, parse

TEXT = """\
Date: 2024-05-02
Present: Ann, Bob,
absent: Cid

# Budget
We looked at the figures.
DECISION: buy a printer
ACTION (Bob, 2024-05-20): ask for
    three offers

## Any other business
ACTION (Dora): water the plants
"""


@pytest.fixture
def minutes():
    return parse(TEXT)


def test_header(minutes):
    assert minutes.day == date(2024, 5, 2)
    assert minutes.present == ["Ann", "Bob"]
    assert minutes.absent == ["Cid"]


def test_topics(minutes):
    assert [t.title for t in minutes.topics] == ["Budget", "Any other business"]
    assert minutes.topics[0].notes == ["We looked at the figures."]
    assert minutes.topics[0].decisions == [Item("buy a printer")]


def test_actions(minutes):
    assert minutes.actions() == [
        Item("ask for three offers", "Bob", date(2024, 5, 20)),
        Item("water the plants", "Dora"),
    ]


def test_by_owner(minutes):
    assert minutes.by_owner() == {"Bob": ["ask for three offers"], "Dora": ["water the plants"]}


def test_overdue(minutes):
    assert minutes.overdue(date(2024, 5, 20)) == []
    assert [a.owner for a in minutes.overdue(date(2024, 5, 21))] == ["Bob"]


def test_strangers(minutes):
    assert minutes.strangers() == ["Dora"]


def test_indented_after_note():
    topic = parse("# A\nDECISION: go\nThe others agreed:\n  Ann did not.\n").topics[0]
    assert topic.decisions == [Item("go")]
    assert topic.notes == ["The others agreed:", "Ann did not."]


def test_indented_after_blank_line():
    topic = parse("# A\nDECISION: go\n\n  quote\n").topics[0]
    assert topic.decisions == [Item("go")]
    assert topic.notes == ["quote"]


def test_indented_after_heading():
    first, second = parse("# A\nDECISION: go\n# B\n  quote\n").topics
    assert first.decisions == [Item("go")]
    assert second.notes == ["quote"]


def test_text_before_topic():
    with pytest.raises(ValueError):
        parse("hello\n# A\n")
