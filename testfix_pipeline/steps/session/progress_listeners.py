"""The listeners of this process to the progress of sessions. Imports no step, so that definitions load without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from testfix_pipeline.core.progress import ProgressItem

Listener = Callable[[list[ProgressItem], str], None]
Reader = Callable[[str], None]
_listeners: list[Listener] = []
_readers: list[Reader] = []


@contextmanager
def listening(listener: Listener, reader: Reader | None = None) -> Iterator[None]:
    """Call `listener(items, detail)` whenever the list changes or long work reports progress.

    `reader(text)` is called with texts that remain on screen, such as the summary of a plan.
    """
    readers = [reader] if reader else []
    _listeners.append(listener)
    _readers.extend(readers)
    try:
        yield
    finally:
        _listeners.remove(listener)
        for each in readers:
            _readers.remove(each)


def publish(text: str) -> None:
    """Show a lasting text to the readers of this process."""
    for reader in list(_readers):
        reader(text)


def tell(items: list[ProgressItem], detail: str) -> None:
    """Call the listeners with a progress list and the current work."""
    for listener in list(_listeners):
        listener(items, detail)
