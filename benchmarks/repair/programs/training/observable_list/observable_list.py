"""A list that tells others what happens to it."""

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any, Callable


@dataclass(frozen=True)
class Change:
    """kind: "insert", "remove" or "replace"; `old` and `new` are None where there is no such item."""

    kind: str
    index: int
    old: Any = None
    new: Any = None


class Subscription:
    """Returned by `subscribe`; ends the subscription with `cancel` or at the end of a with block."""

    def __init__(self, owner, callback, kinds):
        self._owner = owner
        self.callback = callback
        self.kinds = kinds

    def wants(self, change):
        return self.kinds is None or change.kind in self.kinds

    def cancel(self):
        self._owner._drop(self)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.cancel()


class ObservableList(MutableSequence):
    def __init__(self, items=()):
        self._items = list(items)
        self._subscriptions = []
        self._held = None

    def subscribe(self, callback: Callable[[Change], None], kinds=None, once=False):
        """Call `callback` with every change (of the given kinds), or with the first one only."""
        if not once:
            subscription = Subscription(self, callback, kinds)
        else:

            def call_and_leave(change):
                subscription.cancel()
                callback(change)

            subscription = Subscription(self, call_and_leave, kinds)
        self._subscriptions.append(subscription)
        return subscription

    def _drop(self, subscription):
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)

    def _tell(self, change):
        if self._held is not None:
            self._held.append(change)
            return
        for subscription in self._subscriptions:
            if subscription.wants(change):
                subscription.callback(change)

    def hold(self):
        """Collect the changes instead of telling them, until `release` is called."""
        if self._held is None:
            self._held = []

    def release(self):
        held, self._held = self._held or [], None
        for change in held:
            self._tell(change)

    def __len__(self):
        return len(self._items)

    def __getitem__(self, index):
        return self._items[index]

    def __setitem__(self, index, value):
        old = self._items[index]
        if old == value:
            return
        self._items[index] = value
        self._tell(Change("replace", index % len(self), old, value))

    def __delitem__(self, index):
        index = range(len(self))[index]
        old = self._items.pop(index)
        self._tell(Change("remove", index, old=old))

    def insert(self, index, value):
        index = min(index if index >= 0 else max(0, index + len(self)), len(self))
        self._items.insert(index, value)
        self._tell(Change("insert", index, new=value))

    def __repr__(self):
        return f"ObservableList({self._items!r})"
