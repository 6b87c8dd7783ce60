"""A producer that puts a decorator of another function over a function that lacks it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.repair.languages.python.analysis.blocks import before
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope
from testfix_pipeline.repair.languages.python.analysis.tokens import rename_tokens
from testfix_pipeline.repair.languages.python.ingredients.enumerate import distinct_texts
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import module_reach
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

_MOST = 6
_WRAPS = {"functools": "functools.wraps", "wraps": "wraps"}


def decorators(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the decorators of functions at like places, and `functools.wraps` over what wraps a function."""
    if not isinstance(target.stmt, FunctionNode):
        return
    own = {target.text(one) for one in target.stmt.decorator_list}
    found = (one for one in _decorators_for(target) if one not in own)
    for rank, text in enumerate(distinct_texts(found, "", _MOST)):
        edit = before(target, [f"@{text}"], "insert.decorator", prior(rank), text)
        if edit is not None:
            yield edit


def _decorators_for(target: PythonEditSite) -> Iterator[str]:
    source, around = target.source, target.source.parents[target.stmt]
    given = [one.arg for one in around.args.args] if isinstance(around, FunctionNode) else []
    every = sorted(_decorated(source), key=lambda one: abs(one.lineno - target.stmt.lineno))
    for other in [one for one in every if type(source.parents[one]) is type(around)]:
        for decorator in other.decorator_list:
            yield from _in_reach(target, decorator, given)
    known = module_reach(source)
    yield from (f"{wraps}({name})" for needed, wraps in _WRAPS.items() if needed in known for name in given[:1])


def _in_reach(target: PythonEditSite, decorator: ast.expr, given: list[str]) -> Iterator[str]:
    """A decorator as code; a parameter around it that is unknown here stands for the first one around this function."""
    text = target.text(decorator)
    unknown = names_in(decorator) - names_in_scope(target) - module_reach(target.source)
    if not unknown and "\n" not in text:
        yield text
    elif len(unknown) == 1 and given and "\n" not in text:
        yield rename_tokens(text, dict.fromkeys(unknown, given[0]), unknown)


@cached_per_search(128)
def _decorated(source: SourceFile) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...]:
    functions = (one for one in ast.walk(source.tree) if isinstance(one, FunctionNode))
    return tuple(one for one in functions if one.decorator_list)
