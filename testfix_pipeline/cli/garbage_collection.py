"""How often a command looks for unused objects that refer to each other; all others are freed at once in any case."""

import atexit
import gc

_NEW_OBJECTS = 50_000
"""After so many new objects the youngest are looked through. Importing Dagster and our jobs makes 270,000, which stay:
with Python's 700 a third of the import went into looking through them, and again as much at the end of the process."""


def collect_rarely() -> None:
    """Look for cycles of unused objects after 50,000 new ones, and at the end of the process not at all."""
    gc.set_threshold(_NEW_OBJECTS)
    atexit.register(gc.freeze)
