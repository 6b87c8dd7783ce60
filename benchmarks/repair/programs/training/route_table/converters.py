"""How placeholders of a route are matched and converted."""


class StrConverter:
    regex = r"[^/]+"

    def from_url(self, text):
        return text

    def to_url(self, value):
        return str(value)


class PathConverter(StrConverter):
    regex = r".+"


class IntConverter(StrConverter):
    regex = r"\d+"

    def from_url(self, text):
        return int(text)


class BoolConverter(StrConverter):
    regex = r"yes|no"

    def from_url(self, text):
        return text == "yes"

    def to_url(self, value):
        return "yes" if value else "no"


CONVERTERS = {
    "str": StrConverter(),
    "path": PathConverter(),
    "int": IntConverter(),
    "bool": BoolConverter(),
}
