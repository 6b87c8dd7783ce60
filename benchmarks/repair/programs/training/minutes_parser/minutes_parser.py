"""Parse the minutes of a meeting into topics, decisions and actions.

    Date: 2024-05-02
    Present: Ann, Bob
    # Budget
    We looked at the figures.
    DECISION: buy a printer
    ACTION (Bob, 2024-05-20): ask for
        three offers
"""
import re
from dataclasses import dataclass, field
from datetime import date

HEADER = re.compile(r"(Date|Present|Absent):\s*(.*)$", re.IGNORECASE)
DECISION = re.compile(r"DECISION:\s*(.+)$")
ACTION = re.compile(r"ACTION\s*\(([^),]+)(?:,\s*(\d{4}-\d\d-\d\d))?\):\s*(.+)$")


@dataclass
class Item:
    """A decision, or an action if it has an owner."""

    text: str
    owner: str | None = None
    due: date | None = None


@dataclass
class Topic:
    title: str
    notes: list = field(default_factory=list)
    decisions: list = field(default_factory=list)
    actions: list = field(default_factory=list)


@dataclass
class Minutes:
    day: date | None = None
    present: list = field(default_factory=list)
    absent: list = field(default_factory=list)
    topics: list = field(default_factory=list)

    def actions(self):
        return [action for topic in self.topics for action in topic.actions]

    def by_owner(self):
        """Texts of the actions of each owner."""
        owners = {}
        for action in self.actions():
            owners.setdefault(action.owner, []).append(action.text)
        return owners

    def overdue(self, today):
        return [a for a in self.actions() if a.due is not None and a.due < today]

    def strangers(self):
        """Owners of actions who are neither present nor absent, sorted."""
        return sorted(set(self.by_owner()) - set(self.present) - set(self.absent))


def names(text):
    return [name.strip() for name in text.split(",") if name.strip()]


def read_header(minutes, key, value):
    if key == "date":
        minutes.day = date.fromisoformat(value.strip())
    elif key == "present":
        minutes.present.extend(names(value))
    else:
        minutes.absent.extend(names(value))


def parse(text):
    """Minutes from text; an indented line goes on with the item right above it."""
    minutes = Minutes()
    topic = last = None
    for raw in text.splitlines():
        line = raw.strip()
        if not line:
            last = None
            continue
        if raw[0].isspace() and last is not None:
            last.text += " " + line
            continue
        if line.startswith("#"):
            topic = Topic(line.lstrip("#").strip())
            minutes.topics.append(topic)
            continue
        if topic is None:
            header = HEADER.match(line)
            if not header:
                raise ValueError(f"text before the first topic: {line}")
            read_header(minutes, header.group(1).lower(), header.group(2))
        elif found := DECISION.match(line):
            last = Item(found.group(1))
            topic.decisions.append(last)
        elif found := ACTION.match(line):
            owner, due, what = found.groups()
            last = Item(what, owner.strip(), date.fromisoformat(due) if due else None)
            topic.actions.append(last)
        else:
            topic.notes.append(line)
    return minutes
