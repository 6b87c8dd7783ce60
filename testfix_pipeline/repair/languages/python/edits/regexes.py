"""Small changes of regular expressions that make them match more, less or elsewhere."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.language.regex_variants import regex_variants
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.text_literals import split_literal, text_literals

CALLS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "sub", "split", "subn"}


def propose_regex_variants(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a regular expression with another quantifier, class, anchor or repetition."""
    for node, text in text_literals(target):
        head, body, tail = split_literal(text)
        if head and not isinstance(node, ast.JoinedStr) and _is_pattern(target, node, body):
            for changed in dict.fromkeys(regex_variants(body)):
                if changed != body and _compiles(changed):
                    note = f"{body[:30]} -> {changed[:30]}"
                    yield target.replace(node, head + changed + tail, "pattern", 0.3, note)


def _is_pattern(target: PythonEditSite, node: ast.expr, body: str) -> bool:
    """Whether a literal is a regular expression: by the call that takes it, or by its escapes and classes."""
    parent = target.source.parents[node]
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        method = parent.func.attr
        if hasattr(str, method) and last_name(parent.func.value) not in ("re", "regex"):
            return False  # what texts do: `version.split(".")`
        if method in CALLS and re.search(r"[\\\[(*+?^$.]", body):
            return True
    return bool(re.search(r"\\[dwsbDWSB1-9]|\[[^\]]+\][*+?]", body))


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets within sets: the project may well have written it so
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
