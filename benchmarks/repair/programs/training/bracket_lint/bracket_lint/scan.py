"""Find brackets without a partner in the source text of a C-like language.

Brackets in string literals and in comments (from // to the end of the line) don't count. A string literal is
delimited by ' or ", can't go past the end of its line, and knows backslash escapes.
"""

from bracket_lint.problems import Problem

PAIRS = {")": "(", "]": "[", "}": "{"}
OPENING = frozenset(PAIRS.values())
QUOTES = frozenset("'\"")


def _end_of_string(line: str, start: int) -> int | None:
    """The index of the quote that closes the literal opened at `start`; None where there is none."""
    quote = line[start]
    index = start + 1
    while index < len(line):
        char = line[index]
        if char == quote:
            return index
        index += 1
    return None


def _scan_line(number: int, line: str, stack: list[tuple[str, int, int]]) -> list[Problem]:
    """Scan one line; opened brackets are pushed on `stack` as (bracket, line, column)."""
    problems = []
    index = 0
    while index < len(line):
        char = line[index]
        if line.startswith("//", index):
            break
        if char in QUOTES:
            end = _end_of_string(line, index)
            if end is None:
                problems.append(Problem(number, index + 1, "unterminated string"))
                break
            index = end
        elif char in OPENING:
            stack.append((char, number, index + 1))
        elif char in PAIRS:
            if not stack:
                problems.append(Problem(number, index + 1, f"{char} closes nothing"))
            elif stack[-1][0] != PAIRS[char]:
                opened, line_of, _ = stack.pop()
                problems.append(Problem(number, index + 1, f"{char} closes {opened} of line {line_of}"))
            else:
                stack.pop()
        index += 1
    return problems


def scan(source: str) -> list[Problem]:
    """All problems of a text, in the order of their places."""
    stack: list[tuple[str, int, int]] = []
    problems = []
    for number, line in enumerate(source.splitlines(), start=1):
        problems += _scan_line(number, line, stack)
    problems += [Problem(line, column, f"{char} is never closed") for char, line, column in stack]
    return sorted(problems, key=lambda problem: (problem.line, problem.column))


def is_balanced(source: str) -> bool:
    """True where nothing is wrong."""
    return not scan(source)
