"""Code made by analogy: where one thing is treated, its counterpart is by the same code with a word exchanged.

`elif kind == STAFF: rate = STAFF_RATE` suggests `elif kind == MEMBER: rate = MEMBER_RATE` where those names exist, and
`if not 1 <= seat <= self.seats: raise BookingError(f"no seat {seat}")` the same of rows in a function that has a `row`.
What comes out counts only if every name in it means something.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import before, siblings_of
from testfix_pipeline.repair.edits.donors import donor_functions, names_in_reach
from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.scope import bound_names, class_attributes, likeness, local_names, module_names
from testfix_pipeline.repair.edits.tokens import tokenised
from testfix_pipeline.repair.project import is_docstring
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Return, ast.Delete)
JUMPS = (ast.Continue, ast.Break)
WORD = re.compile(r"[^\W_]+")
MOST_WORDS, MOST_BRANCHES, MOST_STATEMENTS = 24, 8, 8
BRANCH, STATEMENT = 0.6, 0.4
AWAITED, UNAWAITED, LATE = 1.4, 0.4, 0.8
"""What a guard is worth that raises what a test waits for in vain, one that raises anything else, and one behind other
statements than guards."""


@remembered(1 << 13)
def exchanged(text: str, old: str, new: str) -> tuple[str, set[str], int]:
    """Code with a word exchanged, in names (and their plurals) and in strings.

    The text, the names that came out changed, and how many tokens changed.
    """
    parts, position, changed, count = [], 0, set(), 0
    for token in tokenised(text):
        new_text = token.text
        if token.kind == "name":
            new_text = _named(token.text, old, new)
            changed |= {new_text} if new_text != token.text else set()
        elif token.kind == "string":
            new_text = _in_string(token.text, old, new)
        count += new_text != token.text
        parts += [text[position : token.start], new_text]
        position = token.end
    return "".join([*parts, text[position:]]), changed, count


def _named(name: str, old: str, new: str) -> str:
    """A name with a word, or several in a row, exchanged."""
    if "_" not in old:
        return "_".join(_worded(part, old, new) for part in name.split("_"))
    whole = re.compile(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])", re.IGNORECASE)
    return whole.sub(lambda match: new.upper() if match.group().isupper() else new, name)


def _worded(part: str, old: str, new: str) -> str:
    """A word, or its plural, exchanged as it is written; others as they are."""
    for ending in ("", "s"):
        if part.lower() == old + ending:
            word = new + ending
            return word.upper() if part.isupper() and len(part) > 1 else word.title() if part.istitle() else word
    return part


def _in_string(text: str, old: str, new: str) -> str:
    if text.strip("rbfuRBFU").strip("'\"") == old:
        return text.replace(old, new)
    return WORD.sub(lambda match: _worded(match.group(), old, new), text)


def asked_words(clues: Clues) -> tuple[str, ...]:
    """Words in the messages of the failing tests and in their texts: what the code calls wrong comes first."""
    return _asked_words(clues.messages, clues.test_literals)


@remembered(64)
def _asked_words(messages: tuple[str, ...], literals: frozenset[str]) -> tuple[str, ...]:
    texts = [*messages, *(str(ast.literal_eval(text)) for text in sorted(literals))]
    return tuple(dict.fromkeys(word for text in texts for word in WORD.findall(text) if len(word) < 20))


# -- branches --------------------------------------------------------------------------------------------------------


def _leaves(branch: ast.If) -> bool:
    return isinstance(branch.body[-1], (ast.Return, ast.Raise, *JUMPS))


PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "+": "-", "up": "down", "left": "right", "in": "out", "push": "pop",
         "start": "stop", "open": "close", "on": "off", "begin": "end", "north": "south", "east": "west"}  # fmt: skip
PAIRS |= {other: one for one, other in PAIRS.items()}


def _words_of(text: str) -> Iterator[str]:
    for token in tokenised(text):
        if token.kind == "name":
            yield from (part for part in token.text.split("_") if part)
        elif token.kind == "string":
            inner = token.text.strip("rbfuRBFU").strip("'\"")
            yield from WORD.findall(inner) or ([inner] if inner else [])


def _pools(target: Target) -> tuple[Sequence[str], ...]:
    """What the module and the class define: values, functions and classes, attributes, methods, members of enums."""
    owner = target.function.owner if target.function else None
    enums = [name for cls in target.source.classes.values() if not any(map(_is_function, cls.body))
             for name in class_attributes(target.source, cls)[0]]  # fmt: skip
    return (*module_names(target.source), *class_attributes(target.source, owner), enums)


def _is_function(stmt: ast.stmt) -> bool:
    return isinstance(stmt, FunctionNode)


def _known(target: Target) -> set[str]:
    return {*names_in_reach(target), *(name for pool in _pools(target) for name in pool)}


# -- statements ------------------------------------------------------------------------------------------------------


def statements(target: Target) -> Iterator[Edit]:
    """A guard or statement of a related function about another thing, said of the one that this function has."""
    block, _ = siblings_of(target.source, target.stmt)
    if not block or target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    found: dict[str, float] = {}
    for text, worth in _said_of_others(target):
        found[text] = max(found.get(text, 0.0), worth)
    late = 1.0 if _among_guards(target) else LATE
    for text, worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_STATEMENTS]:
        edit = before(target, text.split("\n"), "analogous.statement", late * STATEMENT * worth, text.split("\n")[0])
        if edit is not None:
            yield edit


def _among_guards(target: Target) -> bool:
    """Whether nothing but guards stands in front of the statement in its function."""
    assert target.function is not None
    block, position = siblings_of(target.source, target.stmt)
    if block is not target.function.node.body:
        return False
    return all((isinstance(one, ast.If) and _leaves(one)) or is_docstring(one) for one in block[:position])


def _said_of_others(target: Target) -> Iterator[tuple[str, float]]:
    assert target.function is not None
    mine = [name for name in local_names(target) if "_" not in name]
    present = target.source.segment(target.function.node)
    waited = " ".join(text for text in target.clues.messages if "raise" in text.lower())
    known = _known(target)
    for rank, function in enumerate(donor_functions(target)[:8]):
        theirs = [name for name in bound_names(function.node) if name not in ("self", "cls")]
        for text, raised in _guards(target.source, function.node):
            worth = AWAITED if raised and raised in waited else UNAWAITED if raised else 1.0
            there = set(_words_of(text))
            for old, new in ((old, new) for old in theirs for new in mine if old in there and new not in there):
                said, changed, count = exchanged(text, old.lower(), new.lower())
                if count > 1 and changed <= known and said not in present and _read(said) <= known:
                    yield said, worth * (0.7 + 0.3 * likeness(old, new)) / (1 + 0.15 * rank)


@remembered(256)
def _guards(source: SourceFile, function: FunctionNode) -> tuple[tuple[str, str], ...]:
    """(text, name of the exception that it raises or "") of the guards over one or two simple statements."""
    found = []
    for stmt in ast.walk(function):
        if isinstance(stmt, ast.If) and not stmt.orelse and len(stmt.body) <= 2:
            texts = [source.segment(part) for part in (stmt.test, *stmt.body)]
            if all(isinstance(part, (*SIMPLE, *JUMPS)) for part in stmt.body) and "\n" not in "".join(texts):
                last = stmt.body[-1]
                error = getattr(getattr(getattr(last, "exc", None), "func", None), "id", "")
                found.append(("\n".join([f"if {texts[0]}:", *(f"\t{text}" for text in texts[1:])]), error))
    return tuple(found)


@remembered(1 << 13)
def _read(text: str) -> set[str]:
    """The names that a statement reads and does not bind itself; an unreadable one reads what nothing knows."""
    try:
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    except SyntaxError:
        return {"?"}
    bound = {node.id for node in nodes if not isinstance(node.ctx, ast.Load)}
    return {node.id for node in nodes} - bound
