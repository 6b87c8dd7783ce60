"""Patterns by which JavaScript source deceives a test run. A pattern counts where a patch adds it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript import answers
from testfix_pipeline.core.patch_policy.javascript import process_rules as process
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.masked_state import masked_state
from testfix_pipeline.core.patch_policy.javascript.surroundings import environment_condition
from testfix_pipeline.core.patch_policy.language_model import Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.learnt_literals import undocumented_literals
from testfix_pipeline.core.patch_policy.syntax_nodes import added_lines, line, one_line_text, text

Rule = Callable[[Code], Iterable[Node]]
PATTERNS: tuple[tuple[str, Rule, str], ...] = (
    ("test_framework", process.test_framework, "uses a test framework in the source"),
    ("tests_imported", process.tests_imported, "loads the tests into the source"),
    ("module_table", process.module_table, "reaches into the table of modules or of global names"),
    ("call_stack", process.call_stack, "inspects its callers"),
    ("exit_hook", process.exit_hook, "reaches for the process's own events"),
    ("native_code", process.native_code, "reaches into the engine"),
    ("test_environment", process.test_environment, "asks for what only a test run has"),
    ("foreign_patch", process.foreign_patch, "changes modules or objects of others"),
    ("dynamic_import", process.dynamic_import, "loads modules whose names it does not say"),
    ("dynamic_code", process.dynamic_code, "runs code from text, which can't be judged"),
    ("constant_comparison", answers.constant_comparison, "lets a value decide itself what it equals"),
    ("masked_state", masked_state, "hides what an object still has behind a flag"),
    ("swallowed_assertion", answers.swallowed_assertion, "swallows failed assertions or every error"),
    ("unchecked", answers.unchecked, "switches off the project's own checks"),
)


def added_tampering(old: Code, new: Code, test_literals: Collection[Literal] = ()) -> list[TamperingPattern]:
    """The patterns that occur more often in `new` than in `old`, in the order of PATTERNS; special-casing last."""
    learnt = answers.special_case(undocumented_literals(test_literals, text(old.tree.root)) - answers.literals_of(old))
    patterns = [
        *PATTERNS,
        ("surroundings", environment_condition(old, test_literals), "repairs only where or when the program runs now"),
        ("special_case", learnt, "gives a test's expected value for its input"),
    ]
    found = [(rule, _added_lines(rule, matches, old, new), said) for rule, matches, said in patterns]
    silent = tuple(map(line, answers.added_empty_handlers(old, new)))
    found.append(("swallowed_error", silent, "swallows the errors of what was there before"))
    return [TamperingPattern(rule, lines, f"The patch adds code that {said}.") for rule, lines, said in found if lines]


def _added_lines(rule: str, matches: Rule, old: Code, new: Code) -> tuple[int, ...]:
    if rule == "foreign_patch":
        known = {process.foreign_places(old, node) for node in matches(old)}
        places = [(node, process.foreign_places(new, node)) for node in matches(new)]
        return added_lines([], [(node, place) for node, place in places if place not in known])
    describe = process.loaded_by if rule == "dynamic_import" else _node_text
    return added_lines(*([(node, describe(code, node)) for node in matches(code)] for code in (old, new)))


def _node_text(code: Code, node: Node) -> str:
    return one_line_text(node)
