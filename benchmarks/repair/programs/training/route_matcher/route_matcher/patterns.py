"""Path patterns such as /users/<int:id>/files/<path:rest>."""
import re

CONVERTERS = {
    "str": (r"[^/]+", str),
    "int": (r"\d+", int),
    "path": (r".+", str),
}
_PARAM = re.compile(r"<(?:(\w+):)?(\w+)>")


def normalise(path):
    """Single slashes, a leading one and no trailing one."""
    path = "/" + re.sub(r"/{2,}", "/", path).lstrip("/")
    return path


class Pattern:
    def __init__(self, text):
        self.text = normalise(text)
        self.converters = {}
        regex, pos, score = "", 0, 0
        for match in _PARAM.finditer(self.text):
            kind, name = match.group(1) or "str", match.group(2)
            if kind not in CONVERTERS:
                raise ValueError("unknown converter " + kind)
            if name in self.converters:
                raise ValueError("duplicate parameter " + name)
            expr, self.converters[name] = CONVERTERS[kind]
            regex += re.escape(self.text[pos:match.start()])
            regex += "(?P<%s>%s)" % (name, expr)
            pos = match.end()
            score += 100 if kind == "path" else 10 if kind == "str" else 5
        self.regex = re.compile(regex + re.escape(self.text[pos:]) + r"\Z")
        self.score = score

    def match(self, path):
        """Converted parameters or None."""
        found = self.regex.match(path)
        if not found:
            return None
        return {k: self.converters[k](v) for k, v in found.groupdict().items()}

    def build(self, **params):
        return _PARAM.sub(lambda m: str(params[m.group(2)]), self.text)
