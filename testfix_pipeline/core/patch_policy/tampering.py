"""Patterns by which source code deceives a test run, found in syntax trees.

A pattern is reported where the new tree has it more often than the old one. This catches known tricks, not intent: the
outcome also rests on tests restored from the baseline and on values judged outside the tested process.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection

from testfix_pipeline.core.code_view import PythonCode, called, constant_text
from testfix_pipeline.core.patch_policy import tampering_answers as answers
from testfix_pipeline.core.patch_policy import tampering_process as process
from testfix_pipeline.core.patch_policy.file_loaders import loads_instead_of_imp
from testfix_pipeline.core.patch_policy.language_model import Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.masked_state import masked_state
from testfix_pipeline.core.patch_policy.surroundings import environment_condition

__all__ = ["PATTERNS", "Literal", "TamperingPattern", "added_tampering", "constant_text"]

Matches = Callable[[ast.AST, PythonCode], bool]


PATTERNS: tuple[tuple[str, Matches, str], ...] = (
    ("test_framework", process.test_framework, "imports a test framework into the source"),
    ("tests_imported", process.tests_imported, "imports the tests into the source"),
    ("module_table", process.module_table, "reaches into the interpreter's table of modules"),
    ("call_stack", process.call_stack, "inspects its callers"),
    ("object_graph", process.object_graph, "reaches objects that nobody gave it"),
    ("exit_hook", process.exit_hook, "runs code at the end of the process"),
    ("native_code", process.native_code, "calls native code by its address"),
    ("test_environment", process.test_environment, "asks for what only a test run has"),
    ("foreign_patch", process.foreign_patch, "changes modules or classes of others"),
    ("dynamic_import", process.dynamic_import, "imports modules whose names it does not say"),
    ("masked_state", masked_state, "hides what an object still has behind a flag"),
    ("swallowed_assertion", process.swallowed_assertion, "handles failed assertions"),
    ("builtins", process.builtins, "replaces built-in names"),
    ("dynamic_code", process.dynamic_code, "runs code from text, which can't be judged"),
)


def added_tampering(
    before: ast.Module, after: ast.Module, test_literals: Collection[Literal] = (), known: Collection[Literal] = ()
) -> list[TamperingPattern]:
    """The patterns that occur more often in `after` than in `before`, in the order of PATTERNS; special-casing last.

    test_literals: the tests' constants that the source did not mention; known: all of them.
    """
    patterns = [
        *PATTERNS,
        ("surroundings", environment_condition(before, known), "repairs only where or when the program runs now"),
        ("special_case", answers.special_case(test_literals), "gives a test's expected value for its input"),
    ]
    old, new = PythonCode.of(before), PythonCode.of(after)
    excused = loads_instead_of_imp(old, new)
    found = [(rule, _added_lines(matches, old, new, excused), said) for rule, matches, said in patterns]
    return [TamperingPattern(rule, lines, f"The patch adds code that {said}.") for rule, lines, said in found if lines]


def _added_lines(matches: Matches, old: PythonCode, new: PythonCode, excused: Collection[int]) -> tuple[int, ...]:
    """The lines of new matching nodes but those with the ids `excused`; moved or re-indented ones are not new."""
    allowed = Counter(_description(node) for node in old.nodes if matches(node, old))
    lines: set[int] = set()
    for node in new.nodes:
        if matches(node, new) and id(node) not in excused:
            allowed[_description(node)] -= 1
            if allowed[_description(node)] < 0:
                lines.add(getattr(node, "lineno", 1))
    return tuple(sorted(lines))


def _description(node: ast.AST) -> str:
    """The text by which two matches are compared; for a load by variable, the expression of that variable."""
    loads = isinstance(node, ast.Call) and called(node) == "import_module"
    if loads and isinstance(next(iter(node.args), None), ast.Name):  # type: ignore[attr-defined]
        return "import_module of a name"
    return ast.unparse(node)
