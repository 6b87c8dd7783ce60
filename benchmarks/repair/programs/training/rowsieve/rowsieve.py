"""A tiny SQL-like filter for rows (dicts): where("age > 30 AND NOT city = 'Rome'")."""
import operator
import re

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?)|'(?P<string>[^']*)'"
    r"|(?P<op><=|>=|!=|=|<|>)|(?P<paren>[()])|(?P<word>\w+))"
)
OPS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
KEYWORDS = {"AND", "OR", "NOT", "IS", "NULL"}


class QueryError(ValueError):
    pass


def tokenize(text):
    """List of (kind, value) pairs."""
    tokens, pos = [], 0
    text = text.rstrip()
    while pos < len(text):
        match = TOKEN.match(text, pos)
        if not match:
            raise QueryError(f"bad character at {pos}")
        kind, value = match.lastgroup, match.group(match.lastgroup)
        if kind == "number":
            value = float(value) if "." in value else int(value)
        elif kind == "word" and value.upper() in KEYWORDS:
            kind, value = "keyword", value.upper()
        tokens.append((kind, value))
        pos = match.end()
    return tokens


class Parser:
    """Recursive descent; every method returns a function from row to bool."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.pos = 0

    def peek(self):
        return self.tokens[self.pos] if self.pos < len(self.tokens) else (None, None)

    def take(self, kind, value=None):
        """The value of the next token if it is as asked for, else None."""
        found = self.peek()
        if found[0] != kind or (value is not None and found[1] != value):
            return None
        self.pos += 1
        return found[1]

    def parse(self):
        test = self.disjunction()
        if self.pos < len(self.tokens):
            raise QueryError("trailing text")
        return test

    def disjunction(self):
        parts = [self.conjunction()]
        while self.take("keyword", "OR"):
            parts.append(self.conjunction())
        return lambda row: any(part(row) for part in parts)

    def conjunction(self):
        parts = [self.negation()]
        while self.take("keyword", "AND"):
            parts.append(self.negation())
        return lambda row: all(part(row) for part in parts)

    def negation(self):
        if self.take("keyword", "NOT"):
            inner = self.conjunction()
            return lambda row: not inner(row)
        return self.comparison()

    def comparison(self):
        if self.take("paren", "("):
            test = self.disjunction()
            if not self.take("paren", ")"):
                raise QueryError("missing )")
            return test
        column = self.take("word")
        if column is None:
            raise QueryError("column expected")
        if self.take("keyword", "IS"):
            wanted = not self.take("keyword", "NOT")
            if not self.take("keyword", "NULL"):
                raise QueryError("NULL expected")
            return lambda row: (row.get(column) is None) == wanted
        op = self.take("op")
        if op is None:
            raise QueryError("operator expected")
        kind, literal = self.peek()
        if kind not in ("number", "string"):
            raise QueryError("value expected")
        self.pos += 1
        return self.compare(column, OPS[op], literal)

    @staticmethod
    def compare(column, op, literal):
        """Comparisons with NULL are never true."""
        def test(row):
            value = row.get(column)
            return value is not None and op(value, literal)
        return test


def where(rows, query):
    """The rows that match; an empty query matches all."""
    if not query.strip():
        return list(rows)
    test = Parser(tokenize(query)).parse()
    return [row for row in rows if test(row)]


def select(rows, columns, query="", limit=None):
    found = [{c: row.get(c) for c in columns} for row in where(rows, query)]
    return found if limit is None else found[:limit]
