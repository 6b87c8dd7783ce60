"""Mutants of functions as code objects, made from the source of the file that they come from.

Standard library only, Python 3.9 and later.
"""

import ast
import functools

from testfix_mutants import code_at, evenly, mutated


@functools.lru_cache(maxsize=None)
def _module(path):
    with open(path, "rb") as file:
        return ast.parse(file.read())


def mutant_places(function, most):
    """The names of a function's mutants, at most so many, with what `mutant_code` needs to make them.

    Functions inside of others have none: their code depends on what is around them.
    """
    node = _definition(function)
    if node is None:
        return {}
    return {mutated(node, *place)[1]: place for place in evenly(node, most)}


def mutant_code(function, place):
    """The code of a mutant; None where it needs other variables from outside than the function has."""
    node, _ = mutated(_definition(function), *place)
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    body = ast.ClassDef(owner, bases=[], keywords=[], body=[node], decorator_list=[], type_params=[]) if owner else node
    tree = _module(function.__code__.co_filename)
    futures = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    made = ast.fix_missing_locations(ast.Module([*futures, body], type_ignores=[]))
    module = compile(made, function.__code__.co_filename, "exec", dont_inherit=True)
    found = code_at(module, [owner, node.name] if owner else [node.name])
    return found if found.co_freevars == function.__code__.co_freevars else None


def _definition(function):
    code = function.__code__
    if "<locals>" in function.__qualname__:
        return None
    try:
        nodes = ast.walk(_module(code.co_filename))
    except (OSError, SyntaxError, ValueError):
        return None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    for node in nodes:
        if isinstance(node, kinds) and node.name == code.co_name and code.co_firstlineno in _first_lines(node):
            return node
    return None


def _first_lines(node):
    return [node.lineno, *(one.lineno for one in node.decorator_list)]
