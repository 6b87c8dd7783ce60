"""Decorators that control how often a function really runs."""
import functools


def make_key(args, kwargs):
    """A hashable key; unhashable arguments are keyed by their repr."""
    parts = list(args)
    key = []
    for part in parts:
        try:
            hash(part)
        except TypeError:
            part = ("repr", repr(part))
        key.append((type(part), part))
    return tuple(key)


def memo(func=None, *, maxsize=None):
    """Remember results; usable with and without parentheses.

    With *maxsize*, the oldest remembered result is dropped first.
    Exceptions are not remembered.
    """
    if func is None:
        return functools.partial(memo, maxsize=maxsize)
    store = {}

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        key = make_key(args, kwargs)
        if key in store:
            return store[key]
        result = func(*args, **kwargs)
        store[key] = result
        if maxsize is not None and len(store) > maxsize:
            del store[next(iter(store))]
        return result

    wrapper.forget = store.clear
    wrapper.size = lambda: len(store)
    return wrapper


def call_limit(times, error=RuntimeError):
    """Let the function run at most *times* times per distinct arguments."""

    def decorate(func):
        used = {}

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            key = make_key(args, kwargs)
            if used.get(key, 0) >= times:
                raise error(f"{func.__name__} called more than {times} times")
            used[key] = used.get(key, 0) + 1
            return func(*args, **kwargs)

        return wrapper

    return decorate
