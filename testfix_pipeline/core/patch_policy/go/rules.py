"""Patterns by which Go source deceives a test run. A pattern counts where a patch adds it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.go.code import CONSTANTS, FUNCTIONS, GoCode, constant
from testfix_pipeline.core.patch_policy.go.written_tests import written_tests
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.core.patch_policy.tree_answers import answer_syntax
from testfix_pipeline.core.patch_policy.tree_policy import Rule, TreeRules, having, uses

_FRAMEWORKS = r"testing(/.*)?|.*/(testify|gomega|ginkgo|goconvey|gocheck|gotest\.tools|quicktest)(/.*|\.v\d+.*)?"
_NATIVE = r"C|unsafe|plugin|runtime/(coverage|trace|cgo)"
_STACK = (
    r"runtime\.(Caller|Callers|CallersFrames|FuncForPC|Stack|Frames?)|runtime/pprof\.(Lookup|Profiles)"
    r"|runtime/debug\.(Stack|ReadBuildInfo|SetPanicOnFault|SetTraceback)"
)
_SURROUNDINGS = r"flag\.(Lookup|CommandLine)|os\.(Executable|Environ|Getppid)"
_DIRECTIVES = re.compile(r"//\s*(go:(linkname|build|cgo_\w+|nocheckptr|embed\s.*test)|\+build)\b|//export\b")
_TEST_WORDS = re.compile(
    r"_test\.go|\btestdata\b|\btest\.(v|run|timeout|count|paniconexit0|testlogfile)\b|\.test(\.exe)?$|^-test\."
    r"|\b(GO_TEST\w*|TESTFIX\w*|GOCOVERDIR|GOFLAGS)\b|go-build|^CI$|^/(proc/(self|\d+)|dev/fd)\b|testing\.tRunner"
)
_COMPARISONS = frozenset({"Equal", "Equals", "Is", "As", "Compare", "Cmp", "Less", "Matches", "Eq", "Same"})


def dot_import(code: GoCode) -> Iterator[Node]:
    """Packages whose names can't be distinguished from the file's own."""
    return (node for node in code.tree.of_type("import_spec") if text(field(node, "name")) == ".")


def directives(code: GoCode) -> Iterator[Node]:
    """Comments that the compiler or linker obeys."""
    return (node for node in code.tree.of_type("comment") if _DIRECTIVES.match(text(node)))


def test_environment(code: GoCode) -> Iterator[Node]:
    """Reads of what differs in a test run: arguments, environment, names of tests."""
    yield from uses(_SURROUNDINGS)(code)
    yield from (node for node, value in code.constants if isinstance(value, str) and _TEST_WORDS.search(value))
    for node, path, name in code.members:
        if (path, name) == ("os", "Args") and not _reads_program_arguments(code, node):
            yield node


def _reads_program_arguments(code: GoCode, node: Node) -> bool:
    """`os.Args[1:]`, `os.Args[2]`, `len(os.Args)`: a program's own arguments."""
    parent = code.tree.parent(node)
    if parent is None:
        return False
    if parent.type in ("slice_expression", "index_expression"):
        start = field(parent, "start") or field(parent, "index")
        return text(start).isdigit() and text(start) != "0"
    call = code.tree.parent(parent)
    return parent.type == "argument_list" and text(field(call, "function")) == "len"


def foreign_patch(code: GoCode) -> Iterator[Node]:
    """Variables of the standard library, or of test libraries, set."""
    members = {node.id: path for node, path, _ in code.members}
    for node in code.tree.of_type("assignment_statement", "inc_statement", "dec_statement"):
        targets = field(node, "left")
        for one in descendants(targets) if targets is not None else ():
            path = members.get(one.id)
            if path is not None and ("." not in path.partition("/")[0] or re.fullmatch(_FRAMEWORKS, path)):
                yield node


def startup(code: GoCode) -> Iterator[Node]:
    """Code that runs beside the tests from the start: goroutines and processes of `init` and of package variables."""
    for node in code.tree.of_type("function_declaration", "var_declaration"):
        is_init = text(field(node, "name")) == "init"
        at_top = node.type == "var_declaration" and code.tree.parent(node) == code.tree.root
        if (is_init or at_top) and any(one.type in ("go_statement", "defer_statement") for one in descendants(node)):
            yield node


def swallowed_error(code: GoCode) -> Iterator[Node]:
    """Panics that are discarded: `recover()` as a statement, or assigned to nothing."""
    for node in code.tree.of_type("call_expression"):
        parent = code.tree.parent(node)
        dropped = parent is not None and parent.type == "expression_statement"
        holder = code.tree.parent(parent) if parent is not None and parent.type == "expression_list" else None
        if text(field(node, "function")) == "recover" and (dropped or text(field(holder, "left")) == "_"):
            yield node


def constant_comparison(code: GoCode) -> Iterator[Node]:
    """Comparisons that ignore their operand."""
    for node in code.tree.of_type("method_declaration", "function_declaration"):
        if text(field(node, "name")) in _COMPARISONS and not _uses_parameters(node):
            yield node


def _uses_parameters(function: Node) -> bool:
    listed, body = field(function, "parameters"), field(function, "body")
    if listed is None or body is None:
        return True
    named = [text(one) for one in descendants(listed) if one.type == "identifier"]
    used = {text(one) for one in descendants(body) if one.type == "identifier"}
    return bool(named) and all(name in used for name in named if name != "_") and "_" not in named


PATTERNS: tuple[Rule, ...] = (
    ("test_framework", uses(_FRAMEWORKS), "uses a test framework in the source"),
    ("native_code", uses(_NATIVE), "reaches around the language's own rules"),
    ("dynamic_import", dot_import, "takes in names of a package without saying which"),
    ("call_stack", uses(_STACK), "inspects its callers"),
    ("directives", directives, "tells the compiler what to leave out or to link"),
    ("test_environment", test_environment, "asks for what only a test run has"),
    ("foreign_patch", foreign_patch, "changes variables of other packages"),
    ("startup", startup, "runs beside the tests from the start"),
    ("swallowed_error", swallowed_error, "swallows panics"),
    ("constant_comparison", constant_comparison, "compares without looking at what it compares with"),
)


RULES = TreeRules(
    view=lambda path, source: GoCode(source),
    constant=constant,
    functions=FUNCTIONS,
    answers=answer_syntax(CONSTANTS, constant),
    patterns=PATTERNS,
    asserting=having(r"\btesting\.(T|B|F|TB)\b", *FUNCTIONS),
    written_tests=written_tests,
)
