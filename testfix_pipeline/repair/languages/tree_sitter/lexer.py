"""The tokens of JavaScript, TypeScript and Go fragments, complete or not."""

from __future__ import annotations

import re

from testfix_pipeline.repair.model.tokens import Tokens

_TOKEN = re.compile(
    r"(?P<skip>[^\S\n]+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<word>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|\d[\w.]*|[\w$#]+"
    r"|:=|>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\."
    r"|\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|\n|.)",
    re.DOTALL,
)


def lex(text: str, depth: int = 0, indent: int = 0) -> Tokens:
    """The tokens with their offsets; `depth` and `indent` are the state at the beginning."""
    found = Tokens()
    for match in _TOKEN.finditer(text):
        word = match["word"]
        if word is None:
            continue
        depth = max(0, depth + (word in "([{") - (word in ")]}"))
        found.add(word, *match.span(), depth, indent)
    return found
