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


_BRACKETS = {**dict.fromkeys("([{", 1), **dict.fromkeys(")]}", -1)}


def lex(text: str, depth: int = 0, indent: int = 0) -> Tokens:
    """The tokens with their offsets; `depth` and `indent` are the state at the beginning."""
    matches = [match for match in _TOKEN.finditer(text) if match.lastgroup == "word"]
    words = [match.group() for match in matches]
    depths = []
    for word in words:
        depth = max(0, depth + _BRACKETS.get(word, 0))
        depths.append(depth)
    starts, ends = [match.start() for match in matches], [match.end() for match in matches]
    return Tokens(words, starts, ends, depths, [indent] * len(words))
