"""Pieces of programs in which something was forgotten, for more than one file of tests."""

ENTRIES = """
from dataclasses import dataclass, field, replace

@dataclass
class Entry:
    name: str
    position: int = 0
    played: bool = False
    tags: set = field(default_factory=set)
    notes: list = field(default_factory=list)
    def copy(self):
        return replace(self)
    def note(self, text):
        print(text)

def merge(new, old):
    new.position = max(new.position, old.position)
    return new.name
"""
ROOMS = """
def canonical(name): return name.strip().lower()
def is_free(rooms, start, end, ignore=None, strict=False):
    return all(canonical(one.name) for one in rooms if one is not ignore)
def move(rooms, booking, start, end):
    return is_free(rooms, start, end)
def extend(rooms, booking, end):
    return is_free(rooms, booking.start, end, ignore=booking)
def named(rooms, name):
    return [one for one in rooms if one.name == name]
"""
