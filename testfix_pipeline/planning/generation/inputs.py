"""All examples worth observing for one subject, best sources first."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.planning.generation.arguments import Arguments, argument_lists, parameters_of, with_evidence
from testfix_pipeline.planning.generation.classes import Classes
from testfix_pipeline.planning.generation.documented import documented_examples
from testfix_pipeline.planning.generation.examples import Example, Origin
from testfix_pipeline.planning.generation.subjects import Subject

_OWN_NAMES = {"result", "pytest", "unittest", "self", "asyncio"}


def examples_for(subject: Subject, classes: Classes, mined: list[str], *, most: int) -> list[Example]:
    """At most `most` examples whose names a test can import; empty where an argument or an instance can't be made."""
    found = [*documented_examples(subject), *_made(subject, classes, mined, most)]
    if subject.is_async:
        found = [_awaited(one) for one in found if one.origin != "documented"]
    known = [one for one in dict.fromkeys(found) if subject.module.statements_for(one.code) is not None]
    return known[:most]


def _awaited(one: Example) -> Example:
    inline = f"asyncio.run({one.inline})" if one.inline else ""
    return Example(f"asyncio.run({one.call})", one.origin, ("import asyncio", *one.setup), inline, one.watch)


def _made(subject: Subject, classes: Classes, mined: list[str], most: int) -> Iterator[Example]:
    name = subject.node.name
    if subject.kind == "function":
        yield from _calls(subject, classes, mined, name, most)
    elif subject.kind in ("static", "class") and subject.owner is not None:
        yield from _calls(subject, classes, mined, f"{subject.owner.name}.{name}", most)
    elif name == "__init__" and subject.owner is not None:
        yield from _calls(subject, classes, mined, subject.owner.name, most)
    elif subject.owner is not None:
        yield from _on_instances(subject, subject.owner, classes, mined, most)


def _on_instances(
    subject: Subject, owner: ast.ClassDef, classes: Classes, mined: list[str], most: int
) -> Iterator[Example]:
    """Calls on instances made in several ways, fresh ones and such whose state was changed before."""
    variable = _variable(owner.name.lower().lstrip("_"), subject)
    ways = classes.constructions(owner.name)
    changes = classes.changes(owner, besides=subject.node.name)
    states: list[tuple[str, ...]] = [(way,) for way in ways]
    states += [(way, *changes[:count]) for way in ways[:2] for count in range(1, len(changes) + 1)]
    share = max(4, most // max(1, len(states)))
    for way, *steps in states:
        setup = (f"{variable} = {way}", *(f"{variable}.{step}" for step in steps))
        if subject.kind == "property":
            inline = "" if steps else f"{way}.{subject.node.name}"
            yield Example(f"{variable}.{subject.node.name}", "typical", setup, inline, (variable,))
            continue
        for one in _calls(subject, classes, mined, f"{variable}.{subject.node.name}", share):
            inline = "" if steps or not one.inline else one.inline.replace(variable, way, 1)
            watch = (variable, *one.watch)
            yield Example(one.call, one.origin, (*setup, *one.setup), inline, watch)


def _calls(subject: Subject, classes: Classes, mined: list[str], callee: str, most: int) -> Iterator[Example]:
    parameters = parameters_of(subject.node, bound=subject.kind not in ("function", "static"))
    parameters = with_evidence(parameters, [*_documented_calls(subject), *mined])
    if parameters:
        for text in mined:
            yield Example(f"{callee}({text})", "usage", inline=f"{callee}({text})")
    for one in argument_lists(parameters, classes.pools(subject.node), most=most):
        yield _call(subject, callee, one)


def _documented_calls(subject: Subject) -> Iterator[str]:
    """The argument lists of the direct calls in the documentation."""
    for example in documented_examples(subject):
        for node in ast.walk(ast.parse(example.call)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == subject.node.name:
                yield ast.unparse(node).partition("(")[2].removesuffix(")")


def _call(subject: Subject, callee: str, arguments: Arguments) -> Example:
    origin: Origin = "guess" if arguments.guessed else "boundary" if arguments.edge else "typical"
    names = {parameter: _variable(parameter, subject) for parameter, _ in arguments.mutable()}
    setup = tuple(f"{names[parameter]} = {value}" for parameter, value in arguments.mutable())
    call = f"{callee}({arguments.with_names(names)})"
    return Example(call, origin, setup, f"{callee}({arguments.text})", tuple(names.values()))


def _variable(name: str, subject: Subject) -> str:
    """A name for a test's variable that hides nothing the test needs."""
    taken = name in subject.module.origins or name in _OWN_NAMES
    return f"given_{name}" if taken or not name.isidentifier() else name
