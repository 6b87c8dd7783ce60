"""Code made by analogy: where one thing is treated, its counterpart is by the same code with a word exchanged.

`elif kind == STAFF: rate = STAFF_RATE` suggests `elif kind == MEMBER: rate = MEMBER_RATE` where those names exist, and
`if not 1 <= seat <= self.seats: raise BookingError(f"no seat {seat}")` the same of rows in a function that has a `row`.
What comes out counts only if every name in it means something.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import before, lines_at, siblings_of
from testfix_pipeline.repair.edits.branches import chain_of, head
from testfix_pipeline.repair.edits.donors import donor_functions, names_in_reach
from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.scope import bound_names, class_attributes, likeness, local_names, module_names
from testfix_pipeline.repair.edits.tokens import tokenised
from testfix_pipeline.repair.edits.traces import words_of
from testfix_pipeline.repair.project import is_docstring
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Return, ast.Delete)
JUMPS = (ast.Continue, ast.Break)
WORD = re.compile(r"[^\W_]+")
MOST_WORDS, MOST_BRANCHES, MOST_STATEMENTS = 24, 8, 8
LONGEST = 4
"""Lines of a branch or statement that is carried over."""
OTHER_WAY = 0.8
"""What a branch like another is worth that also goes the other way: on for back."""
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


def branches(target: Target) -> Iterator[Edit]:
    """One more `elif`: like another branch of the chain, for a word that its names know or that the tests speak of."""
    source, chain = target.source, _chain_of(target)
    if target.function is None or not chain or not source.owns_line(chain[-1].body[-1]):
        return
    at = source.block(chain[-1].body[-1])[1]
    have = {target.text(branch.test) for branch in chain}
    found: dict[str, float] = {}
    for rank, branch in enumerate(reversed(chain)):
        for code, worth in _counterparts(target, branch, have):
            found[code] = max(found.get(code, 0.0), worth / (1 + 0.15 * rank))
    for code, worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_BRANCHES]:
        text = lines_at(source, at, source.indent(chain[0]), code.split("\n"))
        yield target.splice(at, at, text, "analogous.branch", BRANCH * worth, code.split("\n")[0])


def _chain_of(target: Target) -> list[ast.If]:
    """The chain that the statement is a branch of, or stands in as its `else`; of one branch only with an `else`."""
    source, stmt = target.source, target.stmt
    parent = source.parents.get(stmt)
    if not isinstance(stmt, ast.If) and isinstance(parent, ast.If) and stmt in parent.orelse:
        stmt = parent
    stmt = head(source, stmt)
    chain = chain_of(source, stmt) if isinstance(stmt, ast.If) else []
    return chain if len(chain) > 1 or (chain and (chain[0].orelse or _leaves(chain[0]) or _signs(chain[0]))) else []


def _leaves(branch: ast.If) -> bool:
    return isinstance(branch.body[-1], (ast.Return, ast.Raise, *JUMPS))


def _signs(branch: ast.If) -> list[ast.Constant]:
    """Constants of the condition that have an opposite."""
    nodes = [node for node in ast.walk(branch.test) if isinstance(node, ast.Constant)]
    return [node for node in nodes if isinstance(node.value, str) and node.value in PAIRS]


def _counterparts(target: Target, branch: ast.If, have: Collection[str]) -> Iterator[tuple[str, float]]:
    """(lines of the new branch, how likely) for each word of the branch that has a counterpart."""
    body = _lines(target, branch.body)
    test = target.text(branch.test)
    if body is None or "\n" in test:
        return
    whole = "\n".join([f"elif {test}:", *(f"\t{line}" for line in body)])
    asked = {word.lower() for word in asked_words(target.clues)}
    for old in dict.fromkeys(word.lower() for word in _telling_words(target, branch.test)):
        for new in _rivals(target, whole, old):
            text, changed, count = exchanged(whole, old, new)
            header = text.split("\n")[0][len("elif ") : -1]
            if header not in have and header != test and changed <= _known(target):
                several = 1.0 if changed and (count > 1 or _is_unread(target, changed)) else 0.4
                worth = several * (1.0 if new in asked else 0.6)
                yield text, worth
                code = text.partition("\n")[2]
                if STEP.search(code):
                    other_way = STEP.sub(lambda match: STEPS[match.group()], code)
                    yield f"elif {header}:\n{other_way}", OTHER_WAY * worth
    yield from _inverses(target, branch, body, have)


def _is_unread(target: Target, names: Collection[str]) -> bool:
    """Whether one of the names stands nowhere but where it is defined."""
    words = words_of(target.project)
    return any(words[name] == 1 for name in names)


def _inverses(target: Target, branch: ast.If, body: list[str], have: Collection[str]) -> Iterator[tuple[str, float]]:
    """The step back for the sign that closes what the branch's sign opens."""
    moves = [line for line in body if STEP.search(line)]
    for node in _signs(branch) if moves else ():
        text, quote = target.text(branch.test), target.text(node)[-1]
        header = text.replace(target.text(node), f"{quote}{PAIRS[str(node.value)]}{quote}")
        if header not in have:
            yield f"elif {header}:\n\t{STEP.sub(lambda m: STEPS[m.group()], moves[0])}", 0.9


def _telling_words(target: Target, test: ast.expr) -> Iterator[str]:
    """The words of a condition that say which case it is: of its texts, of names that are no variables."""
    local = {"self", "cls", *local_names(target)}
    for node in ast.walk(test):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _words_of(target.text(node))
        elif isinstance(node, ast.Name) and node.id not in local:
            yield from _words_of(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in local:
            yield from _words_of(node.attr)


PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "+": "-", "up": "down", "left": "right", "in": "out", "push": "pop",
         "start": "stop", "open": "close", "on": "off", "begin": "end", "north": "south", "east": "west"}  # fmt: skip
PAIRS |= {other: one for one, other in PAIRS.items()}
STEPS = {" += ": " -= ", " -= ": " += ", " + ": " - ", " - ": " + "}
STEP = re.compile(r" [+-]=? ")


def _words_of(text: str) -> Iterator[str]:
    for token in tokenised(text):
        if token.kind == "name":
            yield from (part for part in token.text.split("_") if part)
        elif token.kind == "string":
            inner = token.text.strip("rbfuRBFU").strip("'\"")
            yield from WORD.findall(inner) or ([inner] if inner else [])


def _rivals(target: Target, text: str, old: str) -> list[str]:
    """Words that may take a word's place: of names made alike, the least used first, then those that the tests say."""
    found: dict[str, None] = {}
    for token in tokenised(text):
        parts = token.text.split("_")
        if token.kind == "name" and old in [part.lower() for part in parts]:
            for name in _like(target, token.text):
                other = name.split("_")
                differing = [(a, b) for a, b in zip(parts, other, strict=False) if a != b]
                if len(other) == len(parts) and len(differing) == 1 and differing[0][0].lower() == old:
                    found.setdefault(differing[0][1].lower())
    if not found or any(token.kind == "string" for token in tokenised(text)):
        found.update(dict.fromkeys(word.lower() for word in asked_words(target.clues)))
    return list(found)[:MOST_WORDS]


def _like(target: Target, name: str) -> list[str]:
    """Names of the same kind that the module and the class define."""
    counts = words_of(target.project)
    pools = [pool for pool in _pools(target) if name in pool]
    return sorted((other for pool in pools for other in pool if other != name), key=lambda other: counts[other])


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


def _lines(target: Target, block: list[ast.stmt]) -> list[str] | None:
    """The texts of a block of few simple statements; None for any other."""
    if len(block) > LONGEST or not all(isinstance(stmt, (*SIMPLE, *JUMPS, ast.Pass)) for stmt in block):
        return None
    texts = [target.text(stmt) for stmt in block]
    return None if any("\n" in text for text in texts) else texts


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
