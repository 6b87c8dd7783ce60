"""Files with fixed names that code opens in the working directory; tests create them in a folder of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixtures import Supplies
from testfix_pipeline.planning.generation.subjects.path_parameters import contents_for_name
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
