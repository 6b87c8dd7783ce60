"""What is looked for in texts, taken off them and replaced in them: results that are no truths, what is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import parts_asked
from testfix_pipeline.repair.edits.scope import walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

FINDING = frozenset({"find", "rfind"})
TAKING_OFF = frozenset({"strip", "lstrip", "rstrip"})
FOUND, LEFT, ONCE, ENDS = 0.6, 0.35, 0.25, 0.2
TAKING_ALL = frozenset({"tuple", "list", "set", "sum", "max", "min", "sorted"})
SPLITTING = frozenset({"split", "rsplit", "splitlines", "findall", "groups", "partition"})
PARTS = {
    "int(one) for one in {}": 0.35, "float(one) for one in {}": 0.2, "one for one in {} if one": 0.3,
    "one.strip() for one in {}": 0.3, "one.strip() for one in {} if one.strip()": 0.2,
    "one.lower() for one in {}": 0.15,
}  # fmt: skip
"""What is made of each part, with how likely that is."""
WORDS = 0.25
JOINED = 0.35


def found(target: Target) -> Iterator[Edit]:
    """`text.find(x) != -1` for `text.find(x)` as a condition, whose 0 is a place and whose -1 is none."""
    names = _places(target.source, target.function) if target.function is not None else frozenset()
    for part in parts_asked(target.stmt):
        negated = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
        asked = part.operand if isinstance(part, ast.UnaryOp) and negated else part
        is_call = isinstance(asked, ast.Call) and called(asked) in FINDING
        if not (is_call or getattr(asked, "id", "") in names) or not target.source.is_real(part):
            continue
        for none in ("== -1", "< 0") if negated else ("!= -1", ">= 0"):
            new = f"{target.text(asked)} {none}"
            yield target.replace(part, new, "place-asked-for", FOUND, new[:50])


@remembered(256)
def _places(source: SourceFile, function: Function) -> frozenset[str]:
    """The variables that are bound to where something was found."""
    bound = [one for one in walk_scope(function.node) if isinstance(one, ast.Assign)]
    calls = [one for one in bound if isinstance(one.value, ast.Call) and called(one.value) in FINDING]
    return frozenset(place.id for one in calls for place in one.targets if isinstance(place, ast.Name))


def left_over(target: Target) -> Iterator[Edit]:
    """`text.lstrip("0") or "0"`: something has to be left; `text.replace(a, b, 1)`: only the first."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        name, text = called(node), target.text(node)
        if not isinstance(node.func, ast.Attribute) or node.keywords:
            continue
        given = [target.text(one) for one in node.args]
        if name in TAKING_OFF and len(given) == 1 and isinstance(node.args[0], ast.Constant) and len(given[0]) == 3:
            bare = isinstance(target.source.parents[node], (ast.Return, ast.Assign, ast.Call, ast.keyword))
            new = f"{text} or {given[0]}"
            yield target.replace(node, new if bare else f"({new})", "something-left", LEFT, new[:50])
        if name == "replace" and len(given) == 2:
            yield target.replace(node, f"{text[:-1]}, 1)", "argument.given", ONCE, "only the first")
        if name in TAKING_OFF and not given:
            for ends in ('"\\n"', '" "', '"\\r\\n"'):
                yield target.replace(node, f"{text[:-1]}{ends})", "argument.given", ENDS, ends)
            if name == "strip":
                new = f'{target.text(node.func.value)}.rstrip("\\n")'
                yield target.replace(node, new, "argument.given", ENDS, "the end of the line")


def decoded(target: Target) -> Iterator[Edit]:
    """`data.decode()` for `str(data)`, which shows bytes as Python writes them."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        given = node.args[0] if target.text(node.func) == "str" and len(node.args) == 1 else None
        if isinstance(given, (ast.Name, ast.Attribute)):
            text = f"{target.text(given)}.decode()"
            yield target.replace(node, text, "decoded", 0.3 if "bytes" in target.source.text else 0.15, text)


def each_part(target: Target) -> Iterator[Edit]:
    """`[int(one) for one in line.split(",")]` for `line.split(",")`: each as a number, stripped, or only where there is
    anything; the same within `tuple(...)` and `list(...)`."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        parent = target.source.parents[node]
        if called(node) not in SPLITTING or isinstance(parent, (ast.Subscript, ast.Attribute, ast.comprehension)):
            continue
        around = called(parent) if isinstance(parent, ast.Call) else ""
        sole = isinstance(parent, ast.Call) and len(parent.args) == 1 and not parent.keywords
        for form, prior in PARTS.items() if around != "map" else ():
            made = form.format(target.text(node))
            new = made if sole and around in TAKING_ALL else f"[{made}]"
            yield target.replace(node, new, "each-converted", prior, made[:50])


def as_words(target: Target) -> Iterator[Edit]:
    """`text.split().count(word)` for `text.count(word)`, `word in text.split()` for `word in text`: whole words."""
    for node in target.expressions(ast.Call, ast.Compare):
        if isinstance(node, ast.Call):
            base = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "count" else None
            share = WORDS
        else:
            assert isinstance(node, ast.Compare)
            base = node.comparators[-1] if isinstance(node.ops[-1], (ast.In, ast.NotIn)) else None
            share = WORDS / 2
        if isinstance(base, (ast.Name, ast.Attribute)):
            text = f"{target.text(base)}.split()"
            yield target.replace(base, text, "words-of-a-text", share, text)


def joined_cleanly(target: Target) -> Iterator[Edit]:
    """`base.rstrip("/") + "/" + path.lstrip("/")`: one sign between two parts, whatever they end and begin with."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        sign, left = node.right, node.left
        if not isinstance(node.op, ast.Add) or not isinstance(sign, ast.Constant) or not isinstance(sign.value, str):
            continue
        behind = target.source.parents[node]
        if len(sign.value) == 1 and not sign.value.isalnum():
            if isinstance(left, (ast.Name, ast.Attribute)):
                text = f"{target.text(left)}.rstrip({target.text(sign)})"
                yield target.replace(left, text, "conversion.added", JOINED, text)
            if isinstance(behind, ast.BinOp) and isinstance(behind.right, (ast.Name, ast.Attribute)):
                text = f"{target.text(behind.right)}.lstrip({target.text(sign)})"
                yield target.replace(behind.right, text, "conversion.added", JOINED, text)
