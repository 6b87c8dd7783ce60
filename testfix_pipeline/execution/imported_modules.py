"""Which modules from elsewhere the files of a project import, and an interpreter that has them already."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path, PurePath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.execution.failure_records import project_packages
from testfix_pipeline.execution.processes.preloaded_interpreter import PreloadedInterpreter
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_text

MOST_FILES = 800


def preloaded_interpreter(project: TargetProject, tree: Path, folder: Path) -> PreloadedInterpreter:
    """An interpreter that runs programs on copies of `tree` below `folder`, and has what its files import.

    It starts with the first program.
    """
    return PreloadedInterpreter(project.interpreter, folder, partial(imported_modules, project.root(tree)))


def imported_modules(root: Path) -> set[str]:
    """The modules of libraries that the files of a project import when they are imported themselves, by dotted name.

    What is imported from a module counts as a module, too, where it is named like one. Names that a file or folder of
    the project has are left out.
    """
    files = list(islice(python_files(root), MOST_FILES))
    own = project_packages(root).union(*((PurePath(one).stem, *PurePath(one).parts) for one in files))
    found = {name for one in files for name in _imports(read_text(root / one))}
    return {name for name in found if name.partition(".")[0] not in own}


def _imports(text: str) -> Iterator[str]:
    for one in imported_names(_executed(python_code.parse_or_empty(text))):
        if not one.level:
            yield one.module
            yield from [one.whole] if one.member.islower() else []


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield child
            yield from _executed(child)
