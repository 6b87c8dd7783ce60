"""Functions on text, each of which lacks several lines."""

from __future__ import annotations

from benchmarks.agents.near_miss_programs.program import Program

TEXT_FUNCTIONS = (
    Program(
        "word_wrap",
        '''\
"""Wraps words into lines."""


def wrap(text, width):
    lines = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if len(longer) <= width:
            line = longer
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def indent(lines, columns):
    return [" " * columns + line for line in lines]
''',
        (
            ('        longer = f"{line} {word}" if line else word\n', '        longer = f"{line} {word}"\n'),
            ("    if line:\n        lines.append(line)\n    return lines\n", "    return lines\n"),
        ),
        """\
def test_short():
    assert wrap("a b", 10) == ["a b"]

def test_breaks():
    assert wrap("one two three", 7) == ["one two", "three"]

def test_nothing():
    assert wrap("", 5) == []

def test_indent():
    assert indent(["a"], 2) == ["  a"]
""",
        "def test_hidden():\n    assert wrap('aa bb cc', 5) == ['aa bb', 'cc']\n    assert wrap('x', 1) == ['x']\n",
    ),
    Program(
        "roman",
        '''\
"""Roman numerals."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def number(roman):
    result = 0
    previous = 0
    for letter in reversed(roman):
        value = VALUES[letter]
        if value < previous:
            result -= value
        else:
            result += value
            previous = value
    return result


def is_roman(text):
    return bool(text) and all(letter in VALUES for letter in text)
''',
        (
            ("    previous = 0\n", ""),
            (
                "        if value < previous:\n            result -= value\n        else:\n"
                "            result += value\n            previous = value\n",
                "        result += value\n",
            ),
        ),
        """\
def test_plain():
    assert number("XVI") == 16

def test_less():
    assert number("IV") == 4
    assert number("XIX") == 19

def test_large():
    assert number("MCMXCIV") == 1994

def test_is():
    assert is_roman("XX") and not is_roman("XA") and not is_roman("")
""",
        "def test_hidden():\n    assert [number(n) for n in ('XL', 'CD', 'III', 'MMXXIV')] == [40, 400, 3, 2024]\n",
    ),
    Program(
        "csv_row",
        '''\
"""Rows of comma-separated values."""


def fields(row):
    result = []
    text = ""
    quoted = False
    for letter in row:
        if letter == '"':
            quoted = not quoted
        elif letter == "," and not quoted:
            result.append(text)
            text = ""
        else:
            text += letter
    result.append(text)
    return result


def line(values):
    return ",".join(f'"{value}"' if "," in value else value for value in values)
''',
        (
            ("    quoted = False\n", ""),
            (
                "        if letter == '\"':\n            quoted = not quoted\n"
                '        elif letter == "," and not quoted:\n',
                '        if letter == ",":\n',
            ),
        ),
        """\
def test_plain():
    assert fields("a,b") == ["a", "b"]

def test_quoted():
    assert fields('a,"b,c",d') == ["a", "b,c", "d"]

def test_empty():
    assert fields("a,,b") == ["a", "", "b"]

def test_line():
    assert line(["a", "b,c"]) == 'a,"b,c"'
""",
        "def test_hidden():\n    assert fields('\"x\",\",\",\"\"') == ['x', ',', '']\n    assert fields('') == ['']\n",
    ),
    Program(
        "matcher",
        '''\
"""Patterns with stars and question marks."""


def matches(pattern, text):
    if not pattern:
        return not text
    first, rest = pattern[0], pattern[1:]
    if first == "*":
        return any(matches(rest, text[skip:]) for skip in range(len(text) + 1))
    if not text:
        return False
    return first in ("?", text[0]) and matches(rest, text[1:])


def chosen(pattern, names):
    return [name for name in names if matches(pattern, name)]
''',
        (
            (
                '    if first == "*":\n'
                "        return any(matches(rest, text[skip:]) for skip in range(len(text) + 1))\n"
                "    if not text:\n        return False\n",
                "    if not text:\n        return False\n",
            ),
            ('first in ("?", text[0])', "first == text[0]"),
        ),
        """\
def test_plain():
    assert matches("abc", "abc") and not matches("abc", "abd") and not matches("a", "")

def test_star():
    assert matches("a*c", "abbbc") and matches("*", "") and not matches("a*", "ba")

def test_question():
    assert matches("a?c", "abc") and not matches("a?c", "ac")

def test_chosen():
    assert chosen("*.py", ["a.py", "b.txt"]) == ["a.py"]
""",
        "def test_hidden():\n    assert matches('*a*', 'bab') and matches('**', 'x') and matches('???', 'abc')\n"
        "    assert not matches('?', '') and not matches('*b', 'abc')\n",
    ),
)
