"""The fixtures that a generated test may use: those of the project's conftest files, and some of pytest's own."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.execution.in_target.observe_fixtures import is_fixture
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_set
from testfix_pipeline.planning.python_code.module_source import ModuleSource, module_name, read_source

BUILT_IN = ("tmp_path", "monkeypatch")
"""Those that an observation can hand out. What is printed is stated with `capsys`, which is none of these."""

_NOT_USED = "fixture is not used"
_NOT_IN_FORCE = "autouse fixture is not in force while inputs are tried"


@dataclass(frozen=True)
class Fixtures:
    """The fixtures that tests can use.

    conftests: the files that define them, the nearest last, as paths in the project.

    own: what a test module may ask for by name. every: these and those that they need. autouse: what is in force for
    each test, in the order of setting up. refused: path::name -> why one is not used. `available` is empty if tests
    are no functions for pytest.
    """

    conftests: tuple[str, ...] = ()
    own: dict[str, Fixture] = field(default_factory=dict)
    available: frozenset[str] = frozenset()
    every: dict[str, Fixture] = field(default_factory=dict)
    autouse: tuple[str, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)

    def of_class(self, name: str) -> list[str]:
        """The names of the fixtures whose value is an instance of a class."""
        return [one.name for one in self.own.values() if name and one.kind == name]

    def without(self, names: set[str]) -> Fixtures:
        """The fixtures without those of these names, which a test module would shadow."""
        own = {name: one for name, one in self.own.items() if name not in names}
        return replace(self, own=own, available=self.available - names)

    def closure(self, names: Iterable[str]) -> list[str]:
        """The fixtures and all that they need, each after those that it needs."""
        found: dict[str, None] = {}
        seen: set[str] = set()

        def visit(name: str) -> None:
            if name not in seen:
                seen.add(name)
                for need in self.every[name].needs if name in self.every else ():
                    visit(need)
                found[name] = None

        for name in names:
            visit(name)
        return list(found)

    def needed(self, names: Iterable[str]) -> list[Fixture]:
        """The conftests' fixtures that are set up for a test which uses these."""
        return [self.every[name] for name in self.closure([*self.autouse, *names]) if name in self.every]

    def refuse(self, reasons: dict[str, str]) -> Fixtures:
        """The fixtures without some, by name with reasons, and without those that need them."""
        left, refused = dict(self.every), dict(self.refused)
        while reasons:
            for name, reason in reasons.items():
                one = left.pop(name)
                refused[code_name(one.file, name)] = f"{_NOT_IN_FORCE if one.autouse else _NOT_USED}: {reason}"
            reasons = _unmet_needs(left)
        own = {name: one for name, one in self.own.items() if name in left}
        autouse = tuple(name for name in self.autouse if name in left)
        available = (self.available & set(BUILT_IN)) | set(own)
        return replace(self, own=own, available=available, every=left, autouse=autouse, refused=refused)


@dataclass(frozen=True)
class Supplies:
    """`contents` are texts for files and streams, the most informative first; `suffix` is that of the files."""

    fixtures: Fixtures = field(default_factory=Fixtures)
    contents: tuple[str, ...] = ()
    suffix: str = ".txt"

    @property
    def has_files(self) -> bool:
        """Whether tests can create files."""
        return "tmp_path" in self.fixtures.available


def find_fixtures(root: Path, folder: str) -> Fixtures:
    """The fixtures visible to tests in a folder of the project; files that can't be parsed have none."""
    places = [PurePosixPath(folder or "."), *PurePosixPath(folder or ".").parents]
    files = [str(place / "conftest.py") for place in reversed(places)]
    conftests = tuple(dict.fromkeys(file for file in files if (root / file).is_file()))
    found: dict[str, Fixture] = {}
    for file in conftests:
        for one in read_fixtures(root, file):
            forced = one.autouse or (one.name in found and found[one.name].autouse)
            found[one.name] = replace(one, autouse=forced)
    autouse = sorted((one for one in found.values() if one.autouse), key=lambda one: -WIDTH_OF.get(one.scope, 0))
    own = {name: one for name, one in found.items() if one.scope not in SHARED}
    every = Fixtures(conftests, own, frozenset({*BUILT_IN, *own}), found, tuple(one.name for one in autouse))
    reasons = {name: one.trouble for name, one in found.items() if one.trouble}
    return every.refuse(reasons or _unmet_needs(found))


def _unmet_needs(known: dict[str, Fixture]) -> dict[str, str]:
    """Why fixtures can't be used: they need one that is unknown, lives shorter, or has a value that tests share."""
    found: dict[str, str] = {}
    for one in known.values():
        for need in one.needs:
            scope = known[need].scope if need in known else "function"
            if need not in known and need not in BUILT_IN:
                found[one.name] = f"it needs `{need}`, which is not at hand"
            elif WIDTH_OF[scope] < WIDTH_OF[one.scope]:
                found[one.name] = f"it needs `{need}`, which does not live as long"
            elif scope in SHARED and one.scope not in SHARED:
                found[one.name] = f"it needs `{need}`, whose value tests share"
    return found


WIDTH_OF = {"function": 0, "class": 1, "module": 2, "package": 3, "session": 4}
"""The scopes; tests that are functions have one of class scope for themselves."""
SHARED = ("module", "package", "session")


@dataclass(frozen=True)
class Fixture:
    """A fixture of a conftest file. `kind`: the class of its value, "" until it is set up.

    settings: variables of the environment that it sets. trouble: why it can't be used, "" if nothing speaks against it.
    """

    name: str
    needs: tuple[str, ...]
    kind: str
    file: str = ""
    scope: str = "function"
    autouse: bool = False
    settings: tuple[str, ...] = ()
    trouble: str = ""


def read_fixtures(root: Path, file: str) -> Iterator[Fixture]:
    """Yield all fixtures of a conftest file, the autouse ones sorted by name, as pytest sets them up.

    Yields nothing where the file can't be parsed.
    """
    module = read_source(root, file, module_name(root, file) or "conftest")
    found: dict[str, Fixture] = {}
    for node in [] if module is None else ast.walk(module.tree):  # those at the top come first
        mark = next((one for one in getattr(node, "decorator_list", ()) if is_fixture(one)), None)
        if module is not None and mark is not None and isinstance(node, FunctionNode):
            one = _read_fixture(module, node, mark)
            is_top = node in module.tree.body
            if is_top or one.name not in found:
                found[one.name] = one if is_top else replace(one, trouble="it is not defined at the top of its file")
    yield from sorted(found.values(), key=lambda one: one.name if one.autouse else "")


def _read_fixture(module: ModuleSource, node: FunctionNode, mark: ast.expr) -> Fixture:
    options = {one.arg: one.value for one in mark.keywords} if isinstance(mark, ast.Call) else {}
    name, scope = _text(options.get("name"), node.name), _text(options.get("scope"), "function")
    needs = tuple(one.arg for one in node.args.args)
    autouse = options.get("autouse")
    forced = isinstance(autouse, ast.Constant) and autouse.value is True
    trouble = "it has parameters" if "params" in options else _why_unusable(node, scope, name, forced=forced)
    return Fixture(
        name,
        needs,
        "",
        module.file,
        scope if scope in WIDTH_OF else "function",
        forced,
        tuple(variables_set(node)),
        trouble,
    )


def _why_unusable(node: FunctionNode, scope: str, name: str, *, forced: bool) -> str:
    if isinstance(node, ast.AsyncFunctionDef):
        return "it is asynchronous"
    if not name.isidentifier() or keyword.iskeyword(name):
        return "its name is no identifier"
    if scope not in WIDTH_OF:
        return "its scope is not written down"
    if name in {one.arg for one in node.args.args}:
        return "it builds on another of its name"
    return "tests share its value" if scope in SHARED and not forced else ""


def _text(node: ast.expr | None, default: str) -> str:
    if node is None:
        return default
    return str(node.value) if isinstance(node, ast.Constant) else "?"
