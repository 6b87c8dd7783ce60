"""Signs that a plausible patch only satisfies the tests, measured on the syntax trees before and after."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import first_line, last_name
from testfix_pipeline.core.python_code import FunctionNode, argument_names, stored_names
from testfix_pipeline.repair.language.overfitting_signs import Signs, combined_signs
from testfix_pipeline.repair.languages.python.function_swap import rewritten
from testfix_pipeline.repair.languages.python.overfitting.changed_checks import (
    accepts_parts,
    flat_statements,
    makes_objects,
    signs_since_update,
)
from testfix_pipeline.repair.languages.python.overfitting.equality import weakens_equality
from testfix_pipeline.repair.languages.python.overfitting.evasion import deletes_statement, evades, takes_element
from testfix_pipeline.repair.languages.python.overfitting.guessed_conditions import count_constant_conditions
from testfix_pipeline.repair.languages.python.overfitting.lost_values import (
    bares_import,
    blanks_result,
    drops_import,
    leaves_unset,
)
from testfix_pipeline.repair.languages.python.overfitting.side_effects import count_new_side_effects, resets_reader
from testfix_pipeline.repair.languages.python.overfitting.special_cases import (
    count_new_comparisons_with_test_literals,
    count_new_literal_returns,
    has_more_special_cases,
    is_literal_expression,
    literals_in,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, functions
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search

EXITS = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)
BROAD = frozenset({"Exception", "BaseException"})
NOTHING = frozenset({"", "pass", "..."})


def signs(candidate: Candidate, failure_evidence: FailureEvidence) -> Signs:
    """Measures the signs of all parts of a candidate together; files that did not parse before are left out."""
    found = _signs(candidate, failure_evidence.test_literals)
    return replace(
        found,
        evades=evades(candidate, failure_evidence),
        deletes_statement=deletes_statement(candidate, failure_evidence),
        takes_element=takes_element(candidate, failure_evidence),
        leaves_unset=leaves_unset(candidate),
        drops_import=drops_import(candidate, failure_evidence),
        bares_import=bares_import(candidate),
        blanks_result=blanks_result(candidate),
        accepts_parts=accepts_parts(candidate),
        makes_objects=makes_objects(candidate),
        **signs_since_update(candidate, failure_evidence),
    )


@cached_per_search(512)
def _signs(candidate: Candidate, test_literals: frozenset[str]) -> Signs:
    failure_evidence = FailureEvidence(test_literals=test_literals)
    comparable = [part for part in candidate.parts if part.source.parses]
    found = [
        _signs_of_change(source, old, new, failure_evidence)
        for part in comparable
        for source, old, new in _changed_trees(part)
    ]
    combined = combined_signs(found)
    return replace(
        combined,
        is_deletion=bool(comparable)
        and all(text.strip() in NOTHING and end > start for e in candidate.edits for start, end, text in e.spans),
        has_special_case=combined.has_special_case or combined.literal_returns > 1,
    )


def _changed_trees(part: Part) -> Iterator[tuple[SourceFile, ast.Module, ast.Module | None]]:
    """Yields (file, old tree, new tree) of each edited function, or of the differing statements for an edit outside of
    functions."""
    for source, function, text in rewritten(part):
        new = python_code.parse_or_none(text)
        if function is None:
            yield source, *(_differing_statements(source, part.lines, new) if new is not None else (source.tree, None))
        else:
            yield source, ast.Module([function.node], []), new and _without_headers(new, source, function)


def _without_headers(new: ast.Module, source: SourceFile, function: PythonFunction) -> ast.Module:
    """The tree without the `class` and `if` headers that stand above a function's text for its indentation."""
    for parent in source.ancestors(function.node):
        if isinstance(parent, ast.stmt):
            new = ast.Module(new.body[0].body, [])  # type: ignore[attr-defined]
    return new


def _differing_statements(source: SourceFile, lines: Set[int], new: ast.Module) -> tuple[ast.Module, ast.Module]:
    """The old and new statements around the edits; classes are taken apart into their statements.

    One unchanged statement on each side is included: the new code may continue or decorate it.
    """
    old_statements, new_statements = list(flat_statements(source.tree)), list(flat_statements(new))
    first, last = min(lines), max(lines)
    ahead = max(0, sum((stmt.end_lineno or 0) < first for stmt in old_statements) - 1)
    behind = max(0, sum(first_line(stmt) > last for stmt in old_statements) - 1)
    return ast.Module(old_statements[ahead : len(old_statements) - behind], []), ast.Module(
        new_statements[ahead : len(new_statements) - behind], []
    )


def _signs_of_change(
    source: SourceFile, old: ast.Module, new: ast.Module | None, failure_evidence: FailureEvidence
) -> Signs:
    if new is None:
        return Signs()
    old_unused, new_unused = _unused_names(old), _unused_names(new)
    literals = (literals_in(new) - _literals_of(source) - _literals_in_raises(new)) & failure_evidence.test_literals
    old_functions = {one.name for one in functions(old)}
    newly_blind = _count_functions_ignoring_arguments(new) - _count_functions_ignoring_arguments(old)
    return Signs(
        dropped_exits=max(0, _count(old, *EXITS) - _count(new, *EXITS)),
        newly_unused=sum(
            name in old_functions
            for name, _ in new_unused - old_unused - _names_without_need_of_reader(new, _bound_names(old))
        ),
        newly_used=len((old_unused - new_unused) & _bound_names(new)),
        literals=len(literals),
        has_special_case=bool(literals) and has_more_special_cases(old, new, failure_evidence),
        literal_returns=count_new_literal_returns(old, new, literals),
        weakens_equality=weakens_equality(old, new),
        ignores_arguments=bool(
            newly_blind.keys()
            & (_count_functions_reading_arguments(old) - _count_functions_reading_arguments(new)).keys()
        ),
        silences_all=_count_silent_handlers(new) > _count_silent_handlers(old),
        constant_conditions=count_constant_conditions(old, new),
        new_side_effects=count_new_side_effects(source, old, new),
        resets_reader=resets_reader(old, new),
        new_test_literal_comparisons=count_new_comparisons_with_test_literals(old, new, failure_evidence, source.text),
    )


@cached_per_search(256)
def _literals_of(source: SourceFile) -> set[str]:
    return literals_in(source.tree)


def _literals_in_raises(tree: ast.AST) -> set[str]:
    """The constants in `raise` statements: the words of an error are known only from the tests."""
    return set().union(*(literals_in(node) for node in ast.walk(tree) if isinstance(node, ast.Raise)))


def _count(tree: ast.AST, *kinds: type[ast.AST]) -> int:
    return sum(isinstance(node, kinds) for node in ast.walk(tree))


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    return argument_names(function.args)


def _read_and_bound_names(function: ast.AST) -> tuple[set[str], set[str]]:
    """(names that are read, names that are bound) in a function."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    read = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
    return read, stored_names(names)


def _unused_names(tree: ast.Module) -> set[tuple[str, str]]:
    """(function, name) of the variables and parameters that a function binds and never reads."""
    found: set[tuple[str, str]] = set()
    for function in functions(tree):
        read, bound = _read_and_bound_names(function)
        found |= {(function.name, name) for name in (bound | _parameters(function)) - read}
    return found


def _bound_names(tree: ast.Module) -> set[tuple[str, str]]:
    """(function, name) of the variables and parameters that functions bind."""
    return {(one.name, name) for one in functions(tree) for name in _read_and_bound_names(one)[1] | _parameters(one)}


def _names_without_need_of_reader(tree: ast.Module, before: Set[tuple[str, str]]) -> set[tuple[str, str]]:
    """(function, name) of names that need no reader: the receiver, names that begin with `_`, global and nonlocal
    names, counters of `range` loops, and the rest of a tuple that is unpacked for one of its names (unless bound
    `before`)."""
    found: set[tuple[str, str]] = set()
    for function in functions(tree):
        read, bound = _read_and_bound_names(function)
        names = {"self", "cls", *(name for name in bound | _parameters(function) if name.startswith("_"))}
        for node in ast.walk(function):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                names |= set(node.names)
            elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)) and _is_range(node.iter):
                names |= stored_names(ast.walk(node.target))
            elif isinstance(node, (ast.Tuple, ast.List)) and (stored := stored_names(ast.walk(node))) & read:
                names |= {name for name in stored if (function.name, name) not in before}
        found |= {(function.name, name) for name in names}
    return found


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "range"


def _count_functions_ignoring_arguments(tree: ast.Module) -> Counter[str]:
    """The number of functions, by name, that have arguments and read none of them. The receiver counts only if the
    function returns nothing but constants."""
    candidates = ((one, _arguments(one) or _parameters_if_constant(one)) for one in _without_stubs(tree))
    return Counter(one.name for one, names in candidates if names and not names & _read_and_bound_names(one)[0])


def _count_functions_reading_arguments(tree: ast.Module) -> Counter[str]:
    """The number of functions, by name, that read some of their arguments."""
    return Counter(
        one.name
        for one in _without_stubs(tree)
        if (_arguments(one) or _parameters(one)) & _read_and_bound_names(one)[0]
    )


def _parameters_if_constant(function: FunctionNode) -> set[str]:
    """The parameters, with the receiver, of a function that returns only constants; none for any other function."""
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    return _parameters(function) if values and all(map(is_literal_expression, values)) else set()


def _without_stubs(tree: ast.Module) -> Iterator[FunctionNode]:
    return (one for one in functions(tree) if not _is_stub(one))


def _arguments(function: FunctionNode) -> set[str]:
    return _parameters(function) - {"self", "cls"}


def _is_stub(function: FunctionNode) -> bool:
    """Whether a function does nothing or only raises."""
    rest = [stmt for stmt in function.body if not isinstance(stmt, (ast.Pass, ast.Raise))]
    return all(isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant) for stmt in rest)


def _count_silent_handlers(tree: ast.AST) -> int:
    """The number of handlers of every exception that do nothing about what they catch."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and all(_does_nothing(stmt) for stmt in node.body):
            found += node.type is None or _is_broad(node.type)
        elif isinstance(node, ast.Call) and last_name(node.func) == "suppress":
            found += any(map(_is_broad, node.args))
    return found


def _is_broad(caught: ast.expr) -> bool:
    return any(last_name(one) in BROAD for one in (caught.elts if isinstance(caught, ast.Tuple) else [caught]))


def _does_nothing(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Return):
        return stmt.value is None or isinstance(stmt.value, ast.Constant)
    return isinstance(stmt, (ast.Pass, ast.Continue)) or (
        isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
    )
