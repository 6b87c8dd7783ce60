"""Reader for a small INI dialect used by the desktop client."""


class SettingsError(ValueError):
    def __init__(self, lineno, message):
        super().__init__(f"line {lineno}: {message}")
        self.lineno = lineno


TRUE_WORDS = {"yes", "true", "on", "1"}
FALSE_WORDS = {"no", "false", "off", "0"}


def parse(text):
    """Return {section: {key: value}}; keys before any section go to 'main'."""
    result = {"main": {}}
    section = "main"
    for lineno, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0]
        if not line.strip():
            continue
        if line.lstrip().startswith("["):
            line = line.strip()
            if not line.endswith("]"):
                raise SettingsError(lineno, "unterminated section header")
            section = line[1:-1].strip().lower()
            if not section:
                raise SettingsError(lineno, "empty section name")
            result.setdefault(section, {})
            continue
        key, sep, value = line.partition("=")
        key = key.strip().lower()
        if not sep:
            raise SettingsError(lineno, "expected key = value")
        if not key:
            raise SettingsError(lineno, "empty key")
        result[section][key] = value
    return result


class Settings:
    def __init__(self, text):
        self._data = parse(text)

    def sections(self):
        return sorted(self._data)

    def get(self, section, key, default=None):
        return self._data.get(section.lower(), {}).get(key.lower(), default)

    def get_int(self, section, key, default=0):
        value = self.get(section, key)
        return default if value is None else int(value)

    def get_bool(self, section, key, default=False):
        value = self.get(section, key)
        if value is None:
            return default
        if value.lower() in TRUE_WORDS:
            return True
        if value.lower() in FALSE_WORDS:
            return False
        raise ValueError(f"not a boolean: {value!r}")
