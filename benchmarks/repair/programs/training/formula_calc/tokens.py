"""Tokenizer for spreadsheet formulas."""
import re

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(.))")


class FormulaError(ValueError):
    pass


def tokenize(text):
    tokens = []
    for number, name, symbol in TOKEN.findall(text.rstrip()):
        if number:
            tokens.append(("num", float(number)))
        elif name:
            tokens.append(("name", name))
        elif symbol in "+-*/^()":
            tokens.append(("op", symbol))
        else:
            raise FormulaError(f"unexpected character {symbol!r}")
    return tokens
