"""Templates with `{{ name|filter }}`, `{% if name %}`, `{% for item in names %}` and `{% end %}`."""

import re

from minitpl.nodes import FILTERS, Block, For, If, Text, Value

TOKEN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)


class TemplateError(ValueError):
    pass


class Template:
    def __init__(self, source):
        self.root = parse(source)

    def render(self, context):
        return self.root.render(context)


def parse(source):
    stack = [Block()]
    for token in TOKEN.split(source):
        if token.startswith("{{"):
            path, *filters = (piece.strip() for piece in token[2:-2].split("|"))
            if unknown := [name for name in filters if name not in FILTERS]:
                raise TemplateError(f"unknown filter {unknown[0]}")
            stack[-1].parts.append(Value(path, filters))
        elif token.startswith("{%"):
            match token[2:-2].split():
                case ["if", path]:
                    block = If(path=path)
                case ["for", name, "in", path]:
                    block = For(name=name, path=path)
                case ["end"] if len(stack) > 1:
                    stack.pop()
                    continue
                case _:
                    raise TemplateError(f"can't understand {token}")
            stack[-1].parts.append(block)
            stack.append(block)
        elif token:
            stack[-1].parts.append(Text(token))
    if len(stack) > 1:
        raise TemplateError("an end is missing")
    return stack[0]
