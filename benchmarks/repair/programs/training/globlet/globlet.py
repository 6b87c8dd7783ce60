"""Small wildcard matcher for paths.

    ?       one character, but no slash
    *       any characters within one part of the path
    **      any characters at all
    [a-f]   one character of a set, [!a-f] one that isn't in it
"""
SEPARATOR = "/"


class PatternError(ValueError):
    pass


class Pattern:
    def __init__(self, source, ignore_case=False):
        self.source = source
        self.ignore_case = ignore_case
        self._tokens = list(self._scan(self._fold(source)))

    def __repr__(self):
        return f"Pattern({self.source!r})"

    def _fold(self, text):
        return text.lower() if self.ignore_case else text

    @classmethod
    def _scan(cls, source):
        pos = 0
        while pos < len(source):
            char = source[pos]
            if source.startswith("**", pos):
                yield "deep", None
                pos += 2
                continue
            if char == "[":
                close = source.find("]", pos + 1)
                if close < 0:
                    raise PatternError(f"[ not closed in {source!r}")
                yield cls._charset(source[pos + 1:close])
                pos = close + 1
                continue
            if char == "*":
                yield "star", None
            elif char == "?":
                yield "one", None
            else:
                yield "char", char
            pos += 1

    @staticmethod
    def _charset(body):
        kind = "none_of" if body.startswith("!") else "one_of"
        body = body.removeprefix("!")
        if not body:
            raise PatternError("empty set")
        chars = set()
        while body:
            if len(body) >= 3 and body[1] == "-":
                chars.update(chr(c) for c in range(ord(body[0]), ord(body[2]) + 1))
                body = body[3:]
            else:
                chars.add(body[0])
                body = body[1:]
        return kind, chars

    def matches(self, text):
        """True if the whole text fits the pattern."""
        return self._match(self._fold(text), 0, 0)

    def _match(self, text, index, pos):
        if index == len(self._tokens):
            return pos == len(text)
        kind, arg = self._tokens[index]
        if kind == "deep":
            return any(self._match(text, index + 1, end) for end in range(pos, len(text) + 1))
        if kind == "star":
            for end in range(pos, len(text) + 1):
                if self._match(text, index + 1, end):
                    return True
            return False
        return (pos < len(text) and self._accepts(kind, arg, text[pos])
                and self._match(text, index + 1, pos + 1))

    @staticmethod
    def _accepts(kind, arg, char):
        if kind == "char":
            return char == arg
        if char == SEPARATOR:
            return False
        if kind == "one_of":
            return char in arg
        if kind == "none_of":
            return char not in arg
        return True


def select(names, include=("**",), exclude=(), ignore_case=False):
    """The names that fit one of the includes and none of the excludes."""
    wanted = [Pattern(source, ignore_case) for source in include]
    unwanted = [Pattern(source, ignore_case) for source in exclude]
    return [name for name in names
            if any(p.matches(name) for p in wanted)
            and not any(p.matches(name) for p in unwanted)]
