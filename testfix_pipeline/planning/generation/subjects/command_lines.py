"""Command lines for functions that read one, from a parameter such as `argv` or from `sys.argv`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.code_view import called, dotted
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.subjects.path_parameters import is_path_name
from testfix_pipeline.planning.generation.subjects.side_effects import functions_reached, reaches_files
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_PARAMETER = re.compile(r"argv|cmdline|command_line|cli_args|args|arguments")
_OF_TYPES = {"int": "'3'", "float": "'2.5'", "str": "'abc'"}
_OPTIONAL = ("?", "*")
_MOST = 10


@dataclass
class _Command:
    """The words that one parser accepts: the required ones, and each option with its value."""

    needed: list[str] = field(default_factory=list)
    options: list[list[str]] = field(default_factory=list)


def command_line_parameter(module: ModuleSource, function: FunctionNode) -> str:
    """The parameter that takes the words of a command line, "" if there is none or others are required."""
    spec = function.args
    plain = [*spec.posonlyargs, *spec.args]
    if not plain or len(plain) - len(spec.defaults) > 1 or spec.kwonlyargs:
        return ""
    name = plain[0].arg
    annotation = ast.unparse(plain[0].annotation) if plain[0].annotation is not None else "list"
    fits = _PARAMETER.fullmatch(name) and re.search(r"(?i)list|sequence|iterable", annotation)
    return name if fits and (reads_argv(module, function) or _parsers(module, function)) else ""


def reads_argv(module: ModuleSource, function: FunctionNode) -> bool:
    """Whether a function reads `sys.argv`, directly or by functions of its module; a parser does so by default."""
    names = {dotted(node) for _, one in functions_reached(module, function) for node in ast.walk(one)
             if isinstance(node, ast.Attribute | ast.Name)}  # fmt: skip
    plain = any(isinstance(node, ast.Call) and called(node) == "parse_args" and not node.args
                for _, one in functions_reached(module, function) for node in ast.walk(one))  # fmt: skip
    return "sys.argv" in names or (module.origins.get("argv") == "from sys import argv" and "argv" in names) or plain


def command_lines(module: ModuleSource, function: FunctionNode, suffix: str) -> list[str]:
    """The source of lists of words for a function, first one that should work; `suffix` ends names of files.

    They follow from the arguments that the code declares with argparse; without such, words as its indexes ask for.
    """
    path = f"str(tmp_path / 'data{suffix}')" if reaches_files(module, function) else ""
    parsers = _parsers(module, function)
    found = _declared_lines(parsers, path) if parsers else _guessed_lines(path)
    return list(dict.fromkeys(f"[{', '.join(words)}]" for words in found))[:_MOST]


def _guessed_lines(path: str) -> Iterator[list[str]]:
    if path:
        yield from ([path], [path, "'3'"], [path, "'abc'"])
    yield from (["'3'"], ["'abc'"], ["'3'", "'10'"], ["'abc'", "'3'"], [])


def _declared_lines(parsers: dict[str, tuple[str, list[ast.Call]]], path: str) -> Iterator[list[str]]:
    """Yield for each command its required words, then these with each option; at last no words at all."""
    main: list[_Command] = []
    commands: list[_Command] = []
    for word, arguments in parsers.values():
        made = _command_words(arguments, path)
        if word:
            made.needed.insert(0, repr(word))
        (commands if word else main).append(made)
    first = main[0] if main else _Command()
    lines = [[*first.needed, *one.needed] for one in commands] or [first.needed]
    yield from lines
    for line, one in zip(lines, commands or [first], strict=True):
        yield from ([*line, *option] for option in one.options)
    yield from ([*option, *lines[0]] for option in first.options if commands)
    yield []


def _command_words(arguments: Sequence[ast.Call], path: str) -> _Command:
    made = _Command()
    for call in arguments:
        names = [str(one.value) for one in call.args if isinstance(one, ast.Constant)]
        words = {one.arg: one.value for one in call.keywords}
        if not names:
            continue
        given = (
            []
            if _constant_text(words.get("action")) not in ("", "store", "append")
            else [_sample_word(names[-1], words, path)]
        )
        if names[0].startswith("-"):
            option = [repr(names[-1]), *given]
            is_needed = isinstance(words.get("required"), ast.Constant) and ast.unparse(words["required"]) == "True"
            (made.needed.extend if is_needed else made.options.append)(option)
        elif _constant_text(words.get("nargs")) in _OPTIONAL:
            made.options.append(given)
        else:
            made.needed += given
    return made


def _constant_text(node: ast.expr | None) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else "" if node is None else "?"


def _sample_word(name: str, words: dict[str | None, ast.expr], path: str) -> str:
    """The source of one word for an argument, by its choices, type and name."""
    choices = words.get("choices")
    if isinstance(choices, ast.List | ast.Tuple) and choices.elts and isinstance(choices.elts[0], ast.Constant):
        return repr(str(choices.elts[0].value))
    kind = dotted(words["type"]).rpartition(".")[2] if "type" in words else ""
    if path and (kind == "Path" or is_path_name(name.lstrip("-").replace("-", "_")) or (not kind and name[:1] != "-")):
        return path
    return _OF_TYPES.get(kind, "'abc'")


def _parsers(module: ModuleSource, function: FunctionNode) -> dict[str, tuple[str, list[ast.Call]]]:
    """The `add_argument` calls of each parser by its variable, with the word that selects it, "" for the main one."""
    found: dict[str, tuple[str, list[ast.Call]]] = {}
    nodes = [node for _, one in functions_reached(module, function) for node in ast.walk(one)]
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name):
            if called(node.value) == "ArgumentParser":
                found[node.targets[0].id] = ("", [])
            elif called(node.value) == "add_parser" and node.value.args:
                found[node.targets[0].id] = (_constant_text(node.value.args[0]), [])
    for node in sorted(
        (one for one in nodes if isinstance(one, ast.Call)), key=lambda one: (one.lineno, one.col_offset)
    ):
        owner = dotted(node.func).rpartition(".")[0]
        if called(node) == "add_argument" and owner in found:
            found[owner][1].append(node)
    return found
