"""A tiny template engine: {{ value|filter:arg }}, {% for %} and {% if %}."""
import re

TOKEN = re.compile(r"({{.*?}}|{%.*?%})", re.S)


class TemplateError(ValueError):
    pass


FILTERS = {
    "upper": lambda value: str(value).upper(),
    "title": lambda value: str(value).title(),
    "join": lambda value, sep=", ": sep.join(str(v) for v in value),
    "fixed": lambda value, digits="2": f"{value:.{int(digits)}f}",
    "default": lambda value, other="": other if value is None else value,
    "length": len,
}


def lookup(path, context):
    """Value of a dotted path; None where a part is missing."""
    value = context
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, (list, tuple)) and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = getattr(value, part, None)
    return value


def evaluate(expression, context):
    path, *filters = (part.strip() for part in expression.split("|"))
    value = lookup(path, context)
    for text in filters:
        name, colon, arg = text.partition(":")
        if name not in FILTERS:
            raise TemplateError(f"unknown filter {name!r}")
        value = FILTERS[name](value, arg.strip("'\"")) if colon else FILTERS[name](value)
    return value


class Text:
    def __init__(self, text):
        self.text = text

    def render(self, context):
        return self.text


class Output:
    def __init__(self, expression):
        self.expression = expression

    def render(self, context):
        value = evaluate(self.expression, context)
        return "" if value is None else str(value)


class Block:
    """Base of tags with a body and an optional {% else %} part."""

    def __init__(self):
        self.body, self.otherwise = [], []

    @staticmethod
    def render_all(nodes, context):
        return "".join(node.render(context) for node in nodes)


class If(Block):
    def __init__(self, args):
        super().__init__()
        self.negated = args.startswith("not ")
        self.expression = args[4:] if self.negated else args

    def render(self, context):
        chosen = bool(evaluate(self.expression, context)) != self.negated
        return self.render_all(self.body if chosen else self.otherwise, context)


class For(Block):
    """{% for x in items %}, with loop.index, loop.first and loop.last in the body."""

    def __init__(self, args):
        super().__init__()
        match = re.fullmatch(r"(\w+)\s+in\s+(.+)", args)
        if not match:
            raise TemplateError(f"bad loop: {args!r}")
        self.name, self.expression = match.groups()

    def render(self, context):
        items = list(evaluate(self.expression, context) or [])
        if not items:
            return self.render_all(self.otherwise, context)
        parts = []
        for index, item in enumerate(items, start=1):
            context[self.name] = item
            context["loop"] = {"index": index, "first": index == 1, "last": index == len(items)}
            parts.append(self.render_all(self.body, context))
        return "".join(parts)


TAGS = {"if": If, "for": For}


class Template:
    def __init__(self, source):
        self.nodes = []
        stack = []
        target = self.nodes
        for token in TOKEN.split(source):
            if token.startswith("{{"):
                target.append(Output(token[2:-2].strip()))
            elif token.startswith("{%"):
                word, _, args = token[2:-2].strip().partition(" ")
                if word in TAGS:
                    block = TAGS[word](args.strip())
                    target.append(block)
                    stack.append((word, block, target))
                    target = block.body
                elif word == "else" and stack:
                    target = stack[-1][1].otherwise
                elif stack and word == "end" + stack[-1][0]:
                    target = stack.pop()[2]
                else:
                    raise TemplateError(f"unexpected tag {word!r}")
            elif token:
                target.append(Text(token))
        if stack:
            raise TemplateError(f"{stack[-1][0]!r} isn't closed")

    def render(self, **values):
        return Block.render_all(self.nodes, values)
