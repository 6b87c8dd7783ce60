"""The fixtures that a generated test may ask for: those of the project's conftest files, and a few of pytest's own."""

from __future__ import annotations

import ast
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from testfix_pipeline.execution.environment import IN_TARGET
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment, target_policy
from testfix_pipeline.execution.supervisor import Limits, run
from testfix_pipeline.planning.generation.source import Function

BUILT_IN = ("tmp_path", "monkeypatch")
"""Those that an observation can hand out. What is printed is stated with `capsys`, which is none of these."""

_SECONDS, _MEMORY = 30.0, 1 << 30


@dataclass(frozen=True)
class Fixture:
    """A fixture without parameters of its own, made anew for each test. `kind`: the class of its value, "" unknown."""

    name: str
    needs: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Fixtures:
    """What tests can ask for by name. conftests: the files that define it, the nearest last, as paths in the project.

    `available` is empty where tests are no functions for pytest.
    """

    conftests: tuple[str, ...] = ()
    own: dict[str, Fixture] = field(default_factory=dict)
    available: frozenset[str] = frozenset()

    def of_class(self, name: str) -> list[str]:
        """The project's fixtures whose value is an instance of a class."""
        return [one.name for one in self.own.values() if name and one.kind == name]

    def without(self, names: set[str]) -> Fixtures:
        """Those that no test module hides by names of its own."""
        own = {name: one for name, one in self.own.items() if name not in names}
        return replace(self, own=own, available=self.available - names)


def find_fixtures(root: Path, folder: str) -> Fixtures:
    """The fixtures that tests in a folder of the project see. Files that can't be parsed have none."""
    places = [PurePosixPath(folder or "."), *PurePosixPath(folder or ".").parents]
    files = [str(place / "conftest.py") for place in reversed(places)]
    conftests = tuple(dict.fromkeys(file for file in files if (root / file).is_file()))
    found: dict[str, Fixture] = {}
    for file in conftests:
        found |= {one.name: one for one in _fixtures_of(root / file)}
    known = {**found, **dict.fromkeys(BUILT_IN)}
    while lacking := [one for one in found.values() if any(need not in known for need in one.needs)]:
        for one in lacking:
            found.pop(one.name), known.pop(one.name)
    return Fixtures(conftests, found, frozenset(known))


def _fixtures_of(path: Path) -> Iterator[Fixture]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return
    for node in tree.body:
        mark = next((one for one in getattr(node, "decorator_list", ()) if _is_fixture(one)), None)
        if mark is None or not isinstance(node, ast.FunctionDef):
            continue
        options = {one.arg: one.value for one in mark.keywords} if isinstance(mark, ast.Call) else {}
        scope, name = _text(options.get("scope"), "function"), _text(options.get("name"), node.name)
        needs = tuple(one.arg for one in node.args.args)
        # One that is shared between tests must not be changed by a test, and nobody can tell which calls don't.
        if scope == "function" and "params" not in options and "request" not in needs and name not in needs:
            yield Fixture(name, needs, _kind(node))


def _is_fixture(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == "fixture"


def _text(node: ast.expr | None, default: str) -> str:
    if node is None:
        return default
    return str(node.value) if isinstance(node, ast.Constant) else "?"


def _kind(function: Function) -> str:
    """The class that the annotation names or that is called for the value; "" where that is not to be seen."""
    if function.returns is not None:
        inside = function.returns
        generic = isinstance(inside, ast.Subscript) and ast.unparse(inside.value).rpartition(".")[2]
        if isinstance(inside, ast.Subscript) and generic in ("Iterator", "Generator", "Iterable"):
            inside = inside.slice.elts[0] if isinstance(inside.slice, ast.Tuple) else inside.slice
        return ast.unparse(inside).strip("'\"").rpartition(".")[2]
    bound = {target.id: node.value for node in ast.walk(function) if isinstance(node, ast.Assign)
             for target in node.targets if isinstance(target, ast.Name)}  # fmt: skip
    given = [node.value for node in ast.walk(function) if isinstance(node, ast.Return | ast.Yield)]
    values = [bound.get(one.id, one) if isinstance(one, ast.Name) else one for one in given]
    called = [ast.unparse(one.func).rpartition(".")[2] for one in values if isinstance(one, ast.Call)]
    return called[0] if called and called[0][:1].isupper() else ""


def with_kinds(fixtures: Fixtures, target: TargetProject, tree: Path) -> Fixtures:
    """The fixtures with the classes of those values that their text does not tell: they are made once, and looked at.

    A fixture that can't be made outside of pytest is left out.
    """
    unknown = [name for name, one in fixtures.own.items() if not one.kind]
    if not unknown:
        return fixtures
    root = target.root(tree).resolve()
    with tempfile.TemporaryDirectory(prefix="testfix-fixtures-") as scratch:
        paths = [str(root / file) for file in fixtures.conftests]
        order = {"root": str(root), "conftests": paths, "scratch": scratch, "names": unknown}
        done = run(
            [str(target.interpreter), str(IN_TARGET / "observe_fixtures.py")],
            cwd=root,
            env=target_environment(target, tree),
            limits=Limits(_SECONDS, _MEMORY, processes=64),
            policy=target_policy(target),
            writable=[Path(scratch)],
            stdin=json.dumps(order).encode(),
        )
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
    kinds = answers[-1] if answers else {}
    own = {name: replace(one, kind=one.kind or kinds.get(name) or "") for name, one in fixtures.own.items()}
    own = {name: one for name, one in own.items() if one.kind}
    return replace(fixtures, own=own, available=frozenset(own) | (fixtures.available & set(BUILT_IN)))
