"""Parts of texts converted one by one, texts matched as words, joined texts without gaps."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target

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
