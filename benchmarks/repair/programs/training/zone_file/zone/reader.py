"""Reads simple DNS zone files."""

from typing import NamedTuple

TYPES = {"A", "AAAA", "CNAME", "MX", "NS", "TXT"}
NAMED = {"CNAME", "NS", "MX"}


class ZoneError(ValueError):
    pass


class Record(NamedTuple):
    name: str
    ttl: int
    kind: str
    value: str


def absolute(name, origin):
    if name == "@":
        return origin
    if name.endswith("."):
        return name
    return f"{name}.{origin}"


def _without_comment(line):
    return line if '"' in line else line.partition(";")[0]


def _value(kind, words, origin):
    if kind == "MX":
        priority, target = words
        return f"{int(priority)} {absolute(target, origin)}"
    if kind in NAMED:
        return words[0]
    return " ".join(words).strip('"')


def read_zone(text, origin, ttl=3600):
    """The records of a zone; `$ORIGIN` and `$TTL` change the defaults, a blank owner repeats the last one."""
    records = []
    owner = origin
    for number, raw in enumerate(text.splitlines(), start=1):
        line = _without_comment(raw).rstrip()
        if not line:
            continue
        words = line.split()
        if words[0] == "$ORIGIN":
            origin = absolute(words[1], origin)
        elif words[0] == "$TTL":
            ttl = int(words[1])
        else:
            if not line[0].isspace():
                owner = words.pop(0)
            own_ttl = int(words.pop(0)) if words[0].isdigit() else ttl
            if words[0] == "IN":
                words.pop(0)
            if len(words) < 2 or words[0] not in TYPES:
                raise ZoneError(f"line {number}: {raw.strip()}")
            records.append(Record(owner, own_ttl, words[0], _value(words[0], words[1:], origin)))
    return records


def resolve(records, name, kind="A", depth=5):
    """The values for a name, aliases followed."""
    found = [record.value for record in records if record.name == name and record.kind == kind]
    if found or depth == 0:
        return sorted(found)
    for record in records:
        if record.name == name and record.kind == "CNAME":
            return resolve(records, record.value, kind, depth - 1)
    return []
