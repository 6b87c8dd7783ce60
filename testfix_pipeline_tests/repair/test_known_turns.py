"""Turns of code that are written wrong in one way again and again: folders, nights, bounds by key, angles, joints."""

import pytest

from testfix_pipeline.repair.languages.python.edits import factors, like_elements
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

PREFIX_SEP = """
def inside(folder, path):
    return path.startswith(folder)
def parts(path):
    return path.split("/")
"""
OVER_MIDNIGHT = """
class Quiet:
    def at(self, now):
        return self.start <= now < self.end
"""
NONE_FOR_ALL = """
def revoke(grants, role, scope=None):
    return [g for g in grants if g.role != role or g.scope != scope]
"""
UNIQUE = """
def names(rows):
    found = [row.name for row in rows if row.name]
    return found
"""
JOINT_ONCE = """
def path(left, right):
    return left + right
"""
LOWERED_SET = """
def missing(wanted, pantry):
    have = set(pantry)
    return [one for one in wanted if one.lower() not in have]
"""
RADIANS = """
import math
def turned(x, y, degrees):
    return x * math.cos(degrees), y
"""
SORTED_ANSWER = """
class Room:
    def conflicts(self, start, end):
        found = []
        for booking in self.bookings:
            if booking.start < end and start < booking.end:
                found.append(booking)
        return found
"""
LONGEST = """
def slowest(verdicts):
    refused = [one for one in verdicts if not one.ok]
    if refused:
        return refused[0]
    return verdicts[0]
def late(one):
    return one.retry_after > 3
"""
RELEASE_IN_KEY = """
class Version:
    def __init__(self, release, pre):
        self.release = release
        self.pre = pre
    def key(self):
        return (self.release, len(self.pre))
"""
MAX_OF_OWN = """
def wait_for(wait, hint):
    if hint:
        wait = float(hint)
    return wait
"""
LATER_KEPT = """
class Blocks:
    def __init__(self):
        self.blocked = {}
    def block(self, key, until):
        self.blocked[key] = until
"""
LATER_KEPT_BY_TEXT = """
class Prices:
    def note(self, name, day, cents):
        self.best[f"{name}-{day}"] = cents
"""
PACKS = """
import math
def proposal(items):
    result = {}
    for item in items:
        packs = math.ceil(item.wanted / item.pack_size)
        result[item.name] = packs
    return result
"""
REST_OF_COST = """
class Bucket:
    def __init__(self, rate):
        self.rate = rate
        self.tokens = 0
    def fill(self):
        self.tokens += self.rate
    def wait(self, cost):
        return cost / self.rate
"""
OR_ANY = """
ANY = "*"
def possible(steps, current):
    return [step for step in steps if step.source == current]
def wild(step):
    return step.target == ANY
"""
TWO_DIGITS = """
def escaped(b):
    return f"%{b:X}"
"""
TO_THE_DAY = """
from datetime import datetime
def read(text):
    return datetime.strptime(text.strip(), "%Y-%m-%d")
"""
LAST_FORM = """
def form(forms, index):
    return forms[index]
"""
PHASE = """
class Light:
    PLAN = [("green", 30), ("yellow", 5)]
    def __init__(self):
        self.phase = 0
        self.left = self.PLAN[0][1]
    def color(self):
        return self.PLAN[self.phase][0]
    def step(self):
        self.phase = (self.phase + 1) % 2
        self.left = self.PLAN[0][1]
"""
DEN_REDUCED = """
from math import gcd
class Frac:
    def __init__(self, num, den):
        common = gcd(num, den)
        self.num = num // common
        self.den = den
"""
FURTHER_HEIGHT = """
def lowest(heights, start, end):
    inside = [one for one in heights if start < one < end]
    return min([height(start), *inside])
"""
AS_SETS = """
def same(one, other):
    return one.parents == other.parents
"""
NEXT_DAY = """
from datetime import datetime, timedelta
def span(day, first, last):
    start = datetime.combine(day, first)
    finish = datetime.combine(day, last)
    return start, finish
"""
YEAR_AND_WEEK = """
def week_of(day):
    week = day.isocalendar()[1]
    return week
"""
WITH_ITS_HOURS = """
class Shift:
    def __init__(self, day, hours):
        self.day = day
        self.hours = hours
class Rota:
    def fits(self, name, shift):
        return self.hours_in_week(name, shift.day) <= 40
"""
MEAN_OF_ALL = """
def mean(block):
    return round(sum(block) / 4)
"""
TODAY_NOT_DUE = """
def renew(loan, today, days):
    loan.due = loan.due + days
    loan.count += today.count
"""
BLANKS_WITHIN = """
def normal(text):
    return text.strip().lower()
"""


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(factors.terms, REST_OF_COST, "cost /", "(cost - self.tokens) /", id="rest of cost"),
        pytest.param(like_elements.further, FURTHER_HEIGHT, "*inside]", "*inside, height(end)]", id="further height"),
        pytest.param(factors.terms, WITH_ITS_HOURS, "shift.day)", "shift.day) + shift.hours", id="with its hours"),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
