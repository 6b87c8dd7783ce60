"""Contents for files that the code reads: from tests and docstrings, else made from the code's literals."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST, _LONGEST = 8, 400
_MOST_FILES = 200
_MOST_KEYS = 4
_WRITES = {"write_text", "write", "StringIO", "dedent"}
_SUFFIXES = (("json", ".json"), ("csv", ".csv"), ("configparser", ".ini"), ("tomllib", ".toml"), ("tomli", ".toml"))
_OPENS = re.compile(r"\bopen\(|\.read_(text|bytes)\(")
_GENERAL = ("first\nsecond\n", "", "3\n10\n\n2\n", "a,b\n1,2\n")


def file_suffix(module: ModuleSource) -> str:
    """The suffix of the files that a module reads."""
    imported = {origin.split()[1].partition(".")[0] for origin in module.origins.values() if origin}
    return next((suffix for library, suffix in _SUFFIXES if library in imported), ".txt")


def reading_module(module: ModuleSource) -> ModuleSource:
    """The module whose code reads the files: the module itself, else one that it imports."""
    modules = [module, *module.neighbours.values()]
    return next((one for one in modules if file_suffix(one) != ".txt" or _OPENS.search(one.text)), module)


def contents_for(module: ModuleSource, root: Path) -> tuple[str, ...]:
    """A few short texts for files of a module, those from tests and docstrings first."""
    found = [
        *_contents_in_tests(module, root),
        *_contents_in_docstrings(module),
        *_contents_by_format(module),
        *_GENERAL,
    ]
    found += [] if file_suffix(module) == ".txt" else ["{ broken"]
    plain = [text for text in found if len(text) <= _LONGEST and "\0" not in text]
    own = list(dict.fromkeys(plain))
    return tuple(own[:_MOST] + [one for one in ("", "{ broken") if one in own[_MOST:]])


def _contents_in_tests(module: ModuleSource, root: Path) -> Iterator[str]:
    """Yield at most two string literals that tests of the module write to files."""
    count = 0
    tests = (file for file in sorted(python_files(root)) if Path(file).name.startswith("test_"))
    for file in list(tests)[:_MOST_FILES]:
        text = read_text(root / file)
        if module.name not in text and not re.search(rf"import .*\b{re.escape(module.stem)}\b", text):
            continue
        for node in _calls(text):
            name = called(node)
            given = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            if name in _WRITES and isinstance(given, str) and given and count < 2:
                count += 1
                yield textwrap.dedent(given) if name == "dedent" else given


def _calls(text: str) -> list[ast.Call]:
    return [node for node in ast.walk(python_code.parse_or_empty(text)) if isinstance(node, ast.Call)]


def _contents_in_docstrings(module: ModuleSource) -> Iterator[str]:
    """Yield the literal blocks of docstrings (after `::` or between fences) except Python examples."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            doc = ast.get_docstring(node) or ""
            blocks = re.findall(r"```\w*\n(.*?)```", doc, re.S)
            # Where nothing else is indented the block is not either, once the docstring's margin is gone.
            blocks += re.findall(r"::[ \t]*\n\n(\S.*)\Z", doc, re.S)
            blocks += re.findall(r"::[ \t]*\n\n((?:[ \t]+\S.*\n?|\n(?=[ \t]+\S))+)", doc)
            yield from (textwrap.dedent(one).rstrip("\n") + "\n" for one in blocks if ">>>" not in one)


def _contents_by_format(module: ModuleSource) -> Iterator[str]:
    keys = [key for key in _keys_read(module) if not key.isupper()]
    suffix = file_suffix(module)
    samples = {key: _sample_value(module, key) for key in keys}
    if suffix == ".json":
        yield from (json.dumps(one) for one in (samples or {"a": 1, "b": [2, 3]}, [samples or {"a": 1}], {}, []))
    elif suffix == ".csv":
        names = keys or ["name", "amount"]
        row = [str(samples.get(name, "abc")) for name in names]
        yield "\n".join([",".join(names), ",".join(row), ",".join(row)]) + "\n"
        yield "\n".join([",".join(names), ",".join(row), ",".join(reversed(row))]) + "\n"
        yield ",".join(names) + "\n"
    elif suffix == ".ini":
        yield "[main]\n" + "".join(f"{key} = {value}\n" for key, value in (samples or {"key": "abc"}).items())
    yield from _lines(module, keys or ["first", "second"])


def _sample_value(module: ModuleSource, key: str) -> object:
    """A value for a key: a number where the code converts it to one or has one as its default, else a text."""
    quoted = rf"['\"]{re.escape(key)}['\"]"
    number = re.search(rf"\b(int|float)\([^()]*[\[(]{quoted}|{quoted}, -?\d+(\.\d)?", module.text)
    return "abc" if number is None else 2.5 if number[1] == "float" or number[2] else 3


def _keys_read(module: ModuleSource) -> list[str]:
    """The string literals that the code uses as keys."""
    found: list[str] = []
    for node in ast.walk(module.tree):
        key: ast.expr | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            key = node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop"):
            key = node.args[0] if node.args else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and re.fullmatch(r"[\w-]+", key.value):
            found.append(key.value)
    return list(dict.fromkeys(found))[:_MOST_KEYS]


def _lines(module: ModuleSource, keys: list[str]) -> Iterator[str]:
    """Yield texts of lines with the separators and prefixes that the code looks for."""
    parts, starts = (
        _literal_arguments(module, {"split", "rsplit", "partition", "rpartition"}),
        _literal_arguments(module, {"startswith"}),
    )
    number = "int(" in module.text or "float(" in module.text
    for separator in parts[:2]:
        rows = [f"{key}{separator}{value}" for key, value in zip(keys, ("3", "10", "7", "2"), strict=False)]
        yield "\n".join([*rows, *(f"{start}note" for start in starts[:2]), "", rows[0] if number else "last"]) + "\n"
        yield f"{keys[0]}{separator}abc{separator}x\n"
    if starts and not parts:
        yield "\n".join(["first", *(f"{start} abc" for start in starts[:3]), "", "last"]) + "\n"


def _literal_arguments(module: ModuleSource, methods: set[str]) -> list[str]:
    """The string literals that are passed to some string methods."""
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            found += [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return [one for one in dict.fromkeys(found) if one and len(one) < 12]
