"""Records who calls what: a decorator for the methods of services."""

import functools
import inspect
from dataclasses import dataclass, field

HIDDEN = {"password", "secret", "token"}


@dataclass(frozen=True)
class Entry:
    action: str
    user: str
    arguments: dict
    outcome: str


@dataclass
class AuditLog:
    entries: list = field(default_factory=list)
    enabled: bool = True
    limit: int = 1000

    def write(self, entry):
        self.entries.append(entry)
        if len(self.entries) > self.limit:
            del self.entries[: len(self.entries) - self.limit]

    def by_user(self, user):
        return [entry for entry in self.entries if entry.user == user]

    def failures(self):
        return [entry for entry in self.entries if entry.outcome != "ok"]

    def counts(self):
        """How often every action was called."""
        result = {}
        for entry in self.entries:
            result[entry.action] = result.get(entry.action, 0) + 1
        return result


def arguments_of(signature, args, kwargs):
    """The arguments of a call by name, without self, and without what nobody should read."""
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    items = list(bound.arguments.items())[1:]
    return {name: "***" if name in HIDDEN else value for name, value in items}


def audited(action=None, only_failures=False):
    """Decorator for methods of objects that have `audit` (an AuditLog) and `user`.

    action: what to call it in the log, otherwise the method's name. only_failures: calls that succeed aren't recorded.
    """

    def decorate(method):
        signature = inspect.signature(method)
        title = action or method.__name__

        @functools.wraps(method)
        def wrapper(self, *args, **kwargs):
            log = self.audit
            if not log.enabled:
                return method(self, *args, **kwargs)
            arguments = arguments_of(signature, (self, *args), kwargs)
            try:
                result = method(self, *args, **kwargs)
            except Exception as error:
                log.write(Entry(title, self.user, arguments, type(error).__name__))
                raise
            if not only_failures:
                log.write(Entry(title, self.user, arguments, "ok"))
                return result

        wrapper.audit_action = title
        return wrapper

    return decorate
