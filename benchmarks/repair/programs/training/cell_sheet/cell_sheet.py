"""A sheet of cells with sums; keeps track of which cell depends on which."""
import re
from collections import defaultdict

CELL = re.compile(r"[A-Z]+[0-9]+")
TERM = re.compile(r"([+-]?)(SUM\(([A-Z]+[0-9]+):([A-Z]+[0-9]+)\)|[A-Z]+[0-9]+|[0-9.]+)")


class CycleError(ValueError):
    pass


def column_number(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_letters(number):
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def split_name(name):
    match = re.fullmatch(r"([A-Z]+)([0-9]+)", name)
    if not match:
        raise KeyError(name)
    return column_number(match.group(1)), int(match.group(2))


def cells_between(first, last):
    (c1, r1), (c2, r2) = split_name(first), split_name(last)
    return [
        f"{column_letters(c)}{r}"
        for r in range(min(r1, r2), max(r1, r2) + 1)
        for c in range(min(c1, c2), max(c1, c2) + 1)
    ]


def parse_formula(text):
    """"=A1-SUM(B1:B2)+3" -> [(1, "A1"), (-1, "B1"), (-1, "B2"), (1, 3.0)]"""
    terms, pos = [], 1
    text = text.replace(" ", "").upper()
    while pos < len(text):
        match = TERM.match(text, pos)
        if not match:
            raise ValueError(f"bad formula: {text}")
        sign, body, first, last = match.groups()
        factor = -1 if sign == "-" else 1
        if first:
            terms += [(factor, name) for name in cells_between(first, last)]
        elif CELL.fullmatch(body):
            terms.append((factor, body))
        else:
            terms.append((factor, float(body)))
        pos = match.end()
    return terms


class Sheet:
    def __init__(self):
        self._content = {}
        self._refs = {}
        self._dependents = defaultdict(set)
        self._cache = {}
        self.evaluations = 0

    def set(self, name, content):
        """Put a number, None or a formula such as "=A1+2" into a cell."""
        name = name.upper()
        split_name(name)
        refs = set()
        if isinstance(content, str):
            content = parse_formula(content)
            refs = {value for _, value in content if isinstance(value, str)}
        if refs & {name, *self.dependents(name)}:
            raise CycleError(name)
        self._content[name] = content
        self._refs[name] = refs
        for ref in refs:
            self._dependents[ref].add(name)
        self._invalidate(name)

    def clear(self, name):
        self.set(name, None)

    def dependents(self, name):
        """All the cells that directly or indirectly use this one."""
        found, todo = set(), [name.upper()]
        while todo:
            for other in self._dependents.get(todo.pop(), ()):
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return sorted(found)

    def precedents(self, name):
        return sorted(self._refs.get(name.upper(), ()))

    def _invalidate(self, name):
        for other in [name, *self.dependents(name)]:
            self._cache.pop(other, None)

    def get(self, name):
        """Value of a cell; empty cells count as 0."""
        name = name.upper()
        if name not in self._cache:
            self.evaluations += 1
            content = self._content.get(name)
            if isinstance(content, list):
                self._cache[name] = sum(
                    factor * (self.get(value) if isinstance(value, str) else value)
                    for factor, value in content
                )
            else:
                self._cache[name] = content or 0
        return self._cache[name]
