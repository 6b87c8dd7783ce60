"""Feature flags: switched on for everybody, for some users or groups, or for a share of the users."""

import zlib
from dataclasses import dataclass, field


@dataclass
class Flag:
    name: str
    enabled: bool = True
    percent: int = 0
    users: set = field(default_factory=set)
    groups: set = field(default_factory=set)
    blocked: set = field(default_factory=set)
    requires: tuple = ()


@dataclass(frozen=True)
class User:
    name: str
    groups: frozenset = frozenset()


def bucket(flag_name, user_name):
    """0 to 99, always the same for a user and a flag, different from flag to flag."""
    return zlib.crc32(f"{flag_name}:{user_name}".encode()) % 100


class FlagSet:
    def __init__(self, flags=()):
        self._flags = {flag.name: flag for flag in flags}

    @classmethod
    def from_config(cls, config):
        """From a mapping of names to options; `True` and `False` are short for everybody and nobody."""
        flags = []
        for name, options in config.items():
            if options is True:
                options = {"percent": 100}
            elif options is False:
                options = {"enabled": False}
            known = dict(options)
            for key in ("users", "groups", "blocked"):
                known[key] = set(known.get(key, ()))
            known["requires"] = tuple(known.get("requires", ()))
            flags.append(Flag(name, **known))
        return cls(flags)

    def is_on(self, name, user):
        flag = self._flags.get(name)
        if flag is None or user.name in flag.blocked:
            return False
        if not all(self.is_on(other, user) for other in flag.requires):
            return False
        if user.name in flag.users or flag.groups & user.groups:
            return True
        return bucket(name, user.name) < flag.percent

    def active(self, user):
        return sorted(name for name in self._flags if self.is_on(name, user))

    def toggle(self, name, enabled=None):
        """Switch a flag; without a value to the opposite. Returns the new state."""
        flag = self._flags[name]
        flag.enabled = not flag.enabled if enabled is None else enabled
        return flag.enabled
