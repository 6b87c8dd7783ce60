"""Patterns by which JavaScript source deceives a test run. A pattern counts where a patch adds it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testfix_pipeline.core.patch_policy.javascript import answers
from testfix_pipeline.core.patch_policy.javascript import process_rules as process
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.javascript.dropped_errors import dropped_errors
from testfix_pipeline.core.patch_policy.javascript.known_names import NATIVE
from testfix_pipeline.core.patch_policy.javascript.masked_state import masked_state
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.javascript.surroundings import environment_condition
from testfix_pipeline.core.patch_policy.javascript.written_tests import asserting, written_tests
from testfix_pipeline.core.patch_policy.language_model import Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.syntax_nodes import added_lines, one_line_text
from testfix_pipeline.core.patch_policy.tree_policy import Rule, TreeRules, uses

PATTERNS: tuple[Rule, ...] = (
    ("test_framework", process.test_framework, "uses a test framework in the source"),
    ("tests_imported", process.tests_imported, "loads the tests into the source"),
    ("module_table", process.module_table, "reaches into the table of modules or of global names"),
    ("call_stack", process.call_stack, "inspects its callers"),
    ("exit_hook", process.exit_hook, "reaches for the process's own events"),
    ("native_code", uses(NATIVE), "reaches into the engine"),
    ("test_environment", process.test_environment, "asks for what only a test run has"),
    ("dynamic_import", process.dynamic_import, "loads modules whose names it does not say"),
    ("dynamic_code", process.dynamic_code, "runs code from text, which can't be judged"),
    ("constant_comparison", answers.constant_comparison, "lets a value decide itself what it equals"),
    ("masked_state", masked_state, "hides what an object still has behind a flag"),
    ("swallowed_assertion", answers.swallowed_assertion, "swallows failed assertions or every error"),
    ("unchecked", answers.unchecked, "switches off the project's own checks"),
)


def _others(old: Code, new: Code, literals: Collection[Literal]) -> Iterator[TamperingPattern]:
    """Yield what depends on the old file: changes of what others own, repairs for the surroundings alone."""
    own = {process.foreign_places(old, node) for node in process.foreign_patch(old)}
    places = [(node, process.foreign_places(new, node)) for node in process.foreign_patch(new)]
    if lines := added_lines([], [one for one in places if one[1] not in own]):
        said = "The patch adds code that changes modules or objects of others."
        yield TamperingPattern("foreign_patch", lines, said)
    asking = environment_condition(old, literals)(new)
    if lines := added_lines([], [(node, one_line_text(node)) for node in asking]):
        said = "The patch adds code that repairs only where or when the program runs now."
        yield TamperingPattern("surroundings", lines, said)


RULES = TreeRules(
    view=Code,
    constant=constant,
    functions=tuple(FUNCTIONS),
    answers=answers.ANSWERS,
    patterns=PATTERNS,
    others=_others,
    compared={"dynamic_import": process.loaded_by},
    doubts=dropped_errors,
    asserting=asserting,
    written_tests=written_tests,
)
