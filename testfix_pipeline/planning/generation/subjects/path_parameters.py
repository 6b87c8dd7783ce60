"""Makes examples with files, for parameters that are paths and for files that the code names itself."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixtures import Supplies
from testfix_pipeline.planning.generation.subjects.side_effects import functions_reached
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST_EXAMPLES = 4


def working_files(module: ModuleSource, function: FunctionNode) -> list[str]:
    """The file names in `open("x.json")` and `Path("x.json")`, also by a module's constant.

    Only names without folders.
    """
    found: list[str] = []
    for place, one in functions_reached(module, function):
        for node in ast.walk(one):
            if isinstance(node, ast.Call) and called(node) in ("open", "Path") and node.args:
                name = _constant_name(place, node.args[0])
                if name and not set("/\\~:*?").intersection(name) and name not in (".", ".."):
                    found.append(name)
    return list(dict.fromkeys(found))


def _constant_name(module: ModuleSource, node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        assigned = (one for one in module.tree.body if isinstance(one, ast.Assign))
        values = [one.value for one in assigned for target in one.targets if getattr(target, "id", "") == node.id]
        node = values[0] if len(values) == 1 else node
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def with_working_files(examples: Iterable[Example], names: Sequence[str], supplies: Supplies) -> Iterator[Example]:
    """Yield the examples in the test's own folder.

    The first comes with each content of the first file and without the file, a few others with the first content.
    Without names they are unchanged.
    """
    contents = contents_for_name(names[0], supplies) if names else []
    for number, one in enumerate(examples):
        if not names or one.documented is not None:
            yield one
            continue
        first: list[str | None] = [*contents, None]
        for content in first if number == 0 else first[:1]:
            if number < _MOST_EXAMPLES:
                yield _in_own_folder(one, names[0], content)


def _in_own_folder(example: Example, name: str, content: str | None) -> Example:
    lines = ["monkeypatch.chdir(tmp_path)", f"path = tmp_path / {name!r}"]
    lines += [f"path.write_text({content!r})"] if content is not None else []
    return replace(example, setup=(*lines, *example.setup), inline="", watch=("path", *example.watch))


_TYPES = {"Path", "PathLike", "StrPath", "PosixPath"}
_NAME = re.compile(r"(.*_)?(path|file|filename|filepath|fname|pathname|folder|directory|dir|dirname|destination)")
_FOLDER = re.compile(r"(.*_)?(folder|directory|dir|dirname)")
_ABOUT_FILES = re.compile(r"_?(path|filename|filepath|fname|pathname|file|name)$")
_TAKE_PATHS = {"open", "Path", "listdir", "walk", "scandir", "connect", "exists", "isfile", "remove", "unlink"}
_FOLDER_CALLS = {"listdir", "walk", "scandir", "iterdir", "glob", "rglob"}
_SAMPLES = {
    "json": '{"a": 1, "b": [2, 3]}', "csv": "name,amount\ntea,3\nmilk,10\n", "tsv": "name\tamount\ntea\t3\n",
    "toml": "a = 1\n\n[b]\nc = 'abc'\n", "ini": "[main]\nkey = abc\n", "yaml": "a: 1\nb:\n- 2\n- 3\n",
    "yml": "a: 1\n", "xml": "<a b='1'>c</a>\n", "md": "# Title\n\nText.\n", "txt": "first\nsecond\n",
}  # fmt: skip
_IN_CODE = re.compile(r"tmp_path / '([\w.-]+)'")
_MOST_OF_A_STATE = 4


def is_path_name(name: str) -> bool:
    """Whether a parameter of that name is probably a path."""
    return _NAME.fullmatch(name) is not None


def path_parameters(function: FunctionNode) -> set[str]:
    """The parameters that take a path, by their annotations, their use in the body, or their names."""
    spec = function.args
    found = set()
    for one in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]:
        if one.annotation is not None:
            named = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(one.annotation)}
            named |= {node.value for node in ast.walk(one.annotation) if isinstance(node, ast.Constant)}
            text = "str" in named and (_NAME.fullmatch(one.arg) or _is_passed_as_path(function, one.arg))
            if named & _TYPES or text:
                found.add(one.arg)
        elif _is_passed_as_path(function, one.arg) or (
            _NAME.fullmatch(one.arg) and not _is_file_object(function, one.arg)
        ):
            found.add(one.arg)
    return found


def _is_passed_as_path(function: FunctionNode, name: str) -> bool:
    """Whether the body passes a parameter to a function that takes a path."""
    return any(
        called(node) in _TAKE_PATHS and node.args and getattr(node.args[0], "id", "") == name
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
    )


def _is_file_object(function: FunctionNode, name: str) -> bool:
    """Whether the body uses a parameter as a file object."""
    return any(
        isinstance(node, ast.Attribute)
        and getattr(node.value, "id", "") == name
        and node.attr in ("read", "write", "readline", "readlines", "seek")
        for node in ast.walk(function)
    )


def path_values(function: FunctionNode, name: str, suffix: str, *, as_text: bool) -> list[str]:
    """The source of paths in a test's own folder for a parameter; with `as_text` as `str`."""
    if _FOLDER.fullmatch(name) or _is_used_as_folder(function, name):
        found = ["tmp_path", "tmp_path / 'missing'"]
    else:
        stem = _ABOUT_FILES.sub("", name) or "data"
        found = [f"tmp_path / '{stem}{suffix}'"]
        found += [f"tmp_path / '{stem}.{ending}'" for ending in _file_formats(function) if f".{ending}" != suffix]
    texts = [f"str({one})" for one in found]
    return texts if as_text else [*found, *texts[:1]]


def _file_formats(function: FunctionNode) -> list[str]:
    """The file formats that a body distinguishes by suffix."""
    said = {node.value.lstrip(".") for node in ast.walk(function)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    found = [ending for ending in _SAMPLES if ending in said]
    return list(dict.fromkeys([*found, "txt"])) if found else []


def _is_used_as_folder(function: FunctionNode, name: str) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and called(node) in _FOLDER_CALLS:
            places = [node.func.value if isinstance(node.func, ast.Attribute) else node.func, *node.args]
            if any(getattr(one, "id", "") == name for place in places for one in ast.walk(place)):
                return True
    return False


def with_files(examples: Iterable[Example], supplies: Supplies, module: ModuleSource) -> Iterator[Example]:
    """Yield the examples; the first with a path with each content and without a file, later ones with one of these.

    Of one state and file four at most: each is a test with a file of its own.
    """
    number, states = 0, Counter[tuple[str, ...]]()
    known: set[tuple[str, ...]] = set()
    for one in examples:
        if "tmp_path" not in one.code or one.documented is not None:
            yield one
            continue
        ways, names = list(_file_variants(one, supplies, module)), tuple(_IN_CODE.findall(one.code))
        state = (*one.setup, *names)
        if number == 0:
            yield from ways
        elif states[state] < _MOST_OF_A_STATE:
            yield ways[number % len(ways)] if names in known else ways[0]
            states[state] += 1
        known.add(names)
        number += 1


def _file_variants(example: Example, supplies: Supplies, module: ModuleSource) -> Iterator[Example]:
    """Yield an example with each of the contents in its file, and without a file."""
    names = list(dict.fromkeys(_IN_CODE.findall(example.code)))
    variables = {name: _variable_name(name, names, module) for name in names}
    watched = (*example.watch, *variables.values(), *(() if names else ("tmp_path",)))
    plain = replace(example, watch=watched) if not names else _with_path_variables(example, variables, watched)
    writes = "read_bytes" in module.text or "'rb'" in module.text or '"rb"' in module.text
    for text in contents_for_name(names[0], supplies) if names else supplies.contents:
        given = f"write_bytes({text.encode()!r})" if writes else f"write_text({text!r})"
        if names:
            lines = [f"{variables[names[0]]} = tmp_path / '{names[0]}'", f"{variables[names[0]]}.{given}"]
            lines += [f"{variables[name]} = tmp_path / '{name}'" for name in names[1:]]
        else:
            lines = [
                f"(tmp_path / 'first{supplies.suffix}').{given}",
                f"(tmp_path / 'other{_named_suffix(module)}').touch()",
            ]
        yield replace(plain, setup=(*lines, *plain.setup), inline="")
    lines = [f"{variables[name]} = tmp_path / '{name}'" for name in names]
    yield replace(plain, setup=(*lines, *plain.setup), inline=example.inline)


def contents_for_name(name: str, supplies: Supplies) -> Sequence[str]:
    """The contents for a file of this name, by its suffix; empty if the file is meant to be missing."""
    if name.endswith(supplies.suffix):
        return supplies.contents
    return [_SAMPLES[ending]] if (ending := name.rpartition(".")[2]) in _SAMPLES else []


def _named_suffix(module: ModuleSource) -> str:
    """A file suffix that the code names, else `.txt`."""
    found = re.findall(r"""['"](\.[a-z]\w{0,5})['"]""", module.text)
    return found[0] if found else ".txt"


def _with_path_variables(example: Example, variables: dict[str, str], watched: tuple[str, ...]) -> Example:
    def said(text: str) -> str:
        return _IN_CODE.sub(lambda match: variables[match[1]], text)

    return replace(example, call=said(example.call), setup=tuple(map(said, example.setup)), watch=watched)


def _variable_name(name: str, names: list[str], module: ModuleSource) -> str:
    word = re.sub(r"\W", "_", name.partition(".")[0])
    plain = "path" if len(names) == 1 else f"{word}_path"
    return f"given_{plain}" if plain in module.origins else plain
