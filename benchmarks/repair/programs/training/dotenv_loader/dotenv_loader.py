"""Settings from `.env` files: comments, `export`, quotes, `${NAME}` references."""

import re
from pathlib import Path

_REFERENCE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


class EnvError(ValueError):
    pass


def _unquote(value):
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value.split(" #")[0].rstrip()


def parse_line(line):
    """(name, raw value) of a line; None where it says nothing."""
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    if line.startswith("export "):
        line = line[len("export "):]
    parts = line.split("=")
    name = parts[0].strip()
    if len(parts) < 2 or not name.isidentifier():
        raise EnvError(f"cannot read {line!r}")
    return name, parts[1].strip()


def expand(value, known):
    def replacement(match):
        name, default = match.groups()
        if name in known:
            return known[name]
        if default is not None:
            return default
        raise EnvError(f"{name} is not set")

    return _REFERENCE.sub(replacement, value)


def parse(text, base=None):
    settings = {}
    for line in text.splitlines():
        pair = parse_line(line)
        if pair is None:
            continue
        name, raw = pair
        value = _unquote(raw)
        if not raw.startswith("'"):
            value = expand(value, {**(base or {}), **settings})
        settings[name] = value
    return settings


def load(path, base=None):
    path = Path(path)
    return parse(path.read_text(encoding="utf-8"), base) if path.exists() else {}


def as_bool(text):
    lowered = text.strip().lower()
    if lowered in _TRUE:
        return True
    if lowered in _FALSE:
        return False
    raise EnvError(f"neither yes nor no: {text!r}")
