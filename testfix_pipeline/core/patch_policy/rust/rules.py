"""Patterns by which Rust source deceives a test run, copied results too. A pattern counts where a patch adds it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.learnt_literals import undocumented_literals
from testfix_pipeline.core.patch_policy.rust.code import ATTRIBUTES, CONSTANTS, RustCode, constant
from testfix_pipeline.core.patch_policy.syntax_nodes import added_lines, descendants, field, line, text
from testfix_pipeline.core.patch_policy.tree_answers import answer_syntax
from testfix_pipeline.core.patch_policy.tree_policy import Rule, TreeRules, having, uses

_STD = r"(::)?(std|core|alloc)::"
_FRAMEWORKS = (
    r"(test|proptest|quickcheck\w*|rstest\w*|test_case|insta|mockall|pretty_assertions|assert_cmd|nextest\w*"
    r"|criterion|libtest_mimic|trybuild|speculoos|googletest|serial_test|wiremock)(::.*)?"
)
_HOOKS = rf"({_STD})?panic::(set_hook|take_hook|update_hook|always_abort|\*)|{_STD}rt::.*|ctor(::.*)?"
_CAUGHT = rf"({_STD})?panic::(catch_unwind|resume_unwind|AssertUnwindSafe)|catch_unwind|AssertUnwindSafe"
_STACK = rf"{_STD}backtrace(::.*)?|backtrace(::.*)?|Backtrace::\w+|({_STD})?panic::Location(::.*)?"
_NATIVE = rf"({_STD})?mem::(transmute\w*|zeroed|forget)|{_STD}(arch|ptr|intrinsics)::.*|(libloading|dlopen)(::.*)?"
_SURROUNDINGS = rf"({_STD})?env::(current_exe|set_var|remove_var|vars|vars_os)|.*process::parent_id"
_ARGUMENTS = rf"({_STD})?env::(args|args_os)"
_CHAIN = ("scoped_identifier", "call_expression", "field_expression")
_OWN_ARGUMENTS = re.compile(r"[\w:\s]*\bargs(_os)?\(\)\s*\.\s*((skip|nth)\(\s*[1-9]|len\(|count\()")
"""A program's own arguments, without the name of what runs it."""
_CFG = re.compile(
    r"\b(test|doctest|debug_assertions|overflow_checks|miri|panic|proc_macro|any\s*\(\s*\)|all\s*\(\s*\)|FALSE|false)\b"
    r"|\b(any|all)\s*\(\s*\)"
)
_DIRECTIVES = re.compile(
    r"#!?\[\s*(unsafe\s*\(\s*)?(ignore|no_mangle|export_name|link|link_section|link_name|used|no_main|no_std|no_core"
    r"|panic_handler|global_allocator|start|main|feature|ctor|dtor|macro_use|prelude_import|no_implicit_prelude"
    r"|test_runner|custom_test_frameworks|reexport_test_harness_main|path|[\w:]*test\w*|[\w:]*should_panic)\b"
)
_STD_MACROS = frozenset(
    {
        *("assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "panic", "matches"),
        *("unreachable", "todo", "unimplemented", "test", "println", "print", "eprintln", "format", "write", "vec"),
    }
)
_TEST_WORDS = re.compile(
    r"\b(NEXTEST\w*|RUST_TEST_\w+|RUST_MIN_STACK|RUST_BACKTRACE|TESTFIX\w*|CARGO_(TARGET_TMPDIR|MANIFEST_DIR|BIN_EXE\w*)"
    r"|LLVM_PROFILE_FILE)\b|^CI$|--(nocapture|test-threads|exact)\b|\btarget/(debug|release)|^deps$|/deps\b"
    r"|(^|/)(tests|benches)/|_test\.rs$|(^|/)tests?\.rs$|^/(proc/(self|\d+)|dev/fd)\b"
)
_COMPARISONS = frozenset({"eq", "ne", "cmp", "partial_cmp", "lt", "le", "gt", "ge"})
_INCLUDED = frozenset({"include", "include_str", "include_bytes"})
_PAIR = 2


def test_framework(code: RustCode) -> Iterator[Node]:
    """Uses of test frameworks and of libtest."""
    crates = [(node, path) for node, path, _ in code.uses] + [(node, path) for node, path in code.paths if "::" in path]
    return (node for node, path in crates if re.fullmatch(_FRAMEWORKS, path))


def call_stack(code: RustCode) -> Iterator[Node]:
    """Code that reads the caller or the thread's name: libtest names threads by their tests."""
    yield from uses(_STACK)(code)
    members = code.tree.of_type("field_identifier", "identifier")
    is_asked = any(text(one) == "name" and one.prev_sibling and one.prev_sibling.type == "." for one in members)
    yield from (node for node in uses(rf"({_STD})?thread::current|current")(code) if is_asked)


def native_code(code: RustCode) -> Iterator[Node]:
    """Unsafe and foreign code, which reaches any memory."""
    yield from uses(_NATIVE)(code)
    yield from code.tree.of_type("foreign_mod_item", "unsafe")
    yield from (node for node, name in code.macros if name.rpartition("::")[2] in ("asm", "global_asm", "naked_asm"))


def configuration(code: RustCode) -> Iterator[Node]:
    """Code that is compiled differently for tests."""
    tests = {one.id for node, _ in code.tests for one in descendants(node)}
    for node in code.tree.of_type(*ATTRIBUTES):
        if re.match(r"#!?\[\s*cfg(_attr)?\b", text(node)) and _depends_on_tests(node) and node.id not in tests:
            yield node
    for node in code.tree.of_type("token_tree"):
        before = node.prev_sibling
        named = before.prev_sibling if before is not None and before.type == "!" else before
        if text(named) == "cfg" and before is not None and before.type == "!" and _depends_on_tests(node):
            yield node


def _depends_on_tests(condition: Node) -> bool:
    """Whether a compiler condition differs under tests; names of features do not count."""
    return _CFG.search(re.sub(r'"[^"]*"', '""', text(condition))) is not None


def directives(code: RustCode) -> Iterator[Node]:
    """Attributes that the compiler or linker obeys."""
    tests = {one.id for node, _ in code.tests for one in descendants(node)}
    found = (node for node in code.tree.of_type(*ATTRIBUTES) if node.id not in tests)
    return (node for node in found if _DIRECTIVES.match(text(node)))


def test_environment(code: RustCode) -> Iterator[Node]:
    """Reads of what differs in a test run: arguments, environment, names of tests."""
    yield from uses(_SURROUNDINGS)(code)
    yield from (node for node, value in code.constants if isinstance(value, str) and _TEST_WORDS.search(value))
    for node in uses(_ARGUMENTS)(code):
        chain = itertools.takewhile(lambda one: one.type in _CHAIN, code.tree.above(node))
        if not code.is_program and not any(_OWN_ARGUMENTS.match(text(one)) for one in chain):
            yield node


def foreign_patch(code: RustCode) -> Iterator[Node]:
    """Redefined macros of the standard library, which tests may then call."""
    yield from (node for node in code.tree.of_type("macro_definition") if text(field(node, "name")) in _STD_MACROS)
    for node, path, name in code.uses:
        if name in _STD_MACROS and not re.match(_STD, path):
            yield node


def dynamic_code(code: RustCode) -> Iterator[Node]:
    """Files included in the source: `include!`, or texts of the tests."""
    for node, name in code.macros:
        if name.rpartition("::")[2] in _INCLUDED and (name.endswith("include") or "test" in text(node)):
            yield node


def constant_comparison(code: RustCode) -> Iterator[Node]:
    """Comparisons that ignore their operand."""
    for node in code.tree.of_type("function_item"):
        named, body = field(node, "parameters"), field(node, "body")
        if text(field(node, "name")) not in _COMPARISONS or named is None or body is None:
            continue
        names = {text(field(one, "pattern")) for one in named.named_children if one.type == "parameter"}
        used = {text(one) for one in descendants(body) if one.type in ("identifier", "self")}
        if names and not (names <= used and "self" in used):
            yield node


PATTERNS: tuple[Rule, ...] = (
    ("test_framework", test_framework, "uses a test framework in the source"),
    ("native_code", native_code, "reaches around the language's own rules"),
    ("exit_hook", uses(_HOOKS), "decides what happens when a test panics"),
    ("swallowed_error", uses(_CAUGHT), "swallows panics"),
    ("call_stack", call_stack, "inspects its callers"),
    ("test_configuration", configuration, "is compiled otherwise for tests"),
    ("directives", directives, "tells the compiler what to leave out, to link or to run"),
    ("test_environment", test_environment, "asks for what only a test run has"),
    ("foreign_patch", foreign_patch, "replaces macros of the standard library"),
    ("dynamic_code", dynamic_code, "takes in files that are not judged"),
    ("constant_comparison", constant_comparison, "compares without looking at what it compares with"),
)


def _learnt(old: RustCode, literals: Collection[Literal]) -> set[Literal]:
    """The constants of the tests, inline ones among them, that the product does not say."""
    tests = {one.id for node, _ in old.tests for one in descendants(node)}
    inline = {value for node, value in old.constants if node.id in tests}
    said = {value for node, value in old.constants if node.id not in tests}
    return undocumented_literals({*literals, *inline}, old.product) - said


def _changed_tests(old: RustCode, new: RustCode, literals: Collection[Literal]) -> Iterator[TamperingPattern]:
    """Yield a pattern for each inline test that is added, changed, moved or removed."""
    added = added_lines(old.tests, new.tests)
    lost = added_lines(new.tests, old.tests)
    if added or lost:
        lines = added or (line(new.tree.root),)
        yield TamperingPattern(
            "inline_tests", lines, "The patch changes tests inside of the source: they are not to be changed."
        )


RULES = TreeRules(
    view=RustCode,
    constant=constant,
    functions=(),
    learnt=_learnt,
    answers=answer_syntax(CONSTANTS, constant),
    patterns=PATTERNS,
    others=_changed_tests,
    asserting=having(r"\b(assert\w*|panic|unreachable)!", "function_item"),
)
