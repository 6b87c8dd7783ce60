"""A small event emitter: priorities, one-time listeners, stopping, errors."""
from dataclasses import dataclass
from typing import Callable

STOP = object()


@dataclass
class Listener:
    callback: Callable
    priority: int = 0
    once: bool = False


class SignalHub:
    """Listeners of an event run by priority, then in the order of their arrival.

    A listener that returns STOP keeps the later ones from being called. One
    that raises does not; its error is kept in `errors`.
    """

    def __init__(self):
        self._listeners = {}
        self.errors = []
        self.counts = {}

    def on(self, event, callback, priority=0, once=False):
        if not callable(callback):
            raise TypeError("callback must be callable")
        listeners = self._listeners.setdefault(event, [])
        listeners.append(Listener(callback, priority, once))
        listeners.sort(key=lambda listener: -listener.priority)
        return callback

    def once(self, event, callback, priority=0):
        return self.on(event, callback, priority, once=True)

    def off(self, event, callback=None):
        """Remove a callback from an event, or all of them; returns how many."""
        listeners = self._listeners.get(event, [])
        if callback is None:
            kept = []
        else:
            kept = [item for item in listeners if item.callback != callback]
        if kept:
            self._listeners[event] = kept
        else:
            self._listeners.pop(event, None)
        return len(listeners) - len(kept)

    def emit(self, event, *args, **kwargs):
        """Call the listeners; returns what they returned, without None."""
        self.counts[event] = self.counts.get(event, 0) + 1
        results = []
        for listener in list(self._listeners.get(event, [])):
            try:
                result = listener.callback(*args, **kwargs)
            except Exception as error:
                self.errors.append((event, error))
                continue
            if listener.once:
                self._discard(event, listener)
            if result is STOP:
                break
            if result is not None:
                results.append(result)
        return results

    def events(self):
        return sorted(self._listeners)

    def listening(self, event):
        """Number of listeners of an event."""
        return len(self._listeners.get(event, []))

    def forward(self, event, other, rename=None):
        """Pass an event on to another hub, under another name if given."""
        def passing(*args, **kwargs):
            other.emit(rename or event, *args, **kwargs)
        return self.on(event, passing)

    def _discard(self, event, listener):
        kept = [item for item in self._listeners.get(event, []) if item is not listener]
        if kept:
            self._listeners[event] = kept
        else:
            self._listeners.pop(event, None)
