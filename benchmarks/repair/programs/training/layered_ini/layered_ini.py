"""Settings from several ini texts, the later ones over the earlier, with references."""
import re

REFERENCE = re.compile(r"\$\{([^{}]+)\}")
TRUE = {"1", "yes", "true", "on"}
FALSE = {"0", "no", "false", "off"}
_REQUIRED = object()


class SettingsError(Exception):
    pass


def parse(text):
    """{(section, key): value} of an ini text; names are case-insensitive."""
    values = {}
    section = "main"
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line[0] in "#;":
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip().lower()
            continue
        key, sep, value = line.partition("=")
        if not sep:
            raise SettingsError(f"line {number}: no '='")
        values[section, key.strip().lower()] = value.strip()
    return values


class LayeredSettings:
    def __init__(self):
        self._layers = []

    def add_layer(self, name, text):
        self._layers.append((name, parse(text)))

    def origin(self, section, key):
        """Name of the layer that a setting comes from, None if it isn't set."""
        wanted = section.lower(), key.lower()
        for name, values in reversed(self._layers):
            if wanted in values:
                return name
        return None

    def raw(self, section, key):
        wanted = section.lower(), key.lower()
        for _, values in reversed(self._layers):
            if wanted in values:
                return values[wanted]
        return None

    def get(self, section, key, default=_REQUIRED):
        value = self.raw(section, key)
        if value is None:
            if default is _REQUIRED:
                raise SettingsError(f"{section}.{key} is not set")
            return default
        return self._expand(value, section.lower(), [(section.lower(), key.lower())])

    def get_bool(self, section, key, default=_REQUIRED):
        value = self.get(section, key, default)
        if not isinstance(value, str):
            return value
        if value.lower() in TRUE:
            return True
        if value.lower() in FALSE:
            return False
        raise SettingsError(f"{section}.{key}: {value!r} is neither yes nor no")

    def section(self, section):
        """All settings of a section, expanded."""
        keys = {key for _, values in self._layers for sec, key in values if sec == section.lower()}
        return {key: self.get(section, key) for key in sorted(keys)}

    def _expand(self, value, section, active):
        """Replaces ${key} (of the same section) and ${section.key} in a value."""

        def replacement(match):
            target_section, dot, key = match.group(1).strip().lower().rpartition(".")
            name = (target_section if dot else section, key)
            if name in active:
                raise SettingsError(f"{name[0]}.{name[1]} refers to itself")
            target = self.raw(*name)
            if target is None:
                raise SettingsError(f"{name[0]}.{name[1]} is not set")
            return self._expand(target, name[0], active)

        return REFERENCE.sub(replacement, value)
