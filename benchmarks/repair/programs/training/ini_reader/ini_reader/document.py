"""The parsed document."""

import re

_REFERENCE = re.compile(r"\$\(([^)]+)\)")


class Document:
    """Sections of string values; keys are case-insensitive."""

    def __init__(self):
        self._sections = {}

    def add_section(self, name):
        self._sections.setdefault(name, {})

    def set(self, section, key, value):
        self._sections[section][key.lower()] = value

    def extend(self, section, key, more):
        values = self._sections[section]
        values[key] = values[key] + "\n" + more if values.get(key) else more

    def sections(self):
        return list(self._sections)

    def keys(self, section):
        return list(self._sections[section])

    def raw(self, section, key):
        return self._sections[section][key.lower()]

    def get(self, section, key, default=None, _busy=()):
        """Value with ``$(key)`` and ``$(section:key)`` references filled in."""
        try:
            value = self.raw(section, key)
        except KeyError:
            return default
        here = (section, key.lower())
        if here in _busy:
            raise ValueError(f"circular reference to {section}:{key}")

        def fill(match):
            where, sep, name = match.group(1).rpartition(":")
            where = where if sep else section
            return self.get(where, name, "", _busy + (here,))

        return _REFERENCE.sub(fill, value)

    def get_list(self, section, key):
        """Comma or newline separated values, without empty ones."""
        value = self.get(section, key, "")
        return [v.strip() for v in re.split(r"[,\n]", value) if v.strip()]
