"""What a method of the object answers asked before anything else: `if self._accept(")"): return []`.

Such a method often takes a step as well, as those of parsers do: conditions like that can't be tried by looking on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import before
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.guards import return_values
from testfix_pipeline.repair.edits.scope import own_attribute
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

PRIOR, MOST_ANSWERS = 0.4, 3


def leaving(target: Target) -> Iterator[Edit]:
    """In front of the statement, the function left where a method that its class asks so says yes to a text that the
    function hands to the object's methods, and that it does not ask so itself."""
    function = target.function
    if function is None or function.owner is None or isinstance(target.stmt, (ast.Return, ast.FunctionDef)):
        return
    handed = _handed(target.source, function)
    answers, own = (return_values(target)[:MOST_ANSWERS], target.text(function.node)) if handed else ([], "")
    for rank, constant in enumerate(handed):
        for method in _asked(target.source, function.owner):
            condition = f"self.{method}({constant})"
            if method == function.name or condition in own:
                continue
            for worth, answer in enumerate(answers):
                code = [f"if {condition}:", f"\treturn {answer}"]
                prior = PRIOR / (1 + 0.3 * rank) / (1 + 0.5 * worth)
                edit = before(target, code, "asked-first", prior, f"{condition}: return {answer}")
                if edit:
                    yield edit


@remembered(256)
def _asked(source: SourceFile, owner: ast.ClassDef) -> Sequence[str]:
    """The methods that conditions of the class ask with a constant alone."""
    tests = [node.test for node in ast.walk(owner) if isinstance(node, (ast.If, ast.While))]
    calls = [node for test in tests for node in ast.walk(test) if isinstance(node, ast.Call)]
    return list(dict.fromkeys(own_attribute(call.func) for call in calls if _takes_constant(call)))


@remembered(1024)
def _handed(source: SourceFile, function: Function) -> Sequence[str]:
    """The texts that the function hands to the object's methods, the last one first."""
    calls = [node for node in ast.walk(function.node) if isinstance(node, ast.Call) and _takes_constant(node)]
    calls.sort(key=lambda call: -call.lineno)
    return list(dict.fromkeys(source.segment(call.args[0]) for call in calls))


def _takes_constant(call: ast.Call) -> bool:
    alone = len(call.args) == 1 and not call.keywords and bool(own_attribute(call.func))
    return alone and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
