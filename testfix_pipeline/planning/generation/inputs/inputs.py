"""All examples to observe for one subject, those of the best origins first."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.inputs.arguments import (
    Arguments,
    Parameter,
    argument_lists,
    parameters_of,
    with_evidence,
)
from testfix_pipeline.planning.generation.inputs.compared_values import compared_values
from testfix_pipeline.planning.generation.inputs.docstring_examples import documented_examples
from testfix_pipeline.planning.generation.inputs.instances import Classes
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape, members_used
from testfix_pipeline.planning.generation.subjects.command_lines import (
    command_line_parameter,
    command_lines,
    reads_argv,
)
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_reached, with_variables
from testfix_pipeline.planning.generation.subjects.examples import Example, Origin
from testfix_pipeline.planning.generation.subjects.path_parameters import path_parameters, with_files
from testfix_pipeline.planning.generation.subjects.subject import SPECIAL_CALLS, Subject
from testfix_pipeline.planning.generation.subjects.working_files import with_working_files, working_files
from testfix_pipeline.planning.python_code.module_source import free_names

_WITH_ITS_KIND = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__sub__", "__or__", "__and__"}
_MOST_STEPS = 4
_MOST_INNER = 4
_MOST_SETTINGS = 4
_OWN_NAMES = {"result", "pytest", "unittest", "self", "asyncio"}


def examples_for(
    subject: Subject, classes: Classes, mined: list[str], *, most: int, required: Sequence[Example] = ()
) -> list[Example]:
    """At most `most` examples that a test can import everything for, `required` ones first.

    Empty where an argument or an instance can't be made.
    """
    found = [*required, *documented_examples(subject), *_generated_examples(subject, classes, mined, most)]
    if reads_argv(subject.module, subject.node):  # without words of the test's own it reads those of whoever runs it
        bare = f"{subject.node.name}()"
        found = [one for one in found if one.call != bare or any("sys.argv" in line for line in one.setup)]
    found = list(with_files(found, classes.supplies, subject.module))
    found = list(with_working_files(found, _working_files(subject, classes), classes.supplies))
    found = list(with_variables(found, _environment_names(subject, classes), _environment_values(subject, classes)))
    if subject.is_async:
        found = [_awaited(one) for one in found if one.origin != "documented"]
    known, available = [], classes.supplies.fixtures.available
    for one in _without_duplicates(found):
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
        inline = bool(one.inline) and not one.steps
        found.setdefault((one.inline,) if inline else (one.setup, one.steps, one.call), one)
    return list(found.values())


def _imports_of_others(statements: set[str], subject: Subject) -> set[str]:
    """The import statements of names that other modules define; the subject may import them for type checkers only."""
    return {one for one in statements if not one.startswith(f"from {subject.module.name} import ")}


def _awaited(one: Example) -> Example:
    inline = f"asyncio.run({one.inline})" if one.inline else ""
    return Example(f"asyncio.run({one.call})", one.origin, ("import asyncio", *one.setup), inline, one.watch)


def _generated_examples(subject: Subject, classes: Classes, mined: list[str], most: int) -> Iterator[Example]:
    name = subject.node.name
    commands = list(_command_calls(subject, classes))
    if commands:
        yield from commands
    elif subject.kind == "function":
        yield from _calls(subject, classes, mined, f"{name}({{}})", most)
    elif subject.kind in ("static", "class") and subject.owner is not None:
        yield from _calls(subject, classes, mined, f"{subject.owner.name}.{name}({{}})", most)
    elif name == "__init__" and subject.owner is not None:
        yield from _calls(subject, classes, mined, f"{subject.owner.name}({{}})", most)
    elif subject.owner is not None:
        yield from _calls_on_instances(subject, subject.owner, classes, mined, most)


def _calls_on_instances(
    subject: Subject, owner: ast.ClassDef, classes: Classes, mined: list[str], most: int
) -> Iterator[Example]:
    """Yield calls on instances, both new ones and such whose state was changed before."""
    variable = _variable_name(owner.name.lower().lstrip("_"), subject)
    ways = classes.constructions(owner.name, telling=True)
    yield from _sequences(subject, owner, classes, variable, ways[:2])
    changes = classes.changes(owner, besides=subject.node.name)
    states: list[tuple[str, ...]] = [(way,) for way in ways]
    states += [(way, *changes[:count]) for way in ways[:2] for count in range(1, len(changes) + 1)]
    share = max(4, most // max(1, len(states)))
    methods = {one.name for one in owner.body if isinstance(one, FunctionNode)}
    closes = "close" in methods and subject.node.name != "close"
    for way, *steps in states:
        name, setup = _instance(way, variable, classes)
        setup = (*setup, *(f"{name}.{step}" for step in steps))
        for one in _calls(subject, classes, mined, _call_form(subject, name), share):
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


def _sequences(
    subject: Subject, owner: ast.ClassDef, classes: Classes, variable: str, ways: list[str]
) -> Iterator[Example]:
    """Yield calls of the method after several others, whose results and changes are asserted, too.

    Only for the last of the class's methods that change its state: one round through them is enough for a class.
    """
    changing, others = classes.steps(owner)
    name = subject.node.name
    if not changing or changing[-1].partition("(")[0] != name or len(changing) + len(others) < 2:
        return
    steps = [*changing[:-1], *others, changing[-1]]
    for way in ways:
        on, setup = _instance(way, variable, classes)
        calls = _calls(subject, classes, [], _call_form(subject, on), 3)
        for number, one in enumerate([one for one in calls if not one.setup][:2]):
            turned = [*steps[number:], *steps[:number]][:_MOST_STEPS]
            before = tuple(f"{on}.{step}" for step in turned)
            yield Example(one.call, "sequence", setup, "", (on,), steps=before)


def _calls(subject: Subject, classes: Classes, mined: list[str], form: str, most: int) -> Iterator[Example]:
    parameters = parameters_of(subject.node, bound=subject.kind not in ("function", "static"))
    compared = [f"{name}={texts[0]}" for name, texts in compared_values(subject.module, subject.node).items()]
    parameters = _with_own_class(subject, with_evidence(parameters, [*_documented_calls(subject), *mined, *compared]))
    parameters = [_with_guessed_class(subject, one, classes) for one in parameters]
    if parameters:
        for text in mined:
            call = form.replace("{}", text)
            yield Example(call, "usage", inline=call)
    made = [
        _example_of(subject, form, one) for one in argument_lists(parameters, classes.pools(subject.node), most=most)
    ]
    called = _calls_of_results(subject, made, classes)
    yield from [one for pair in zip_longest(made, called) for one in pair if one is not None] if called else made


def _with_guessed_class(subject: Subject, parameter: Parameter, classes: Classes) -> Parameter:
    """The parameter with a class of the project as shape, where only the used attributes tell its type."""
    guessed = not parameter.annotated and not parameter.shape.sure and not parameter.many
    name = classes.class_with_members(members_used(subject.node, parameter.name)) if guessed else ""
    return replace(parameter, shape=Shape("named", text=name, sure=False)) if name else parameter


def _calls_of_results(subject: Subject, made: list[Example], classes: Classes) -> list[Example]:
    """Calls of the function that the subject returns, where it returns one."""
    inner = _returned_function(subject.node)
    if inner is None or subject.is_async or isinstance(inner, ast.AsyncFunctionDef):
        return []
    parameters = parameters_of(inner, bound=False)
    lists = argument_lists(parameters, classes.pools(inner), most=_MOST_INNER)
    given = [one.text for one in lists] if not any(one.many for one in parameters) else ["3", "'abc'", "[3, 1]"]
    plain = [one for one in made if not one.setup][:_MOST_INNER]
    calls = [(f"{one.inline or one.call}({text})", one.origin) for text in given for one in plain]
    return [Example(call, origin, inline=call) for call, origin in calls]


def _returned_function(function: FunctionNode) -> FunctionNode | None:
    """The inner function that is returned, None if there is none."""
    inner = {node.name: node for node in function.body if isinstance(node, FunctionNode)}
    names = [node.value.id for node in ast.walk(function)
             if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)]  # fmt: skip
    names += [node.value.args[0].id for node in ast.walk(function)
              if isinstance(node, ast.Return) and isinstance(node.value, ast.Call)
              and node.value.args and isinstance(node.value.args[0], ast.Name)]  # fmt: skip
    return next((inner[name] for name in names if name in inner), None)


def _with_own_class(subject: Subject, parameters: list[Parameter]) -> list[Parameter]:
    """The parameters of a comparison or sum, where those without annotation take an instance of the same class."""
    if subject.owner is None or subject.node.name not in _WITH_ITS_KIND:
        return parameters
    own = Shape("named", text=subject.owner.name)
    return [replace(one, shape=Shape("union", (own, Shape("int")))) if not one.annotated else one for one in parameters]


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
