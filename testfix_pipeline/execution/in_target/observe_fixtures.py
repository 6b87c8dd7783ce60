"""Provides pytest's fixtures for calls outside of pytest: fixtures of conftest files, `tmp_path`, `monkeypatch`.

A conftest is run without the decorators of its fixtures, so that these are plain functions.

`monkeypatch` alone is pytest's own.
"""

import ast
import contextlib
import importlib
import inspect
import os
import pathlib
import sys


class ConftestFixtures:
    """The fixtures of conftest files, inner folders overriding outer ones, and a folder for `tmp_path`."""

    def __init__(self, conftests, scratch):
        self._scratch = scratch
        self._made = 0
        self._functions = {}
        self.folder = ""
        for path in conftests:
            try:
                self._functions.update(fixture_functions(path))
            except BaseException:  # it may end the process or take too long: then there are no fixtures of it
                continue

    @contextlib.contextmanager
    def provide(self, names):
        """A context manager for the fixtures' values by name; it tears them down at the end of the block."""
        self.folder = ""
        values, endings = {}, []
        try:
            for name in names:
                self._make(name, values, endings)
            yield {name: values[name] for name in names}
        finally:
            for end in reversed(endings):
                with contextlib.suppress(Exception):
                    end()

    def _make(self, name, values, endings):
        if name in values:
            return values[name]
        if name == "tmp_path":
            values[name] = self._new_folder(endings)
        elif name == "monkeypatch":
            import_pytest()
            values[name] = patch = sys.modules["pytest"].MonkeyPatch()
            endings.append(patch.undo)
        else:
            function = self._functions[name]
            given = {one: self._make(one, values, endings) for one in inspect.signature(function).parameters}
            values[name] = value = function(**given)
            if inspect.isgenerator(value):
                endings.append(lambda: next(value, None))
                values[name] = next(value)
        return values[name]

    def _new_folder(self, endings):
        """Return a new empty folder; its path is unique, so that results with the path differ between runs."""
        self._made += 1
        self.folder = os.path.join(self._scratch, "%d-%d" % (os.getpid(), self._made))
        os.mkdir(self.folder)
        endings.append(lambda folder=self.folder: _remove_tree(folder))
        return pathlib.Path(self.folder)


def _remove_tree(folder):
    """Remove a folder by absolute paths, so that the guard recognises it as the test's own."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in files:
            os.remove(os.path.join(place, name))
        for name in folders:
            path = os.path.join(place, name)
            (os.remove if os.path.islink(path) else os.rmdir)(path)
    os.rmdir(folder)


def import_pytest():
    """Import pytest in advance, as that takes longer than one call may; without it `monkeypatch` is not available."""
    with contextlib.suppress(ImportError):
        importlib.import_module("pytest")


def fixture_functions(path):
    """The fixture functions of a conftest file by fixture name."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            marks = [one for one in node.decorator_list if is_fixture(one)]
            node.decorator_list = [one for one in node.decorator_list if one not in marks]
            if marks:
                given = marks[0].keywords if isinstance(marks[0], ast.Call) else []
                named = [one.value.value for one in given if one.arg == "name" and isinstance(one.value, ast.Constant)]
                found[(named or [node.name])[0]] = node.name
    names = {"__name__": "conftest", "__file__": path}
    sys.path.insert(0, os.path.dirname(path))
    try:
        exec(compile(tree, path, "exec"), names)
    finally:
        sys.path.remove(os.path.dirname(path))
    return {name: names[function] for name, function in found.items()}


def is_fixture(node: ast.expr) -> bool:
    """Whether a decorator is `fixture` or `pytest.fixture`, called or not."""
    called = node.func if isinstance(node, ast.Call) else node
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == "fixture"
