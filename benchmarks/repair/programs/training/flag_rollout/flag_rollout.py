"""Feature flags with overrides, audiences and gradual rollouts."""
import zlib
from dataclasses import dataclass, field


@dataclass(frozen=True)
class User:
    id: str
    country: str = ""
    plan: str = "free"


@dataclass
class Flag:
    """`percent` is the share of the users of the audience that get the feature."""

    name: str
    percent: int = 0
    countries: frozenset = frozenset()
    plans: frozenset = frozenset()
    requires: tuple = ()
    overrides: dict = field(default_factory=dict)
    enabled: bool = True

    def __post_init__(self):
        if not 0 <= self.percent <= 100:
            raise ValueError("percent must be from 0 to 100")

    def in_audience(self, user):
        if self.countries and user.country not in self.countries:
            return False
        return not self.plans or user.plan in self.plans


def bucket(flag_name, user_id):
    """A number from 0 to 99 that is always the same for a user and a flag."""
    return zlib.crc32(f"{flag_name}:{user_id}".encode()) % 100


class Flags:
    def __init__(self, flags=()):
        self._flags = {}
        for flag in flags:
            self.add(flag)

    def add(self, flag):
        if flag.name in self._flags:
            raise ValueError(f"flag {flag.name} exists")
        self._flags[flag.name] = flag

    def get(self, name):
        if name not in self._flags:
            raise LookupError(f"no flag {name}")
        return self._flags[name]

    def override(self, name, user_id, value):
        """Switch a flag on or off for a single user."""
        self.get(name).overrides[user_id] = bool(value)

    def clear_override(self, name, user_id):
        self.get(name).overrides.pop(user_id, None)

    def ramp(self, name, step):
        """Raise the share by `step` points and return the new one."""
        flag = self.get(name)
        flag.percent = max(0, min(100, flag.percent + step))
        return flag.percent

    def is_on(self, name, user):
        flag = self._flags.get(name)
        if flag is None or not flag.enabled:
            return False
        override = flag.overrides.get(user.id)
        if override:
            return override
        if not all(self.is_on(other, user) for other in flag.requires):
            return False
        if not flag.in_audience(user):
            return False
        return bucket(name, user.id) < flag.percent

    def active(self, user):
        return sorted(name for name in self._flags if self.is_on(name, user))

    def share(self, name, users):
        """Per cent of the users for whom the flag is on."""
        users = list(users)
        if not users:
            return 0
        on = sum(self.is_on(name, user) for user in users)
        return round(on * 100 / len(users))

    def dependents(self, name):
        """Flags that need this one, directly or through others."""
        found = set()
        queue = [name]
        while queue:
            current = queue.pop()
            for flag in self._flags.values():
                if current in flag.requires and flag.name not in found:
                    found.add(flag.name)
                    queue.append(flag.name)
        return sorted(found)


def load(config):
    """Flags from a dict such as a parsed JSON file."""
    flags = Flags()
    for name, options in config.items():
        flags.add(
            Flag(
                name,
                percent=options.get("percent", 0),
                countries=frozenset(options.get("countries", ())),
                plans=frozenset(options.get("plans", ())),
                requires=tuple(options.get("requires", ())),
                overrides=dict(options.get("overrides", {})),
                enabled=options.get("enabled", True),
            )
        )
    return flags
