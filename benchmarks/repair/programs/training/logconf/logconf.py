"""Layered logging settings and the filter that they describe."""

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40, "off": 100}

DEFAULTS = {
    "level": "warning",
    "handlers": ["console"],
    "loggers": {"http": "error"},
    "format": {"time": True, "color": False},
}


def level_number(name):
    try:
        return LEVELS[name.strip().lower()]
    except KeyError:
        raise ValueError(f"unknown level: {name}") from None


def merge(base, layer):
    """A layer of settings on top of others.

    Tables are merged key by key, lists are joined without repetitions, None
    takes a setting away, anything else replaces what was there.
    """
    merged = dict(base)
    for key, value in layer.items():
        current = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(current, dict) and isinstance(value, dict):
            merged[key] = merge(current, value)
        elif isinstance(current, list) and isinstance(value, list):
            current.extend(item for item in value if item not in current)
        else:
            merged[key] = value
    return merged


def load(*layers):
    """The defaults with the layers on top, the last one being the strongest."""
    settings = DEFAULTS
    for layer in layers:
        settings = merge(settings, layer or {})
    return settings


def parse_overrides(text):
    """Settings from a string such as "level=debug, loggers.db=info"."""
    result = {}
    for part in text.split(","):
        if not part.strip():
            continue
        path, sep, value = part.partition("=")
        if not sep:
            raise ValueError(f"no value: {part.strip()}")
        *tables, key = [name.strip() for name in path.split(".", 1)]
        target = result
        for table in tables:
            target = target.setdefault(table, {})
        target[key] = value.strip()
    return result


class LevelFilter:
    """Decides by a logger's dotted name; the longest configured name counts."""

    def __init__(self, settings):
        self.default = level_number(settings.get("level", "warning"))
        self.levels = {
            name: level_number(level)
            for name, level in settings.get("loggers", {}).items()
        }

    def threshold(self, logger):
        name = logger
        while name:
            if name in self.levels:
                return self.levels[name]
            name = name.rpartition(".")[0]
        return self.default

    def allows(self, logger, level):
        return level_number(level) >= self.threshold(logger)

    def select(self, records):
        """Those of the (logger, level, text) records that pass."""
        return [r for r in records if self.allows(r[0], r[1])]
