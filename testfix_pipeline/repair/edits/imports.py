"""Names that are not defined: a missing import, or one that names the wrong thing."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import by_likeness
from testfix_pipeline.repair.source import SourceFile

# Where commonly used names of the standard library come from.
HOMES = {
    "collections": "defaultdict Counter OrderedDict deque namedtuple ChainMap",
    "functools": "partial wraps reduce lru_cache cached_property cache total_ordering singledispatch",
    "itertools": "chain product combinations permutations groupby islice count cycle zip_longest accumulate repeat",
    "typing": "Any Optional Union List Dict Tuple Set Callable Iterable Iterator Sequence Mapping NamedTuple TypeVar",
    "dataclasses": "dataclass field asdict replace",
    "pathlib": "Path PurePath PurePosixPath",
    "datetime": "datetime date timedelta timezone time",
    "decimal": "Decimal ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN",
    "fractions": "Fraction",
    "enum": "Enum IntEnum Flag auto",
    "abc": "ABC abstractmethod",
    "contextlib": "contextmanager suppress closing ExitStack",
    "copy": "deepcopy copy",
    "math": "sqrt ceil floor gcd pi inf isclose prod",
    "operator": "itemgetter attrgetter mul add",
    "bisect": "bisect bisect_left bisect_right insort",
    "heapq": "heappush heappop heapify nlargest nsmallest",
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits punctuation Template",
    "threading": "Lock RLock Thread Event",
    "collections.abc": "Mapping Sequence Iterable Iterator Callable MutableMapping",
}


def _by_name() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for module, names in HOMES.items():
        for name in names.split():
            found[name] = (*found.get(name, ()), module)
    return found


_HOMES_OF = _by_name()


def homes_of(name: str) -> tuple[str, ...]:
    """The modules of the standard library that a commonly used name comes from, none for any other name."""
    return _HOMES_OF.get(name, ())


def home_of(name: str) -> str:
    """The first of these modules, "" where there is none."""
    return next(iter(homes_of(name)), "")


def undefined(target: Target) -> list[str]:
    text = "\n".join(target.clues.messages)
    return sorted(set(re.findall(r"name '(\w+)' is not defined", text)))


def missing(target: Target) -> Iterator[Edit]:
    """An import for an undefined name, put behind the file's last top-level import (or its docstring)."""
    for name in undefined(target):
        if any(isinstance(n, ast.Name) and n.id == name for n in target.nodes):
            at = behind_imports(target.source)
            for rank, line in enumerate(_lines(target, name)):
                text = line + target.source.newline
                prior = 0.95 / (1 + 0.2 * rank)
                yield Edit(target.source.path, at, at, text, "import added", prior, target.stmt.lineno, line)


def behind_imports(source: SourceFile) -> int:
    """Where a further import goes: behind the last one at the top level, else behind the docstring."""
    at = 0
    for stmt in source.tree.body:
        docstring = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
        if isinstance(stmt, (ast.Import, ast.ImportFrom)) or (docstring and at == 0):
            at = source.block(stmt)[1]
    return at


def _lines(target: Target, name: str) -> Iterator[str]:
    for source in target.project:
        yield from _seen_imports(source, name)
    if name in sys.stdlib_module_names:
        yield f"import {name}"
    for home in homes_of(name):
        yield f"from {home} import {name}"
    for source in target.project:
        if source is not target.source and name in _defined(source):
            module = source.path.removesuffix(".py").removesuffix("/__init__").removeprefix("src/").replace("/", ".")
            yield f"from {module} import {name}"


def _seen_imports(source: SourceFile, name: str) -> Iterator[str]:
    """How a file of the project imports this name, relative imports left out."""
    for stmt in source.tree.body:
        if not isinstance(stmt, (ast.Import, ast.ImportFrom)) or (isinstance(stmt, ast.ImportFrom) and stmt.level):
            continue
        for alias in stmt.names:
            if (alias.asname or alias.name) == name:
                named = alias.name + (f" as {alias.asname}" if alias.asname else "")
                yield f"from {stmt.module} import {named}" if isinstance(stmt, ast.ImportFrom) else f"import {named}"


def _defined(source: SourceFile) -> set[str]:
    names = {
        stmt.name
        for stmt in source.tree.body
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    }
    return names | {
        n.id for s in source.tree.body if isinstance(s, ast.Assign) for n in s.targets if isinstance(n, ast.Name)
    }


def wrong(target: Target) -> Iterator[Edit]:
    """`from m import x` where the project's m has no x but something like it; `as` keeps the name that is used."""
    stmt = target.stmt
    if not isinstance(stmt, ast.ImportFrom) or not stmt.module:
        return
    tail = stmt.module.rsplit(".", 1)[-1]
    homes = [
        s for s in target.project if s.path.rsplit("/", 1)[-1] == f"{tail}.py" or s.path.endswith(f"{tail}/__init__.py")
    ]
    for alias in stmt.names:
        for home in homes:
            known = _defined(home)
            for rank, other in enumerate(by_likeness(alias.name, sorted(known))[:4] if alias.name not in known else ()):
                prior = 0.7 / (1 + 0.5 * rank)
                used = f"{other} as {alias.asname or alias.name}"
                yield target.replace(alias, used, "import changed", prior, f"{alias.name} -> {other}")
                yield target.replace(alias, other, "import changed", prior * 0.8, f"{alias.name} -> {other}")


def brought(source: SourceFile, module: str, name: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """How a name of a module is said in a file, and the spans that import it where nothing does yet."""
    for stmt in source.tree.body:
        if isinstance(stmt, ast.ImportFrom) and stmt.module == module and not stmt.level:
            known = {alias.name: alias.asname or alias.name for alias in stmt.names}
            at = source.span(stmt)[1]
            if name in known:
                return known[name], ()
            if not source.text[:at].endswith(")"):
                return name, ((at, at, f", {name}"),)
        if isinstance(stmt, ast.Import):
            for alias in stmt.names:
                if alias.name == module:
                    return f"{alias.asname or module}.{name}", ()
    at = behind_imports(source)
    return name, ((at, at, f"from {module} import {name}{source.newline}"),)
