"""Feasts of a year and the seasons between them."""

from __future__ import annotations

from datetime import date, timedelta

from feasts.computus import advent, easter

AFTER_EASTER = {
    "Ash Wednesday": -46,
    "Palm Sunday": -7,
    "Good Friday": -2,
    "Easter": 0,
    "Ascension": 39,
    "Pentecost": 49,
    "Trinity": 56,
}
FIXED = {
    "Epiphany": (1, 6),
    "All Saints": (11, 1),
    "Christmas": (12, 25),
}
FEASTS = (*AFTER_EASTER, *FIXED, "Advent", "Christ the King")


def feast(name: str, year: int) -> date:
    """The date of a feast in a year; KeyError for an unknown one."""
    if name in FIXED:
        return date(year, *FIXED[name])
    if name == "Advent":
        return advent(year)
    if name == "Christ the King":
        return advent(year) - timedelta(days=7)
    return easter(year) + timedelta(days=AFTER_EASTER[name])


def feasts_between(first: date, last: date) -> list[tuple[date, str]]:
    """Feasts from the first to the last day, both included, in order."""
    found = [(feast(name, year), name) for year in range(first.year, last.year + 1) for name in FEASTS]
    return sorted(entry for entry in found if first <= entry[0] <= last)


def season(day: date) -> str:
    """The season a day belongs to."""
    year = day.year
    if day >= feast("Christmas", year) or day < feast("Epiphany", year):
        return "Christmastide"
    if day >= feast("Advent", year):
        return "Advent"
    if feast("Ash Wednesday", year) <= day < feast("Easter", year):
        return "Lent"
    if feast("Easter", year) <= day <= feast("Pentecost", year):
        return "Eastertide"
    return "Ordinary Time"
