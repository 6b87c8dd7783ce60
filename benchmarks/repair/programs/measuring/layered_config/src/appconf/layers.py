"""Configuration from defaults, then a JSON file, then the environment; what comes later wins."""

import json
from pathlib import Path

from appconf.merge import assign, lookup, merge

DEFAULTS = {
    "server": {"host": "localhost", "port": 8080, "tls": False},
    "log": {"level": "info", "targets": ["stderr"]},
    "name": "app",
}


class ConfigError(Exception):
    pass


def read_file(path):
    path = Path(path)
    if not path.exists():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ConfigError(f"{path.name}:{error.lineno}: {error.msg}") from error
    if not isinstance(content, dict):
        raise ConfigError(f"{path.name}: not an object")
    return content


def _like(old, text):
    """The text as a value of the type of the old one."""
    if isinstance(old, bool):
        return text.lower() in ("1", "true", "yes")
    if isinstance(old, int):
        return int(text)
    if isinstance(old, list):
        return [part.strip() for part in text.split(",")]
    return text


def from_environment(environ, config, prefix="APP_"):
    """`APP_SERVER__PORT=1` sets server.port; names that are not known are errors."""
    found = {}
    for name, text in environ.items():
        if not name.startswith(prefix):
            continue
        path = name[len(prefix):].lower().replace("__", ".")
        try:
            assign(found, path, _like(lookup(config, path), text))
        except (KeyError, ValueError) as error:
            raise ConfigError(f"{name}: {error}") from error
    return found


def load(path=None, environ=None, defaults=DEFAULTS):
    config = defaults
    if path is not None:
        config = merge(read_file(path), config)
    return merge(config, from_environment(environ or {}, config))
