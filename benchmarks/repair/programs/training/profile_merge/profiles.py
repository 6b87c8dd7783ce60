"""Settings from several profiles, later ones over earlier ones."""

DEFAULTS = {"editor": {"tabs": 4, "wrap": True}, "theme": "light", "plugins": ["spell"]}


def merge(base, extra):
    """A new dict; tables are merged, lists joined, other values replaced. None takes a key away."""
    merged = base
    for key, value in extra.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merge(merged[key], value)
        elif isinstance(value, list) and isinstance(merged.get(key), list):
            merged[key] = merged[key] + [one for one in value if one not in merged[key]]
        else:
            merged[key] = value
    return merged


def load(profiles):
    result = DEFAULTS
    for profile in profiles:
        result = merge(result, profile)
    return result


def lookup(settings, path, default=None):
    for part in path.split("."):
        if not isinstance(settings, dict) or part not in settings:
            return default
        settings = settings[part]
    return settings


def flat(settings, prefix=""):
    """Dotted keys, in order."""
    found = {}
    for key in sorted(settings):
        if isinstance(settings[key], dict):
            found.update(flat(settings[key], f"{prefix}{key}."))
        else:
            found[prefix + key] = settings[key]
    return found
