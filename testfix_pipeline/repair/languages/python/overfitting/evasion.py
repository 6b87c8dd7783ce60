"""Whether a patch avoids what a library has changed, instead of using what takes its place.

Tests that fail because a name is gone pass as soon as nothing uses the name: by a guarded import, a wider `except`, a
condition, an early return, a literal. Only a change of names keeps the program's behaviour.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter

from testfix_pipeline.core.code_view import root
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.overfitting.changed_trees import changed_trees
from testfix_pipeline.repair.languages.python.overfitting.lost_calls import loses_call, skips_call
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

_NAMES = (ast.Name, ast.Attribute, ast.alias, ast.expr_context, ast.Import, ast.ImportFrom, ast.Module)
_EXITS = (ast.Try, ast.If, ast.IfExp, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Pass, ast.ExceptHandler)
_OWN = frozenset({"self", "cls", *dir(builtins)})
"""Of which a call is none of a library, as of what the file defines."""
_SEQUENCE = re.compile(r"""\b(?:tuple|list|ndarray)\b|(?<![\w)\]])(?:\[[\]\['"\d({<-]|\([^()]*,)""")
"""The name of a sequence's type, or a list or tuple as it is written: `['a', 'b']`, `(1, 2)`."""


def evades(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch of Python files reacts to a failure that a library caused by more than a change of names.

    Where no name is lost only new code paths count, and a call that the library refuses and that is skipped or has no
    call in its place. An undo is no evasion. A variable for the library that is negated since an update is one: it is
    asked for the opposite.
    """
    has_lost_names, is_about_a_use = failure_evidence.lost_names, failure_evidence.has_unfit_calls
    if failure_evidence.has_updates and any(_negated(new) - _negated(old) for old, new in changed_trees(candidate)):
        return True
    if not (has_lost_names or is_about_a_use) or candidate.kind.startswith("history"):
        return False
    for old, new in changed_trees(candidate):
        refused = failure_evidence.refused_calls
        if _bypasses_use(old, new) or loses_call(old, new, refused) or skips_call(old, new, refused):
            return True
        if has_lost_names and _count_nodes_but_names(old) != _count_nodes_but_names(new):
            return True
    return False


def _negated(tree: ast.Module) -> Counter[tuple[str, str]]:
    """How often a function gives each variable that it passes to a library the opposite of its value."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, FunctionNode | ast.ClassDef)} | _OWN
    found = Counter[tuple[str, str]]()
    for one in (node for node in ast.walk(tree) if isinstance(node, FunctionNode)):
        calls = [node for node in ast.walk(one) if isinstance(node, ast.Call) and root(node.func) not in own]
        values = (value for call in calls for value in (*call.args, *(given.value for given in call.keywords)))
        passed = {value.id for value in values if isinstance(value, ast.Name)}
        found.update((one.name, name) for name in map(_opposite, ast.walk(one)) if name in passed)
    return found


def _opposite(node: ast.AST) -> str:
    """The variable of `name = not name`, else ""."""
    name = ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""
    return name if isinstance(node, ast.Assign) and ast.unparse(node.value) == f"not {name}" else ""


def deletes_statement(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch of a failure since an update only deletes statements: nothing shows that what they did under the
    old release was of no effect. An undo may delete."""
    is_since_an_update = _names_update(failure_evidence) or failure_evidence.has_earlier_requirements
    if not is_since_an_update or candidate.kind.startswith("history"):
        return False
    return any(_has_fewer(old, new) and _statements(new) < _statements(old) for old, new in changed_trees(candidate))


def takes_element(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch of a failure that names an update takes one element of what was used whole, though no error
    speaks of a sequence or shows one: a test with one element doesn't see that the others are lost."""
    is_said = any(map(_SEQUENCE.search, failure_evidence.messages))
    if is_said or not _names_update(failure_evidence) or candidate.kind.startswith("history"):
        return False
    return any(
        bool((_elements(new) - _elements(old)).keys() & (_whole(old) - _whole(new)).keys())
        for old, new in changed_trees(candidate)
    )


def _names_update(failure_evidence: FailureEvidence) -> bool:
    return failure_evidence.has_updates or failure_evidence.has_unfit_calls or bool(failure_evidence.lost_names)


def _elements(tree: ast.Module) -> Counter[str]:
    """How often an element of a fixed position is taken of each expression."""
    subscripts = (node for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    return Counter(ast.unparse(node.value) for node in subscripts if ast.unparse(node.slice).lstrip("-").isdigit())


def _whole(tree: ast.Module) -> Counter[str]:
    """How often each expression is read without a subscript."""
    taken = {node.value for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    read = (node for node in ast.walk(tree) if isinstance(node, ast.expr) and node not in taken)
    return Counter(ast.unparse(node) for node in read if not isinstance(getattr(node, "ctx", None), ast.Store))


def _has_fewer(old: ast.Module, new: ast.Module) -> bool:
    before, after = (sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) for tree in (old, new))
    return after <= before  # `pass` may take the place of one


def _bypasses_use(old: ast.Module, new: ast.Module) -> bool:
    """Whether a patch adds an exit, changes what handlers catch, or moves an import into a function."""
    old_exits, new_exits = _count_exits(old), _count_exits(new)
    return (
        any(new_exits[kind] > old_exits[kind] for kind in new_exits)
        or _caught_widths(old) != _caught_widths(new)
        or _count_imports_in_functions(new) > _count_imports_in_functions(old)
    )


def _statements(tree: ast.Module) -> Counter[str]:
    """How often there is each statement that does something, by its first line, without imports."""
    nothing = (ast.Import, ast.ImportFrom, ast.Pass)
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.stmt) and not isinstance(node, nothing))
    return Counter(ast.unparse(node).partition("\n")[0] for node in nodes)


def _count_exits(tree: ast.Module) -> Counter[str]:
    return Counter(type(node).__name__ for node in ast.walk(tree) if isinstance(node, _EXITS))


def _caught_widths(tree: ast.Module) -> list[int]:
    """For each handler, the number of exceptions that it names; 0 for all exceptions."""
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    return [_caught_width(handler.type) for handler in handlers]


def _caught_width(caught: ast.expr | None) -> int:
    broad = isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")
    return 0 if caught is None or broad else len(caught.elts) if isinstance(caught, ast.Tuple) else 1


def _count_imports_in_functions(tree: ast.Module) -> int:
    """The number of imports inside functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, FunctionNode))
    return sum(isinstance(node, (ast.Import, ast.ImportFrom)) for one in functions for node in ast.walk(one))


def _count_nodes_but_names(tree: ast.Module) -> Counter[str]:
    """The number of nodes of each type, except for names, which a change of names leaves equal."""
    return Counter(type(node).__name__ for node in ast.walk(tree) if not isinstance(node, _NAMES))
