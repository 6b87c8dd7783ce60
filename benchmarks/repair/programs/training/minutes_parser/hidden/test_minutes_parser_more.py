from datetime import date

from minutes_parser import Item, parse


def topic(text):
    return parse("# T\n" + text).topics[0]


def test_action_note_indented():
    t = topic("ACTION (Ann): call\nnote\n  more\n")
    assert t.actions == [Item("call", "Ann")]
    assert t.notes == ["note", "more"]


def test_several_notes():
    t = topic("DECISION: yes\none\n two\n three\n")
    assert t.decisions == [Item("yes")]
    assert t.notes == ["one", "two", "three"]


def test_continuation_of_two_lines():
    assert topic("DECISION: a\n  b\n\tc\n").decisions == [Item("a b c")]


def test_continued_item_then_note():
    t = topic("DECISION: a\n  b\nnote\n  c\n")
    assert t.decisions == [Item("a b")]
    assert t.notes == ["note", "c"]


def test_item_note_item():
    t = topic("DECISION: a\nnote\nDECISION: b\n  c\n")
    assert t.decisions == [Item("a"), Item("b c")]
    assert t.notes == ["note"]


def test_new_topic():
    m = parse("# A\nDECISION: a\n# B\n  quote\n")
    assert m.topics[0].decisions == [Item("a")]
    assert m.topics[1].notes == ["quote"]


def test_indented_item_after_note():
    t = topic("DECISION: a\nlist:\n  ACTION (Bob, 2024-01-02): do\n")
    assert t.decisions == [Item("a")]
    assert t.actions == [Item("do", "Bob", date(2024, 1, 2))]


def test_note_first():
    t = topic("note\n  more\nDECISION: a\n")
    assert t.notes == ["note", "more"]
    assert t.decisions == [Item("a")]


def test_two_items():
    t = topic("ACTION (A): x\nDECISION: y\n  z\n")
    assert t.actions == [Item("x", "A")]
    assert t.decisions == [Item("y z")]
