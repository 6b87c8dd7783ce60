"""Filters log lines by their level."""

LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
COLOURS = {"DEBUG": "grey", "INFO": "green", "WARNING": "yellow", "ERROR": "red", "CRITICAL": "magenta"}


def rank(level):
    """Higher is worse; unknown levels are below all."""
    name = level.upper()
    return LEVELS.index(name) if name in LEVELS else -1


def at_least(lines, level):
    """The lines that are as bad as a level, or worse."""
    wanted = rank(level)
    return [line for line in lines if rank(line.split(":", 1)[0]) >= wanted]


def colour(level):
    return COLOURS.get(level.upper(), "white")
