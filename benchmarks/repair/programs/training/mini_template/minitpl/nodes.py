"""The parts of a template; each renders itself with a context, a dictionary of values."""

from dataclasses import dataclass, field

FILTERS = {"upper": str.upper, "title": str.title, "trim": str.strip}


class MissingName(KeyError):
    """The context has no such value."""


def look_up(context, path):
    """The value of a dotted name: keys of dictionaries or attributes."""
    value = context
    for name in path.split("."):
        try:
            value = value[name] if isinstance(value, dict) else getattr(value, name)
        except (KeyError, AttributeError):
            raise MissingName(path) from None
    return value


@dataclass
class Text:
    text: str

    def render(self, context):
        return self.text


@dataclass
class Value:
    path: str
    filters: list = field(default_factory=list)

    def render(self, context):
        text = str(look_up(context, self.path))
        for name in self.filters:
            text = FILTERS[name](text)
        return text


@dataclass
class Block:
    parts: list = field(default_factory=list)

    def render(self, context):
        return "".join(part.render(context) for part in self.parts)


@dataclass
class If(Block):
    path: str = ""

    def render(self, context):
        return super().render(context) if look_up(context, self.path) else ""


@dataclass
class For(Block):
    """Its parts once for each item; `index` counts from 1."""

    name: str = ""
    path: str = ""

    def render(self, context):
        result = ""
        for index, item in enumerate(look_up(context, self.path), 1):
            context.update({self.name: item, "index": index})
            result += super().render(context)
        return result
