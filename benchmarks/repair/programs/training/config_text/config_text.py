"""A small configuration language: sections, typed values, lists and references.

    name = "demo"
    [server.http]
    port = 8080            # a comment
    hosts = [a, "b, c"]
    url = "http://localhost:${server.http.port}/${name}"
"""
import re

REFERENCE = re.compile(r"\$\{([\w.]+)\}")
WORDS = {"true": True, "yes": True, "false": False, "no": False, "none": None}


class ConfigError(ValueError):
    def __init__(self, message, line=None):
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


def _split(text, separator):
    """Split at a separator outside of quotes and brackets."""
    parts, start, depth, quote = [], 0, 0, None
    for i, char in enumerate(text):
        if quote:
            if char == quote:
                quote = None
        elif char in "\"'":
            quote = char
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        elif char == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return parts


def parse_value(text):
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    if text.startswith("[") and text.endswith("]"):
        items = _split(text[1:-1], ",")
        return [parse_value(item) for item in items if item.strip()]
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            pass
    return text


class Config:
    def __init__(self, text=""):
        self.data = {}
        self._parse(text)

    def _section(self, name):
        node = self.data
        for part in name.split("."):
            node = node.setdefault(part.strip(), {})
        return node

    def _parse(self, text):
        section = self.data
        for number, line in enumerate(text.splitlines(), 1):
            line = _split(line, "#")[0].strip()
            if not line:
                continue
            if line.startswith("[") and line.endswith("]"):
                section = self._section(line[1:-1])
                continue
            key, equals, value = line.partition("=")
            if not equals or not key.strip():
                raise ConfigError("expected key = value", number)
            section[key.strip()] = parse_value(value)

    def _raw(self, path):
        node = self.data
        for part in path.split("."):
            if not isinstance(node, dict) or part not in node:
                raise KeyError(path)
            node = node[part]
        return node

    def _expand(self, value, active=()):
        """Replace the references in a value; a lone reference keeps its type."""
        if isinstance(value, dict):
            return {key: self._expand(item, active) for key, item in value.items()}
        if not isinstance(value, str):
            return value
        whole = REFERENCE.fullmatch(value)
        if whole:
            return self._lookup(whole.group(1), active)
        return REFERENCE.sub(lambda m: str(self._lookup(m.group(1), active)), value)

    def _lookup(self, path, active):
        if path in active:
            raise ConfigError(f"circular reference to {path}")
        return self._expand(self._raw(path), (*active, path))

    def get(self, path, default=None):
        try:
            raw = self._raw(path)
        except KeyError:
            return default
        return self._expand(raw, (path,))

    def as_dict(self):
        return self._expand(self.data)
