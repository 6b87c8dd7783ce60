'''Lexer for a small configuration language.

    # comment
    server {
        name = "tea \\"house\\""
        ports = [80, 443]
        timeout = 1.5
        motto = """several
    lines"""
        debug = on
    }
'''
import re
from dataclasses import dataclass

PUNCTUATION = {"{": "LBRACE", "}": "RBRACE", "[": "LBRACKET", "]": "RBRACKET",
               "=": "EQUALS", ",": "COMMA"}
CONSTANTS = {"on": True, "off": False, "none": None}
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}

NUMBER = re.compile(r"-?\d+(\.\d+)?")
NAME = re.compile(r"[A-Za-z_][\w.-]*")


class LexError(Exception):
    def __init__(self, message, line, column):
        super().__init__(f"{line}:{column}: {message}")
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Token:
    kind: str
    value: object
    line: int
    column: int


class Lexer:
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.line = 1
        self.column = 1

    def tokens(self):
        """All the tokens, an END token last."""
        found = []
        while True:
            self._skip_blanks()
            if self.pos >= len(self.text):
                found.append(Token("END", None, self.line, self.column))
                return found
            found.append(self._next())

    def _advance(self, count):
        """Move on by count characters and return them."""
        passed = self.text[self.pos:self.pos + count]
        self.pos += count
        if "\n" in passed:
            self.line += passed.count("\n")
            self.column = len(passed) - passed.rindex("\n")
        else:
            self.column += count
        return passed

    def _skip_blanks(self):
        while self.pos < len(self.text):
            if self.text[self.pos].isspace():
                self._advance(1)
            elif self.text[self.pos] == "#":
                end = self.text.find("\n", self.pos)
                self._advance((len(self.text) if end < 0 else end) - self.pos)
            else:
                return

    def _next(self):
        line, column = self.line, self.column
        kind, value = self._scan()
        return Token(kind, value, line, column)

    def _scan(self):
        char = self.text[self.pos]
        if char in PUNCTUATION:
            return PUNCTUATION[self._advance(1)], char
        if self.text.startswith('"""', self.pos):
            return "STRING", self._block()
        if char == '"':
            return "STRING", self._string()
        match = NUMBER.match(self.text, self.pos)
        if match:
            text = self._advance(len(match.group()))
            return "NUMBER", float(text) if match.group(1) else int(text)
        match = NAME.match(self.text, self.pos)
        if match:
            text = self._advance(len(match.group()))
            if text in CONSTANTS:
                return "CONSTANT", CONSTANTS[text]
            return "NAME", text
        raise self._error(f"unexpected {char!r}")

    def _block(self):
        """A string in triple quotes: taken as it is, over several lines."""
        end = self.text.find('"""', self.pos + 3)
        if end < 0:
            raise self._error("unclosed block")
        length = end + 3 - self.pos
        body = self.text[self.pos + 3:end]
        self.pos += length
        self.column += length
        return body

    def _string(self):
        start = self._error("unclosed string")
        self._advance(1)
        chars = []
        while self.pos < len(self.text) and self.text[self.pos] != "\n":
            char = self._advance(1)
            if char == '"':
                return "".join(chars)
            if char == "\\":
                char = self._advance(1)
                if char not in ESCAPES:
                    raise self._error(f"unknown escape {char!r}")
                char = ESCAPES[char]
            chars.append(char)
        raise start

    def _error(self, message):
        return LexError(message, self.line, self.column)


def lex(text):
    return Lexer(text).tokens()
