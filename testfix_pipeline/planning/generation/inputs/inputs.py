"""All examples to observe for one subject, those of the best origins first."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.inputs.arguments import (
    Arguments,
    argument_lists,
    parameters_of,
    with_evidence,
)
from testfix_pipeline.planning.generation.inputs.docstring_examples import documented_examples
from testfix_pipeline.planning.generation.inputs.instances import Classes
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape, compared_values
from testfix_pipeline.planning.generation.subjects.command_lines import (
    command_line_parameter,
    command_lines,
    reads_argv,
)
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_reached, with_variables
from testfix_pipeline.planning.generation.subjects.examples import Example, Origin
from testfix_pipeline.planning.generation.subjects.path_parameters import (
    path_parameters,
    with_files,
    with_working_files,
    working_files,
)
from testfix_pipeline.planning.generation.subjects.subject import SPECIAL_CALLS, Subject
from testfix_pipeline.planning.python_code.module_source import free_names

_MOST_SETTINGS = 4
_OWN_NAMES = {"result", "pytest", "unittest", "self", "asyncio"}


def examples_for(subject: Subject, classes: Classes, *, most: int, required: Sequence[Example] = ()) -> list[Example]:
    """At most `most` examples that a test can import everything for, `required` ones first.

    Empty where an argument or an instance can't be made.
    """
    found = [*required, *documented_examples(subject), *_generated_examples(subject, classes, most)]
    if reads_argv(subject.module, subject.node) or command_line_parameter(subject.module, subject.node):
        bare = f"{subject.node.name}()"  # without words of the test's own it reads those of whoever runs it
        found = [one for one in found if one.call != bare or any("sys.argv" in line for line in one.setup)]
    found = list(with_files(found, classes.supplies, subject.module))
    found = list(with_working_files(found, _working_files(subject, classes), classes.supplies))
    found = list(with_variables(found, _environment_names(subject, classes), _environment_values(subject, classes)))
    if subject.is_async:
        found = [_awaited(one) for one in found if one.origin != "documented"]
    known, available = [], classes.supplies.fixtures.available
    stated = _stated_calls(subject, classes)
    for one in _without_duplicates(one for one in found if one.documented is not None or one.inline not in stated):
        fixtures = sorted((free_names(one.code) or set()) & available)
        statements = subject.module.statements_for(one.code, fixtures)
        if statements is not None:
            imports = tuple(sorted(_imports_of_others(statements, subject)))
            known.append(replace(one, imports=imports, fixtures=tuple(fixtures)))
    return known[:most]


def _working_files(subject: Subject, classes: Classes) -> list[str]:
    """The names of the files that a function opens itself; empty if a path is passed in."""
    module, node = subject.module, subject.node
    given = path_parameters(node) or command_line_parameter(module, node)
    usable = {"tmp_path", "monkeypatch"} <= classes.supplies.fixtures.available
    return working_files(module, node) if usable and not given else []


def _command_calls(subject: Subject, classes: Classes) -> Iterator[Example]:
    """Yield calls of a function that reads a command line, with words that its parser accepts."""
    name, module = subject.node.name, subject.module
    if not {"tmp_path", "monkeypatch"} <= classes.supplies.fixtures.available or subject.kind != "function":
        return
    by_parameter = command_line_parameter(module, subject.node)
    needed = len(subject.node.args.args) - len(subject.node.args.defaults)
    if by_parameter:
        for words in command_lines(module, subject.node, classes.supplies.suffix):
            yield Example(f"{name}({words})", "typical", inline=f"{name}({words})")
    elif not needed and reads_argv(module, subject.node):
        for words in command_lines(module, subject.node, classes.supplies.suffix):
            line = f"monkeypatch.setattr('sys.argv', ['{module.stem}', {words[1:]})".replace(", ])", "])")
            yield Example(f"{name}()", "typical", (line,))


def _environment_names(subject: Subject, classes: Classes) -> list[str]:
    return (
        variables_reached(subject.module, subject.node) if "monkeypatch" in classes.supplies.fixtures.available else []
    )


def _environment_values(subject: Subject, classes: Classes) -> list[str]:
    """The source of values for environment variables: numbers, texts that the body compares with, words."""
    values = classes.pools(subject.node).values(Shape("str"))
    return [*(one.text for one in values[:_MOST_SETTINGS]), "'3'", "''"]


def _without_duplicates(examples: Iterable[Example]) -> list[Example]:
    """The examples, only the first of those that make the same calls."""
    found: dict[tuple[object, ...], Example] = {}
    for one in examples:
        found.setdefault((one.inline,) if one.inline else (one.setup, one.call), one)
    return list(found.values())


def _imports_of_others(statements: set[str], subject: Subject) -> set[str]:
    """The import statements of names that other modules define; the subject may import them for type checkers only."""
    return {one for one in statements if not one.startswith(f"from {subject.module.name} import ")}


def _awaited(one: Example) -> Example:
    inline = f"asyncio.run({one.inline})" if one.inline else ""
    return Example(f"asyncio.run({one.call})", one.origin, ("import asyncio", *one.setup), inline, one.watch)


def _stated_calls(subject: Subject, classes: Classes) -> set[str]:
    """The calls of which the project's own tests state the result already."""
    recorded = classes.recorded.of(subject.module.file, subject.name, subject.node, stated=True)
    return {(_call_form(subject, on) if on else _plain_form(subject)).replace("{}", given) for on, given in recorded}


def _plain_form(subject: Subject) -> str:
    """How a function is called that needs no instance; `{}` stands for its arguments."""
    name, owner = subject.node.name, subject.owner
    return f"{name}({{}})" if owner is None else f"{owner.name}{'' if name == '__init__' else f'.{name}'}({{}})"


def _generated_examples(subject: Subject, classes: Classes, most: int) -> Iterator[Example]:
    recorded = classes.recorded.of(subject.module.file, subject.name, subject.node)
    commands = list(_command_calls(subject, classes))
    if commands:
        yield from commands
    elif subject.owner is None or subject.kind in ("static", "class") or subject.node.name == "__init__":
        yield from _calls(subject, classes, [given for _, given in recorded], _plain_form(subject), most)
    else:
        yield from _calls_on_instances(subject, subject.owner, classes, recorded, most)


def _calls_on_instances(
    subject: Subject, owner: ast.ClassDef, classes: Classes, recorded: Sequence[tuple[str, str]], most: int
) -> Iterator[Example]:
    """Yield calls on instances, both new ones and such whose state was changed before."""
    variable = _variable_name(owner.name.lower().lstrip("_"), subject)
    shown = [given for _, given in recorded]
    for on, given in () if classes.supplies.fixtures.of_class(owner.name) else recorded:
        yield Example(_call_form(subject, variable).replace("{}", given), "usage", (f"{variable} = {on}",),
                      _call_form(subject, on).replace("{}", given), (variable,))  # fmt: skip
    ways = classes.constructions(owner.name, telling=True)
    changes = classes.changes(owner, besides=subject.node.name)
    states: list[tuple[str, ...]] = [(way,) for way in ways]
    states += [(way, *changes[:count]) for way in ways[:2] for count in range(1, len(changes) + 1)]
    share = max(4, most // max(1, len(states)))
    methods = {one.name for one in owner.body if isinstance(one, FunctionNode)}
    closes = "close" in methods and subject.node.name != "close"
    for way, *steps in states:
        name, setup = _instance(way, variable, classes)
        setup = (*setup, *(f"{name}.{step}" for step in steps))
        for one in _calls(subject, classes, shown, _call_form(subject, name), share):
            inline = "" if steps or not one.inline else one.inline.replace(name, way, 1)
            watch = (name, *one.watch)
            origin: Origin = "usage" if name == way and one.origin == "typical" else one.origin
            after = (f"{name}.close()",) if closes and "tmp_path" in (way + one.code) else ()
            yield Example(one.call, origin, (*setup, *one.setup), "" if after else inline, watch, after=after)


def _instance(way: str, variable: str, classes: Classes) -> tuple[str, tuple[str, ...]]:
    """The name of an instance in a test, and the statement that makes it; no statement for a fixture."""
    return (way, ()) if way in classes.supplies.fixtures.own else (variable, (f"{variable} = {way}",))


def _call_form(subject: Subject, variable: str) -> str:
    """How the method is called on an instance; `{}` stands for its arguments."""
    name = subject.node.name
    if subject.kind == "property":
        return f"{variable}.{name}"
    special = SPECIAL_CALLS.get(name)
    return special.format(on=variable, given="{}") if special else f"{variable}.{name}({{}})"


def _calls(subject: Subject, classes: Classes, shown: Sequence[str], form: str, most: int) -> Iterator[Example]:
    parameters = parameters_of(subject.node, bound=subject.kind not in ("function", "static"))
    compared = [f"{name}={texts[0]}" for name, texts in compared_values(subject.module, subject.node).items()]
    parameters = with_evidence(parameters, [*_documented_calls(subject), *shown, *compared])
    for text in shown if parameters else filter(None, shown):
        call = form.replace("{}", text)
        yield Example(call, "usage", inline=call)
    for one in argument_lists(parameters, classes.pools(subject.node), most=most):
        yield _example_of(subject, form, one)


def _documented_calls(subject: Subject) -> Iterator[str]:
    """Yield the argument lists of the direct calls in the documentation."""
    for example in documented_examples(subject):
        for node in ast.walk(python_code.parse(example.call)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == subject.node.name:
                yield ast.unparse(node).partition("(")[2].removesuffix(")")


def _example_of(subject: Subject, form: str, arguments: Arguments) -> Example:
    origin: Origin = "guess" if arguments.is_guessed else "boundary" if arguments.is_edge else "typical"
    names = {parameter: _variable_name(parameter, subject) for parameter, _ in arguments.mutable()}
    setup = tuple(f"{names[parameter]} = {value}" for parameter, value in arguments.mutable())
    call = form.replace("{}", arguments.with_names(names))
    return Example(call, origin, setup, form.replace("{}", arguments.text), tuple(names.values()))


def _variable_name(name: str, subject: Subject) -> str:
    """A name for a variable of the test that shadows nothing the test needs."""
    taken = name in subject.module.origins or name in _OWN_NAMES
    return f"given_{name}" if taken or not name.isidentifier() or keyword.iskeyword(name) else name
