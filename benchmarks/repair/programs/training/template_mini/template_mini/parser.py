"""Text -> list of nodes."""
import re

from .nodes import For, If, Output, Text

_TOKEN = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.S)


class TemplateError(Exception):
    pass


def parse(text):
    root = []
    stack = [(None, root)]
    for piece in _TOKEN.split(text):
        body = stack[-1][1]
        if piece.startswith("{{"):
            path, *filters = [p.strip() for p in piece[2:-2].split("|")]
            body.append(Output(path, filters))
        elif piece.startswith("{%"):
            _tag(piece[2:-2].split(), stack)
        elif piece:
            body.append(Text(piece))
    if len(stack) > 1:
        raise TemplateError("missing end")
    return root


def _tag(words, stack):
    body = stack[-1][1]
    if words[:1] == ["for"] and len(words) == 4 and words[2] == "in":
        node = For(words[1], words[3])
        body.append(node)
        stack.append((node, node.body))
    elif words[:1] == ["if"] and len(words) == 2:
        node = If(words[1])
        body.append(node)
        stack.append((node, node.body))
    elif words == ["else"] and isinstance(stack[-1][0], If):
        node = stack.pop()[0]
        stack.append((node, node.other))
    elif words == ["end"] and len(stack) > 1:
        stack.pop()
    else:
        raise TemplateError("bad tag: " + " ".join(words))
