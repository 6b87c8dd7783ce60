"""Checks of a roster against the working time rules."""

from collections import defaultdict
from datetime import timedelta
from itertools import pairwise

MIN_REST = timedelta(hours=11)
MAX_SHIFT = timedelta(hours=10)
MAX_WEEK = timedelta(hours=48)
MAX_NIGHTS_IN_A_ROW = 4


def by_nurse(shifts):
    grouped = defaultdict(list)
    for shift in sorted(shifts):
        grouped[shift.nurse].append(shift)
    return dict(sorted(grouped.items()))


def too_long(shifts):
    for shift in shifts:
        if shift.length > MAX_SHIFT:
            yield f"{shift.nurse}: {shift.start:%a %d} is longer than {MAX_SHIFT.seconds // 3600} h"


def too_little_rest(shifts):
    for before, after in pairwise(shifts):
        rest = after.start - before.start
        if rest < timedelta(0):
            yield f"{after.nurse}: two shifts at once on {after.start:%a %d}"
        elif rest < MIN_REST:
            yield f"{after.nurse}: only {rest.seconds // 3600} h of rest before {after.start:%a %d}"


def too_many_hours(shifts):
    weeks = defaultdict(timedelta)
    for shift in shifts:
        year, week, _ = shift.start.isocalendar()
        weeks[year, week] += shift.length
    for (year, week), total in weeks.items():
        if total > MAX_WEEK:
            yield f"{shifts[0].nurse}: {total / timedelta(hours=1):g} h in week {week}"


def too_many_nights(shifts):
    run = 0
    for shift in shifts:
        run = run + 1 if shift.is_night else 0
        if run == MAX_NIGHTS_IN_A_ROW + 1:
            yield f"{shift.nurse}: more than {MAX_NIGHTS_IN_A_ROW} nights in a row"


def violations(shifts):
    found = []
    for own in by_nurse(shifts).values():
        for rule in (too_long, too_little_rest, too_many_hours, too_many_nights):
            found.extend(rule(own))
    return found
